import { html } from '@latchkey/pages';
import type { AppMessages } from './en.ts';

export const ja: AppMessages = {
  onThisComputer: 'このコンピューター上のアプリ',
  leadsTo: '移動先',
  signIn: {
    lead: (client, place) => html`${client}（${place}）に進みます。`,
    again: (client, place) => html`${client}（${place}）に進むには、パスワードを確認してください。`,
  },
  ask: {
    warningLead: 'このアプリにサインインしようとしていた場合にのみ許可してください。',
    warning: 'アカウントの設定でアクセスを終了するまで、このようにアカウントを使用できます。',
    allow: '許可する',
    deny: '拒否する',
  },
  refused: {
    denied: {
      heading: 'アクセスを拒否しました',
      text: (client) => html`${client} にはアカウントへのアクセスを許可していません。`,
    },
    other: {
      heading: 'このサインインは続けられません',
      text: (client) =>
        html`${client} にはアカウントへのアクセスを許可していません。リクエストは拒否されました。`,
    },
    back: (place) => html`戻る：${place}`,
  },
  broken: {
    heading: 'このサインイン用リンクは使えません',
    text: '何も行われていません。リクエストの送信元が確かでないため、移動もしません。アプリに戻って、最初からやり直してください。それでも解決しない場合は、アプリの開発者に次の文を伝えてください。',
  },
  waiting: {
    heading: 'サインインするには、このページを開いてください',
    text: 'ほかのページの中ではなく、独立したウィンドウでのみ開きます。',
    open: '開く',
  },
  leaving: {
    heading: 'お待ちください',
    text: '移動しています。何も起きない場合は、このリンクを使ってください。',
    goOn: '続ける',
  },
  signOut: {
    heading: (client) => html`${client} とこのブラウザーからサインアウトしますか？`,
    lead: 'アカウントを使用しているほかのデバイスとアプリは接続されたままです。',
  },
  connected: '接続方法',
  roads: { device: 'デバイスのコードによる', browser: 'ブラウザーでのサインインによる' },
};
