import { open, rm } from 'node:fs/promises';
import { exportAccount } from '@latchkey/client';
import { confirm, passwordOption, readPassword } from '../ask.ts';
import { defineCommand } from '../command.ts';
import { defineAct, dropUnset, yesOption } from '../define-act.ts';
import { createComplaint, createUnclear, isSystemError } from '../failure.ts';
import { languages } from '../languages.ts';
import { readVariable } from '../variables.ts';
import { endLogins } from './logout.ts';

const needs = 'account';
/** How an export ends that is whole. */
const wholeEnd = /"complete": true\}\s*$/;

export const ownAccount = [
  defineAct({
    name: 'account update',
    summary: 'Change your name, or the language of mails to you.',
    needs,
    options: {
      name: { type: 'text', summary: 'Your name.' },
      language: {
        type: 'text',
        choices: languages,
        summary: 'The language of mails to you.',
      },
    },
    call: (api, { name, language }) => {
      if (name === undefined && language === undefined)
        throw createUnclear('account update', 'account update needs --name or --language.');
      return api('/account/me/update', dropUnset({ name, locale: language }));
    },
    fields: ({ name, locale }) => ({ name, language: locale }),
    done: () => 'Your account is changed.',
  }),
  defineCommand({
    name: 'account export',
    summary: 'Write all that Latchkey keeps about you to a new file of JSON.',
    needs,
    arguments: { file: { summary: 'The file, which must not exist.' } },
    options: passwordOption,
    async run({ shell, out, connect }, { file, ...input }) {
      const connection = await connect();
      const password = await readPassword(shell, input['password-file']);
      const pieces = await exportAccount(connection, password, { signal: shell.signal });
      const bytes = await writeWhole(file, pieces);
      out.record({ file, bytes }, {});
      out.say(`Wrote ${bytes} bytes to ${file}.`);
    },
  }),
  defineCommand({
    name: 'account delete',
    summary: 'Delete your account for good.',
    details:
      'All your sign-ins, devices, apps, memberships and invitations end, and your clients are archived. Nobody can undo this. Drops stay until their time is over.',
    needs,
    options: { ...yesOption, ...passwordOption },
    async run(context, input) {
      const { shell, out, userApi } = context;
      const api = await userApi();
      if (!input['yes']) await confirm(shell, 'Delete your account for good? Nobody can undo this.');
      const password = await readPassword(shell, input['password-file']);
      await api('/account/me/delete', { 'auth.pass': password });
      // The logins that are kept here may be of another account where a token was given.
      if (readVariable(shell, 'LATCHKEY_TOKEN') === undefined) await endLogins(context);
      out.record({ deleted: true }, {});
      out.say('Your account is deleted.');
    },
  }),
];

/** Writes a new file and answers its size; removes it where the export is not whole. */
async function writeWhole(path: string, pieces: ReadableStream<Uint8Array>): Promise<number> {
  const file = await open(path, 'wx', 0o600).catch(async (error: unknown) => {
    await pieces.cancel();
    if (isSystemError(error)) throw createComplaint(`${path} cannot be made (${error.code}).`);
    throw error;
  });
  let [bytes, end] = [0, ''];
  try {
    for await (const piece of pieces) {
      await file.write(piece);
      bytes += piece.length;
      end = (end + Buffer.from(piece).toString('latin1')).slice(-64);
    }
    if (!wholeEnd.test(end)) throw createComplaint('The export broke off. Nothing was written; try again.');
  } catch (error) {
    await file.close();
    await rm(path);
    throw error;
  }
  await file.close();
  return bytes;
}
