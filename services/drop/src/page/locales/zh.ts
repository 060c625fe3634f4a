import type { Messages } from './en.ts';

export const zh: Messages = {
  form: {
    heading: '打开投递内容',
    lead: '有人为您留下了此内容。它只能打开一次，随后会在此删除。文本会显示在下一页；其他内容由浏览器保存为文件，此时本页保持不变。',
    key: '密钥',
    keyHint: '它随链接或通过其他方式发给了您。',
    keyCame: '密钥已随链接提供',
    submit: '立即打开',
    sent: '浏览器正在打开内容。如果已保存文件，则内容已在此删除，您可以关闭本页。',
  },
  opened: {
    heading: '内容已打开',
    text: '它已在此删除，无法再次打开。关闭本页之前，请复制您需要的内容。',
    copy: '复制文本',
    copied: '已复制',
  },
  fill: {
    heading: '交付机密内容',
    never: '切勿填写您自己的密码。',
    neverMore: '在这里索要密码的人不怀好意：只填写专门用于交付的内容。',
    who: '请求者',
    org: '组织 {name}',
    app: '应用 {name}',
    what: '用途',
    until: '截止',
    text: '机密内容',
    textHint: '它会用您链接中的密钥封存。只有请求者能打开，并且只能打开一次。',
    submit: '交付',
    sent: '浏览器正在发送机密内容。',
    report: '不认识请求者，或觉得可疑？请关闭本页，并',
    reportLink: '举报',
  },
  filled: {
    heading: '机密内容已交付',
    text: '现在只有请求者能打开它。您可以关闭本页。',
  },
  problems: {
    text_missing: '请填写机密内容。',
    key_missing: '请输入密钥。',
    key_wrong: '密钥不正确。没有任何内容被消耗：请检查密钥后重试。',
  },
  ended: {
    nothing: {
      heading: '此链接未指向任何内容',
      text: () => '链接可能有误，或其内容已不存在。请向发送者索取新的链接。',
    },
    expired: {
      heading: '此内容已过期',
      text: () => '没有人及时打开，它已被删除。请向发送者索取新的链接。',
    },
    not_active: {
      heading: '此内容已不存在',
      text: () => '它已被打开，或已被所有者终止。如果不是您打开的，请告知发送者：可能有其他人看过。',
    },
    attempts_limited: {
      heading: '错误的密钥过多',
      text: (wait) => `此内容在这里暂停打开，没有任何内容被消耗。请${wait}重试。`,
    },
    lapsed: {
      heading: '已没有人在等待此机密内容',
      text: () => '未能及时填写。请向发送者索取新的链接。',
    },
    filled_before: {
      heading: '此处已无法再填写',
      text: () => '已有人填写，或请求者已结束请求。如果不是您，请告诉向您发送链接的人：可能有其他人用过它。',
    },
    fill_paused: {
      heading: '错误的密钥过多',
      text: (wait) => `此处的填写已暂停，没有任何内容被消耗。您可以${wait}重试。`,
    },
    full: {
      heading: '请求者没有剩余空间',
      text: () => '没有交付任何内容。请告诉向您发送链接的人：需要先打开或删除其他机密内容。',
    },
    fill_unknown: {
      heading: '无法确定机密内容是否已交付',
      text: () => '与数据库的连接在此时中断。请重新开始：如果已无法再填写，则内容已交付。',
    },
    too_large: {
      heading: '对本页来说内容过长',
      text: (limit: string) =>
        `发送的内容超过 ${limit}，即本页的上限。没有打开或交付任何内容。文件和长文本可用命令“latchkey drop fill”交付。`,
    },
    throttled: {
      heading: '打开的链接过多',
      text: (wait) => `您的网络在短时间内查看了许多投递内容。请${wait}重试。`,
    },
    csrf_failed: {
      heading: '本页已失效',
      text: () => '它可能打开得太久，或您的浏览器阻止了 Cookie。没有打开或交付任何内容。请重新开始。',
    },
    outcome_unknown: {
      heading: '无法确定内容是否已打开',
      text: () => '与数据库的连接在此时中断。请重试：如果内容已不存在，请向发送者索取新的链接。',
    },
    unavailable: {
      heading: '本页目前不可用',
      text: (wait) => `问题出在我们这边。请${wait}重试。`,
    },
  },
};
