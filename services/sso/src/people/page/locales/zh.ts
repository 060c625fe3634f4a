import { html } from '@latchkey/pages';
import { zh as accountPage } from '../account/locales/zh.ts';
import { zh as appPages } from '../apps/locales/zh.ts';
import { zh as doorPages } from '../doors/locales/zh.ts';
import { zh as dropWords } from '../drops/locales/zh.ts';
import { zh as passkeyWords } from '../passkeys/locales/zh.ts';
import type { Messages } from './en.ts';

export const zh: Messages = {
  unnamedClient: '未命名应用',
  enter: {
    heading: '连接设备',
    headingFor: (client) => html`${client} 请求访问您的账号`,
    lead: '请输入您的设备或应用上显示的代码，然后登录。授权之前，您会先看到它请求的内容。',
    leadFor: '请登录以查看此请求。在您于下一页确认之前，不会授予任何权限。',
    code: '代码',
    codeHint: '8 个字母，例如 BCDF-GHJK。',
    codeHintFor: '请确认您的设备上显示的是同一个代码。',
    codeWarning: '切勿使用他人发给您或念给您的代码。',
    email: '电子邮箱',
    signedInAs: (account) => html`已登录：${account}`,
    otherAccount: '使用其他账号',
    password: '密码',
    addressCheck: (host) => html`输入密码前，请确认浏览器地址栏显示的是 ${host}。`,
    oneTimeCode: '一次性验证码或恢复码',
    oneTimeCodeOffer: '我的账号使用一次性验证码',
    oneTimeCodeHint: '身份验证器应用中显示的验证码，或您的一个恢复码。',
    newPassword: '新密码',
    newPasswordAgain: '再次输入新密码',
    submit: '继续',
    leadSignedIn: '请确认您的密码以查看此请求。在您于下一页确认之前，不会授予任何权限。',
  },
  choosePassword: {
    heading: '设置您的密码',
    lead: (account) => html`您使用临时密码登录了账号 ${account}。请设置自己的密码，以后使用它登录。`,
  },
  request: {
    scopesLead: '允许后，该应用可以：',
    scopesFold: (count) => `显示其余 ${count} 项`,
    account: '账号',
    registered: '注册者',
    byInstallation: '本服务的一部分',
    byOrg: (name) => html`组织 ${name}`,
    byPerson: '个人',
    device: '设备',
    callsItself: (name) => html`自称为 ${name}`,
    requestedAt: '请求时间',
    requestedFrom: '来源',
    fromDevice: (name) => html`自称为 ${name} 的设备`,
    fromProgram: (name) => html`使用 ${name}`,
    sameNetwork: '与此浏览器在同一网络',
    otherNetwork: '与此浏览器不在同一网络',
    visitorFrom: '来源（据应用所称）',
    worksAt: '适用于',
    details: '详情',
  },
  scopes: {
    openid: '知道哪个账号是您的',
    profile: '查看您的姓名和个人资料',
    email: '查看您的电子邮箱地址',
    groups: '查看您所属的群组',
    offline_access: '在您不使用时保持连接',
    account: '查看和结束您的会话、设备和应用，并更改您的登录方式',
    clients: '管理您注册的应用及其连接',
    orgs: '查看和管理您组织中的人员',
    admin: '管理所有用户及其数据',
    drops: '存储、读取和删除您的一次性内容',
    other: (scope) => html`使用权限 ${scope}`,
    identity: '识别您的身份（姓名、个人资料和电子邮箱地址）',
  },
  confirm: {
    title: '确认访问',
    heading: (client) => html`允许 ${client} 使用您的账号？`,
    headingAdmin: (client) => html`允许 ${client} 在 10&nbsp;分钟内管理此处的一切？`,
    codeCheck: '您的设备上应显示此代码',
    warningLead: '仅当您本人在自己的设备上发起了此操作时，才可继续。',
    warning: (house) => `${house} 工作人员绝不会向您索要此代码。`,
    otherNetwork: '您的设备与此浏览器位于不同的网络。如果这出乎您的意料，请拒绝该请求。',
    approve: '允许',
    deny: '拒绝',
  },
  adminRefused: {
    not_operator: '它还请求管理所有用户及其数据，但不会获得此权限，因为您的账号不是运营者账号。',
    no_one_time_code:
      '它还请求管理所有用户及其数据，但不会获得此权限，因为您登录时没有使用一次性验证码或通行密钥。请先为您的账号设置其中一种，然后重新连接。',
    no_passkey:
      '它还请求管理所有用户及其数据，但不会获得此权限，因为您登录时没有使用通行密钥。请用通行密钥登录，然后重新连接。',
    other_network:
      '它还请求管理所有用户及其数据，但不会获得此权限，因为您的设备与此浏览器位于不同的网络。请在此网络内的设备上重新开始，或请运营者将这两个网络登记为同一地点。',
    device_off: '它还请求管理所有用户及其数据，但不会获得此权限，因为此处不允许任何设备拥有它。',
    no_confirmation:
      '它还请求管理所有用户及其数据，但不会获得此权限，因为该设备无法询问此处需要在其上输入的数字。请更新应用，然后重新连接。',
  },
  number: {
    heading: '请在您的设备上输入此数字',
    lead: (client) => html`输入此数字后，${client} 即可访问您的账号。`,
    label: '数字',
    warningLead: '仅在您面前的设备上输入。',
    warning: (house) => `${house} 工作人员绝不会索要它。`,
    noDevice: '如果您面前没有设备要求输入数字，请选择“停止”。',
    stop: '停止',
    look: '再看一次',
  },
  done: {
    approved: {
      heading: '已允许访问',
      text: (client) => html`${client} 现在可以使用您的账号。您可以关闭此页面并返回您的设备。`,
    },
    denied: {
      heading: '已拒绝访问',
      text: (client) => html`${client} 未获得您账号的访问权限。您可以关闭此页面，无需进行其他操作。`,
    },
  },
  failed: {
    not_found: {
      heading: '此处没有页面',
      text: () => '请检查地址是否有误，或从下面的页面继续。',
    },
    code_invalid: {
      heading: '此代码无法使用',
      text: () => '代码可能输入有误、已过期或已被使用。请在您的设备上获取新代码，然后重试。',
    },
    other_network: {
      heading: '此应用只能在附近连接',
      text: () =>
        '该设备与此浏览器位于不同的网络，而此应用不允许这样做。未批准任何内容。要继续，请在您设备所在网络（例如同一 Wi-Fi）的浏览器中打开此页面。',
    },
    device_sign_in_off: {
      heading: '您的账户不允许新设备接入',
      text: () =>
        '您已为账户关闭此功能。未批准任何内容。如果要连接此设备，请在账户中重新允许设备，然后在此重新开始。如果不是您发起的，则无需再做任何操作。',
    },
    attempts_exhausted: {
      heading: '此请求已关闭',
      text: () => '使用此代码登录失败的次数过多。未授予任何权限。如需重试，请在您的设备上获取新代码。',
    },
    number_wrong: {
      heading: '数字不正确',
      text: () =>
        '设备上两次输入了错误的数字，因此未获得访问权限。如需重试，请在您的设备上获取新代码。如果不是您输入的，则有其他人想进入您的账号。',
    },
    too_large: {
      heading: '内容过长',
      text: (limit: string) => `发送的内容超过 ${limit}，即本页的上限。未作任何更改。`,
    },
    csrf_mismatch: {
      heading: '此页面已失效',
      text: () => '页面可能打开时间过长，或浏览器阻止了 Cookie。未作任何更改。请重新开始。',
    },
    throttled: {
      heading: '尝试次数过多',
      text: (wait) => `为保护账号安全，此处的登录已暂停。请在${wait}重试。`,
    },
    too_many_approvals: {
      heading: '一小时内的设备过多',
      text: (wait) =>
        `您的账户在一小时内接入的设备已达上限。未批准任何内容。您可以在${wait}重试。如果这些设备并非全部由您连接，请更改密码。`,
    },
    unavailable: {
      heading: (house) => `${house} 暂时不可用`,
      text: (wait) => `问题出在我们这边，未授予任何权限。请在${wait}重试。`,
    },
  },
  session: {
    title: '您的登录状态',
    lead: '如果其他人也使用此浏览器，请退出登录。您已批准的设备和应用将保持连接。',
    signOut: '退出登录',
    signedOut: '您已退出登录',
  },
  newPassword: {
    hint: (least) => `至少 ${least} 个字符。不能是常见密码，也不能是您的姓名或邮箱地址。`,
    new_password_short: (least) => `此密码太短。请至少使用 ${least} 个字符。`,
    new_password_long: '此密码太长。最多使用 256 个字符。',
    new_password_common: '许多人使用此密码，容易被猜到。请另选一个。',
    new_password_own_name: (house) => `此密码是您的姓名、邮箱地址或“${house}”。请另选一个。`,
    new_password_same: '这是您的旧密码。请选择一个新密码。',
    new_passwords_differ: '两次输入的新密码不一致。请输入两次相同的新密码。',
  },
  errors: {
    code_missing: '请输入您的设备上显示的代码。',
    code_invalid: '此代码无法使用。它可能输入有误、已过期或已被使用。请检查代码，或在您的设备上获取新代码。',
    code_from_address: '此请求不接受来自链接的代码。请输入您自己的设备上显示的代码。',
    email_missing: '请输入电子邮箱。',
    password_missing: '请输入密码。',
    password_wrong: '密码不正确。',
    credentials_invalid: '电子邮箱、密码或一次性验证码不正确。',
    one_time_code_required: '此账号需要一次性验证码。请与密码一并输入。',
    passkey_refused: '此通行密钥未被接受。请重试，或使用密码登录。',
    passkey_expired: '此页面打开时间过长或已被使用。请重试。',
    sign_in_expired: '设置密码的时间过长。请重新登录。',
    account_mismatch: '此浏览器已登录其他账号。请使用此处显示的账号继续，或先退出登录。',
    confirmation_expired:
      '此确认已被使用、用时过长，或因您退出登录、重新登录或更改密码而失效。如果您的设备尚未连接，请重新登录。',
  },
  account: accountPage,
  apps: appPages,
  doors: doorPages,
  passkeys: passkeyWords,
  drops: dropWords,
};
