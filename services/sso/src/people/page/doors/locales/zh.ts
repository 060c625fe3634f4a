import { html } from '@latchkey/pages';
import type { DoorMessages } from './en.ts';

const back = '您已在此浏览器中登录。如果您是在其他设备或其他浏览器中开始的，请回到那里继续。';

export const zh: DoorMessages = {
  forgot: '忘记密码？',
  create: '创建账号',
  quote: (text) => html`“${text}”`,
  goOn: '继续',
  ask: {
    signup: { heading: '创建账号', lead: '请输入您的电子邮箱。我们会向您发送用于创建账号的链接。' },
    reset: { heading: '设置新密码', lead: '请输入您账号的电子邮箱。我们会向您发送用于设置新密码的链接。' },
    ended: '您打开的链接已过期或已被使用。您可以在此申请新的链接。',
    submit: '发送链接',
  },
  sent: {
    heading: '请查收邮件',
    signup: (email) => html`发往 ${email} 的邮件即将送达。请在 24 小时内打开其中的链接。`,
    reset: (email) => html`如果 ${email} 有账号，邮件即将送达。请在 30 分钟内打开其中的链接。`,
    missing: '几分钟后仍未收到邮件？请查看垃圾邮件文件夹，并核对上面的邮箱。',
    otherAddress: '使用其他邮箱',
    whenDone: '通过链接完成操作后，您可以在此继续。',
  },
  noMail: {
    heading: '无法发送邮件',
    text: '本系统不发送邮件。请向本系统的管理员寻求帮助。',
  },
  closed: {
    invited: {
      heading: '您需要邀请',
      text: '只有受邀者可以创建账号。如果您收到了邀请邮件，请打开其中的链接。',
    },
    off: { heading: '此处无法创建账号', text: '请向本系统的管理员寻求帮助。' },
  },
  waiting: {
    heading: '请打开您的链接',
    text: '尚未进行任何操作。请使用按钮打开邮件中的链接。',
    open: '打开链接',
  },
  noLink: {
    heading: '请打开邮件中的链接',
    text: '此浏览器没有此页面的链接：链接已被使用，或打开已超过 15 分钟。如果您尚未完成操作，请再次打开邮件中的链接。',
  },
  ended: {
    heading: '此链接已失效',
    signup: '链接已过期或已被使用。如果您已通过它创建账号，请登录。',
    invitation: '该邀请已被答复、撤回或已过期。如果您尚未答复，请向邀请您的人申请新的邀请。',
    confirm:
      '链接已过期或已被使用。如果您已确认邮箱，则无需其他操作。如果尚未确认，您可以在账号中申请新的链接。',
    restore: '它已过期或已被使用。如果是您恢复了地址，请立即设置新密码。',
  },
  isFor: (email) => html`此链接属于 ${email}。`,
  signUp: {
    heading: '创建您的账号',
    name: '您的姓名',
    nameHint: '您所在组织的成员可以看到。',
    passwordAgain: '再次输入密码',
    submit: '创建账号',
  },
  reset: {
    ends: '设置新密码会让所有浏览器退出登录，并结束所有设备和应用的访问。',
    submit: '设置密码',
  },
  invitation: {
    heading: '您收到了邀请',
    org: '组织',
    by: '邀请人',
  },
  signIn: {
    heading: '您已有账号',
    text: '请用此邮箱登录以继续。',
  },
  otherAccount: {
    heading: '已登录其他账号',
    text: '尚未进行任何操作。要继续使用该链接，请先退出登录。',
  },
  confirm: { heading: '确认您的邮箱', submit: '确认此邮箱' },
  restore: {
    heading: '恢复此地址',
    lead: '有人知道您的密码，并更改了您账户的地址。此操作会恢复该地址，并使您的密码、所有登录、设备和应用失效。随后您将设置新密码。',
    submit: '恢复地址',
  },
  done: {
    signed_up: { heading: '您的账号已创建', text: back },
    password_set: { heading: '您的密码已设置', text: back },
    accepted: { heading: '已接受邀请', text: '您现在属于该组织。' },
    declined: { heading: '已拒绝邀请', text: '您未被加入该组织。' },
    confirmed: { heading: '邮箱已确认', text: '谢谢。您无需其他操作。' },
    restored: { heading: '您的地址已恢复', text: '所有登录均已结束，旧密码不再有效。请立即设置新密码。' },
  },
  welcome: {
    signed_up: '您的账号已创建。',
    joined: (org) => html`您的账号已创建。您现在属于${org}。`,
    password_set: '您的新密码已设置。',
  },
  throttled: {
    heading: '邮件过多',
    text: (wait) => `申请的链接过多。您可以${wait}再次申请。`,
  },
  errors: {
    email_invalid: '这不是电子邮箱。请检查您的输入。',
    name_refused: '请输入一行姓名，其中须包含字母、文字或数字。',
    link_code_invalid: '验证码不正确。请输入身份验证器应用当前显示的验证码，或您尚未使用的恢复码。',
  },
};
