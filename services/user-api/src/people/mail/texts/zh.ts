import type { Texts } from './en.ts';

export const zh: Texts = {
  tag: 'zh-Hans',
  quotes: ['“', '”'],
  asked: {
    sign_up: {
      subject: '完成注册',
      what: '有人（很可能是您）想用此邮箱地址创建账号。请打开链接继续。',
      button: '创建我的账号',
      ifNotYou: '如果不是您本人，请不必理会：不打开链接就不会创建账号。',
    },
    confirm: {
      subject: '确认您的邮箱地址',
      what: '有人（很可能是您）为一个账号填写了此邮箱地址。请打开链接，确认它属于您。',
      button: '确认我的地址',
      ifNotYou: '如果不是您本人，请不必理会：该地址将保持未确认状态。',
    },
    already_account: {
      subject: '您已有账号',
      what: '有人（很可能是您）想用此邮箱地址注册。该地址已有账号。您可以登录，或在此设置新密码： {reset}',
      button: '登录',
      ifNotYou: '如果不是您本人，请不必理会：没有任何更改。',
    },
    invitation: {
      subject: '您受邀加入一个组织',
      what: '您受邀加入一个组织。{host} 上的 {name} 是用于登录和连接设备的服务。',
      button: '查看邀请',
      ifNotYou: '如果您不认识邀请人，请不必理会：邀请会自行失效。',
    },
    invitation_account: {
      subject: '您受邀创建账号',
      what: '您受邀创建账号。{host} 上的 {name} 是用于登录和连接设备的服务。',
      button: '查看邀请',
      ifNotYou: '如果您不认识邀请人，请不必理会：邀请会自行失效。',
    },
    reset: {
      subject: '设置新密码',
      what: '有人（很可能是您）为您的账号申请了新密码。',
      button: '设置新密码',
      ifNotYou: '如果不是您本人，请不必理会：您的密码不会改变。',
    },
    ask_operator: {
      subject: '无法通过邮件重置您的密码',
      what: '有人（很可能是您）为您的账号申请了新密码。这是管理员账号，且没有一次性验证码，因此无法通过邮件重置。请联系其他管理员，或使用命令“latchkey-user-api operators reset”。',
      button: null,
      ifNotYou: '如果不是您本人，请不必理会：您的密码不会改变。',
    },
    email_taken: {
      subject: '此地址已有账户',
      what: '有人（很可能是您）想把此地址用于另一个账户。此地址已有账户，因此没有任何更改。',
      button: null,
      ifNotYou: '如果不是您本人，请不要理会：没有任何更改。',
    },
    email_changed: {
      subject: '您账户的邮箱地址已更改',
      what: '您的账户现在使用另一个邮箱地址。如果不是您本人操作，请打开链接：它会恢复此地址，您的密码和所有登录都会失效。',
      button: '恢复我的地址',
      ifNotYou: '如果是您自己更改的，请不要理会。',
    },
  },
  invitedTo: '邀请您加入 {org}',
  copyAddress: '或复制此地址：',
  notices: {
    password_changed: { subject: '您的密码已更改', what: '您账号的密码已更改。' },
    codes_on: {
      subject: '一次性验证码已开启',
      what: '您的账号已开启一次性验证码。今后登录时需要输入验证码。',
    },
    codes_off: {
      subject: '一次性验证码已关闭',
      what: '您的账号已关闭一次性验证码。现在登录只需要密码。',
    },
    recovery_used: {
      subject: '一个恢复代码已被使用',
      what: '您账号的一个恢复代码被用来代替一次性验证码。该代码不能再次使用。',
    },
    recovery_replaced: {
      subject: '您的恢复代码已更换',
      what: '您的账号有了新的恢复代码。旧代码不再有效。',
    },
    passkey_added: {
      subject: '已添加通行密钥',
      what: '您的账号已添加一个通行密钥。用它登录不需要密码，也不需要一次性验证码。',
    },
    passkey_removed: {
      subject: '已移除通行密钥',
      what: '已从您的账号移除一个通行密钥。之前用它进行的登录仍然有效。',
    },
    passkey_refused: {
      subject: '通行密钥可能已被复制',
      what: '使用您账号的通行密钥进行的一次登录被拒绝，因为该密钥似乎存在副本。该密钥仍然可用：如果您不清楚原因，请将其移除。',
    },
    passkeys_ended: {
      subject: '已移除所有通行密钥',
      what: '您账号的所有通行密钥都已移除，之后都不能再用于登录。',
    },
    locked: {
      subject: '密码错误次数过多',
      what: '您的账号被输入了过多的错误密码。目前您只能从以前用过的浏览器和设备登录。',
    },
    deleted: {
      subject: '您的账号已删除',
      what: '您的账号已删除。其所有登录、设备和应用均已结束。',
    },
    password_reset: {
      subject: '管理员重置了您的密码',
      what: '管理员为您的账号设置了临时密码。您的所有登录均已结束。',
    },
    codes_reset: {
      subject: '管理员关闭了您的一次性验证码',
      what: '管理员关闭了您账号的一次性验证码。现在登录只需要密码。',
    },
    passkeys_reset: {
      subject: '管理员移除了您的通行密钥',
      what: '管理员移除了您账号的所有通行密钥，之后都不能再用于登录。',
    },
    device: {
      subject: '一台设备获得了您账号的访问权限',
      what: '一台设备或一个应用获得了您账号的访问权限，其中有新的内容：应用、设备名称或所在网络。',
    },
    number_wrong: {
      subject: '错误的数字使一台设备未获得访问权限',
      what: '一台设备即将获得您账号的访问权限，但两次被输入了错误的数字，因此未获得访问权限。如果不是您本人发起的，则是他人将其代码发给了您。',
    },
    app: {
      subject: '您登录了一个应用',
      what: '您使用账号登录了一个应用，其中有新的内容：应用或您浏览器所在的网络。',
    },
    admin_granted: {
      subject: '一个应用获得了管理员权限',
      what: '一个应用以您的名义获得了管理员权限。',
    },
    drop_filled: {
      subject: '您请求的机密内容已填写',
      what: '有人填写了您请求的机密内容。只有您能用您链接中的密钥打开它，并且只能打开一次。',
    },
    drop_taken: {
      subject: '您的一份机密内容已被打开',
      what: '您交出或请求的一份机密内容已被打开。任何人都无法再次打开它。',
    },
    drop_closed: {
      subject: '有人用错误的密钥尝试您的机密内容',
      what: '有人对您的一份机密内容尝试了过多错误的密钥。没有一个能打开它，尝试者必须等待。',
    },
    signal_off: {
      subject: '信号已关闭',
      what: '您创建的订阅的信号已关闭：其地址连续三天没有响应或只返回错误，或者表示该地址已不存在。',
    },
    digest: {
      subject: '大量安全通知',
      what: '一小时内您的账号发生的事情超出了单独邮件通知的数量。其余通知：{count}。您可以在“活动记录”中查看全部。',
    },
  },
  labels: {
    app: '应用',
    device: '设备（自称）',
    deviceFrom: '设备的地址',
    from: '来源',
    when: '时间',
    org: '组织',
    role: '角色',
    inviter: '邀请人',
    newAddress: '新地址',
    label: '标签',
    dropKind: '类型',
  },
  roles: { owner: '所有者', admin: '管理员', member: '成员' },
  linkLife: {
    sign_up: '链接在 24 小时内有效，只能使用一次。',
    confirm: '链接在 24 小时内有效，只能使用一次。',
    reset: '链接在 30 分钟内有效，只能使用一次。',
    invitation: '链接在 7 天内有效，只能使用一次。',
    restore: '链接在 24 小时内有效，只能使用一次。',
  },
  seeAccount: '查看我的账号',
  ifNotYou: {
    signal: '请检查该地址的响应情况，然后用命令“latchkey signals on”重新开启。等待中的信号届时会发送。',
    drop: '如果这在您意料之外，请查看您的机密内容： {account}\n如果机密可能已被不该知道的人知道，请在使用它的地方更换它。',
    changed: '如果不是您本人，请立即设置新密码： {reset}\n请结束您不认识的内容： {account}',
    device: '如果不是您本人，请立即结束其访问： {account}\n然后设置新密码： {reset}',
    operator: '如果您没有提出此要求，请询问您认识的管理员。',
    deleted: '如果不是您本人，请立即联系本系统的管理员。',
  },
  footer: '本邮件由 {host} 上的 {name} 自动发送。回复不会有人阅读。',
};
