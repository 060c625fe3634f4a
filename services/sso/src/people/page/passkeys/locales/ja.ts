import type { PasskeyMessages } from './en.ts';

export const ja: PasskeyMessages = {
  signIn: 'パスキーを使う',
  notUsed: 'パスキーは使われませんでした。もう一度試すか、パスワードでサインインしてください。',
  lead: 'パスキーを使うと、パスワードとワンタイムコードなしで、指紋、顔、またはデバイスのロックでサインインできます。',
  none: 'パスキーはありません。',
  count: (count) => (count === 0 ? 'なし' : String(count)),
  synced: '他のデバイスにもコピーされます',
  bound: 'このパスキーのデバイスだけにあります',
  unusable: 'このサービスの別のアドレス用に作られたため、ここでは使えません',
  added: '追加',
  lastUsed: '最終使用',
  neverUsed: 'まだありません',
  remove: '削除',
  addHeading: 'パスキーを追加',
  begin: '次へ',
  name: 'パスキーの名前',
  nameHint: '見分けるための名前です。例：「私のスマートフォン」',
  create: 'パスキーを作成',
  createLead: 'パスキーの保存場所とロックの解除方法を、ブラウザーが尋ねます。',
  notCreated: 'パスキーは作成されませんでした。もう一度試してください。',
  full: 'パスキーは20個が上限です。追加する前に1つ削除してください。',
  off: 'アドレスが数字のため、このインストールではパスキーを使えません。',
  operatorReset:
    '管理者の最初のパスキーは、仮のパスワードを変更してから1時間以内に追加します。このインストールを運用する人に仮のパスワードを依頼してください（latchkey-user-api operators reset）。',
  endLead: 'アカウントのパスキー',
  end: 'これらのパスキーを削除',
  endHint: 'すべてに心当たりがあり、どれも失っていない場合にだけ、チェックを外してください。',
  notices: {
    passkey_added: 'パスキーを追加しました。これからはパスキーでサインインできます。',
    passkey_removed:
      'パスキーを削除しました。このパスキーではもうサインインできません。デバイスからも削除してください。',
  },
  problems: {
    passkey_refused: 'このパスキーは追加できませんでした。最初からやり直してください。',
    passkey_full: '同時に何かが変更されたか、このパスキーはすでにあります。一覧を確認してください。',
    passkey_needed:
      'この操作にはパスキーが必要です。サインアウトし、パスキーでサインインして、5分以内に戻ってください。',
  },
  events: {
    passkey_added: 'パスキーを追加しました',
    passkey_removed: 'パスキーを削除しました',
    passkey_clone: '複製されたパスキーによるサインインを拒否しました',
    passkeys_ended: 'すべてのパスキーを削除しました',
  },
};
