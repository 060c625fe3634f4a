import { html } from '@latchkey/pages';
import type { AppMessages } from './en.ts';

export const zh: AppMessages = {
  onThisComputer: '此计算机上的应用',
  leadsTo: '前往',
  signIn: {
    lead: (client, place) => html`登录后前往 ${client}（${place}）。`,
    again: (client, place) => html`请确认您的密码，以前往 ${client}（${place}）。`,
  },
  ask: {
    warningLead: '仅当您正要登录此应用时，才可允许。',
    warning: '在您于账号中结束其访问之前，它可以这样使用您的账号。',
    allow: '允许',
    deny: '拒绝',
  },
  refused: {
    denied: {
      heading: '已拒绝访问',
      text: (client) => html`${client} 未获得您账号的访问权限。`,
    },
    other: {
      heading: '无法继续此次登录',
      text: (client) => html`${client} 未获得您账号的访问权限。它的请求被拒绝：`,
    },
    back: (place) => html`返回：${place}`,
  },
  broken: {
    heading: '此登录链接无效',
    text: '未执行任何操作；由于无法确定请求的来源，您也不会被转到其他地方。请返回应用并重新开始。如果仍无法解决，应用的开发者需要以下内容：',
  },
  waiting: {
    heading: '请打开此页面以登录',
    text: '它只能在独立的窗口中打开，不能在其他页面内打开。',
    open: '打开',
  },
  leaving: {
    heading: '请稍候',
    text: '正在为您跳转。如果没有反应，请使用此链接。',
    goOn: '继续',
  },
  signOut: {
    heading: (client) => html`要退出 ${client} 和此浏览器的登录吗？`,
    lead: '使用您账号的其他设备和应用将保持连接。',
  },
  connected: '连接方式',
  roads: { device: '通过设备代码', browser: '通过浏览器登录' },
};
