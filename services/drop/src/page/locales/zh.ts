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
  problems: {
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
    throttled: {
      heading: '打开的链接过多',
      text: (wait) => `您的网络在短时间内查看了许多投递内容。请${wait}重试。`,
    },
    csrf_failed: {
      heading: '本页已失效',
      text: () => '它可能打开得太久，或您的浏览器阻止了 Cookie。没有打开任何内容。请重新开始。',
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
