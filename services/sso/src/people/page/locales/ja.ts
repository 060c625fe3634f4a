import { html } from '@latchkey/pages';
import { ja as accountPage } from '../account/locales/ja.ts';
import { ja as appPages } from '../apps/locales/ja.ts';
import { ja as doorPages } from '../doors/locales/ja.ts';
import { ja as dropWords } from '../drops/locales/ja.ts';
import { ja as passkeyWords } from '../passkeys/locales/ja.ts';
import type { Messages } from './en.ts';

export const ja: Messages = {
  unnamedClient: '名称のないアプリ',
  enter: {
    heading: 'デバイスを接続',
    headingFor: (client) => html`${client} がアカウントへのアクセスを求めています`,
    lead: 'お使いのデバイスまたはアプリに表示されているコードを入力し、サインインしてください。許可する前に、求められている内容を確認できます。',
    leadFor: 'リクエストを確認するにはサインインしてください。次のページで承認するまで、何も許可されません。',
    code: 'コード',
    codeHint: '英字 8 文字（例: BCDF-GHJK）',
    codeHintFor: 'お使いのデバイスに同じコードが表示されていることを確認してください。',
    codeWarning: '他の人から送られたコードや、口頭で伝えられたコードは絶対に使わないでください。',
    email: 'メールアドレス',
    signedInAs: (account) => html`${account} としてサインイン中`,
    otherAccount: '別のアカウントを使う',
    password: 'パスワード',
    addressCheck: (host) =>
      html`入力する前に、ブラウザーのアドレスバーに ${host} と表示されていることを確認してください。`,
    oneTimeCode: 'ワンタイムコードまたはリカバリーコード',
    oneTimeCodeOffer: 'ワンタイムコードを使用しています',
    oneTimeCodeHint: '認証アプリに表示されているコード、またはリカバリーコードの1つです。',
    newPassword: '新しいパスワード',
    newPasswordAgain: '新しいパスワード（もう一度）',
    submit: '次へ',
    leadSignedIn:
      'リクエストを表示するには、パスワードを確認してください。次のページで承認するまで、何も許可されません。',
  },
  choosePassword: {
    heading: 'パスワードを決めてください',
    lead: (account) =>
      html`${account}
      として仮のパスワードでサインインしました。ご自分のパスワードを決めてください。今後はそのパスワードでサインインします。`,
  },
  request: {
    scopesLead: '許可すると、このアプリは次のことができます:',
    scopesFold: (count) => `残り ${count} 件を表示`,
    account: 'アカウント',
    registered: '登録者',
    byInstallation: 'このサービスの一部',
    byOrg: (name) => html`組織 ${name}`,
    byPerson: '個人',
    device: 'デバイス',
    callsItself: (name) => html`${name} と名乗っています`,
    requestedAt: '日時',
    requestedFrom: '送信元',
    fromDevice: (name) => html`${name} と名乗るデバイス`,
    fromProgram: (name) => html`${name} を使用`,
    sameNetwork: 'このブラウザーと同じネットワーク',
    otherNetwork: 'このブラウザーとは別のネットワーク',
    visitorFrom: '送信元（アプリによる情報）',
    worksAt: '有効な接続先',
    details: '詳細',
  },
  scopes: {
    openid: 'どのアカウントがあなたのものかを知る',
    profile: '名前とプロフィールを見る',
    email: 'メールアドレスを見る',
    groups: '所属しているグループを見る',
    offline_access: '使用していないときも接続を保つ',
    account: 'セッション、デバイス、アプリを見て終了し、サインイン方法を変更する',
    clients: '登録したアプリとその接続を管理する',
    orgs: '組織に属する人を確認し、管理する',
    admin: 'すべてのユーザーとそのデータを管理する',
    drops: '一度だけ開けるデータを保存し、読み取り、削除する',
    other: (scope) => html`権限 ${scope} を使う`,
    identity: 'あなたを識別する（名前、プロフィール、メールアドレス）',
  },
  confirm: {
    title: 'アクセスの確認',
    heading: (client) => html`${client} にアカウントの使用を許可しますか？`,
    headingAdmin: (client) => html`${client} に 10&nbsp;分間、ここでのすべての管理を許可しますか？`,
    codeCheck: 'お使いのデバイスにこのコードが表示されている必要があります',
    warningLead: 'ご自身のデバイスで、ご自身が始めた操作である場合にのみ続けてください。',
    warning: (house) => `${house} の担当者がこのコードをお尋ねすることは決してありません。`,
    otherNetwork:
      'お使いのデバイスとこのブラウザーは別のネットワークにあります。心当たりがない場合は拒否してください。',
    approve: '許可する',
    deny: '拒否する',
  },
  adminRefused: {
    not_operator:
      'すべてのユーザーとそのデータの管理も求めていますが、お使いのアカウントは運用者ではないため、許可されません。',
    no_one_time_code:
      'すべてのユーザーとそのデータの管理も求めていますが、ワンタイムコードもパスキーも使わずにサインインしたため、許可されません。アカウントでどちらかを設定してから、もう一度接続してください。',
    no_passkey:
      'すべてのユーザーとそのデータの管理も求めていますが、パスキーなしでサインインしたため、許可されません。パスキーでサインインしてから、もう一度接続してください。',
    other_network:
      'すべてのユーザーとそのデータの管理も求めていますが、お使いのデバイスとこのブラウザーが別のネットワークにあるため、許可されません。このネットワーク内のデバイスからやり直すか、運用者に両方のネットワークを同じ場所として登録するよう依頼してください。',
    device_off:
      'すべてのユーザーとそのデータの管理も求めていますが、ここではどのデバイスにも許可されません。',
    no_confirmation:
      'すべてのユーザーとそのデータの管理も求めていますが、ここで入力が必要な番号をデバイスが尋ねられないため、許可されません。アプリを更新してから、もう一度接続してください。',
  },
  number: {
    heading: 'この番号をデバイスに入力してください',
    lead: (client) => html`${client} は、この番号が入力されるとアカウントを使用できるようになります。`,
    label: '番号',
    warningLead: '目の前にあるデバイスにのみ入力してください。',
    warning: (house) => `${house} の担当者がお尋ねすることはありません。`,
    noDevice: '目の前のデバイスが番号を求めていない場合は「中止する」を選んでください。',
    stop: '中止する',
    look: 'もう一度確認する',
  },
  done: {
    approved: {
      heading: 'アクセスを許可しました',
      text: (client) =>
        html`${client}
        がアカウントを使用できるようになりました。このページを閉じて、デバイスに戻ってください。`,
    },
    denied: {
      heading: 'アクセスを拒否しました',
      text: (client) =>
        html`${client}
        にはアカウントへのアクセスを許可していません。このページは閉じてかまいません。ほかに必要な操作はありません。`,
    },
  },
  failed: {
    not_found: {
      heading: 'このページは存在しません',
      text: () => 'アドレスに入力の誤りがないかご確認いただくか、次のページからお進みください。',
    },
    code_invalid: {
      heading: 'このコードは使用できません',
      text: () =>
        '入力の誤り、期限切れ、または使用済みの可能性があります。デバイスで新しいコードを取得して、もう一度お試しください。',
    },
    other_network: {
      heading: 'このアプリは近くからのみ接続できます',
      text: () =>
        'デバイスとこのブラウザーは別のネットワークにあり、このアプリはそれを許可していません。何も許可されていません。続けるには、デバイスと同じネットワーク（同じ Wi-Fi など）のブラウザーでこのページを開いてください。',
    },
    device_sign_in_off: {
      heading: 'このアカウントは新しいデバイスを受け付けません',
      text: () =>
        'アカウントでこの機能がオフになっています。何も許可されていません。このデバイスを接続するには、アカウントでデバイスを再び許可してから、ここでやり直してください。ご自身で始めたものでなければ、ほかに必要な操作はありません。',
    },
    attempts_exhausted: {
      heading: 'このリクエストは終了しました',
      text: () =>
        'このコードでのサインインの失敗が多すぎました。アクセスは許可されていません。やり直すには、デバイスで新しいコードを取得してください。',
    },
    number_wrong: {
      heading: '番号が正しくありませんでした',
      text: () =>
        'デバイスで誤った番号が 2 回入力されたため、アクセスは許可されていません。やり直すには、デバイスで新しいコードを取得してください。ご自身が入力したのでない場合は、ほかの人がアカウントに入ろうとしました。',
    },
    too_large: {
      heading: '長すぎます',
      text: (limit: string) =>
        `送信された内容が、このページの上限 ${limit} を超えています。何も変更されていません。`,
    },
    csrf_mismatch: {
      heading: 'このページは無効になりました',
      text: () =>
        '長時間開いたままだったか、ブラウザーが Cookie をブロックしている可能性があります。何も変更されていません。最初からやり直してください。',
    },
    throttled: {
      heading: '試行回数が多すぎます',
      text: (wait) =>
        `アカウントを保護するため、サインインを一時停止しています。${wait}にもう一度お試しください。`,
    },
    too_many_approvals: {
      heading: '1 時間に許可できるデバイスの数を超えました',
      text: (wait) =>
        `このアカウントは、1 時間に許可できる数のデバイスをすでに許可しています。今回は何も許可されていません。${wait}にもう一度お試しください。すべてがご自身で接続したものでない場合は、パスワードを変更してください。`,
    },
    unavailable: {
      heading: (house) => `現在 ${house} を利用できません`,
      text: (wait) =>
        `こちら側で問題が発生しています。アクセスは許可されていません。${wait}にもう一度お試しください。`,
    },
  },
  session: {
    title: 'サインインの状態',
    lead: 'ほかの人もこのブラウザーを使う場合は、サインアウトしてください。許可済みのデバイスとアプリは接続されたままです。',
    signOut: 'サインアウト',
    signedOut: 'サインアウトしています',
  },
  newPassword: {
    hint: (least) => `${least} 文字以上。ありふれたパスワード、名前、メールアドレスは使えません。`,
    new_password_short: (least) => `このパスワードは短すぎます。${least} 文字以上にしてください。`,
    new_password_long: 'このパスワードは長すぎます。256 文字以内にしてください。',
    new_password_common:
      'このパスワードは多くの人が使っているため、推測されやすいものです。別のものを選んでください。',
    new_password_own_name: (house) =>
      `このパスワードは、名前、メールアドレス、または「${house}」です。別のものを選んでください。`,
    new_password_same: 'これは以前のパスワードです。新しいものを選んでください。',
    new_passwords_differ: '2つの新しいパスワードが一致しません。同じものを2回入力してください。',
  },
  errors: {
    code_missing: 'デバイスに表示されているコードを入力してください。',
    code_invalid:
      'このコードは使用できません。入力の誤り、期限切れ、または使用済みの可能性があります。コードを確認するか、デバイスで新しいコードを取得してください。',
    code_from_address:
      'この要求では、リンクからのコードは受け付けません。ご自身のデバイスに表示されているコードを入力してください。',
    email_missing: 'メールアドレスを入力してください。',
    password_missing: 'パスワードを入力してください。',
    password_wrong: 'パスワードが正しくありません。',
    credentials_invalid: 'メールアドレス、パスワード、またはワンタイムコードが正しくありません。',
    one_time_code_required:
      'このアカウントにはワンタイムコードが必要です。パスワードと一緒に入力してください。',
    passkey_refused:
      'このパスキーは受け付けられませんでした。もう一度試すか、パスワードでサインインしてください。',
    passkey_expired: 'このページは長く開かれていたか、すでに使われています。もう一度試してください。',
    sign_in_expired: 'パスワードを決めるまでに時間がかかりすぎました。もう一度サインインしてください。',
    account_mismatch:
      'このブラウザーは別のアカウントでサインインしています。ここに表示されているアカウントで続けるか、先にサインアウトしてください。',
    confirmation_expired:
      'この確認はすでに使用されたか、時間がかかりすぎたか、サインアウト、再度のサインイン、またはパスワードの変更により無効になりました。デバイスがまだ接続されていない場合は、もう一度サインインしてください。',
  },
  account: accountPage,
  apps: appPages,
  doors: doorPages,
  passkeys: passkeyWords,
  drops: dropWords,
};
