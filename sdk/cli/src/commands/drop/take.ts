import { open, rename, rm } from 'node:fs/promises';
import { readDropLink, takeDropLink } from '@latchkey/client';
import { readFileName } from '@latchkey/pages/file-name';
import { agrees } from '../../ask.ts';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { findKey, keyOptions } from '../../drop-key.ts';
import { makeTarget, type DropTarget } from '../../drop-target.ts';
import { createComplaint, mayHaveActed } from '../../failure.ts';
import { clean, toJson } from '../../output.ts';
import type { Shell } from '../../shell.ts';
import { createFetch } from '../../transfer.ts';
import { explainState } from './drop-state.ts';
import { readLink } from './link.ts';

export const take = defineCommand({
  name: 'drop take',
  summary: 'Take a drop: print what is in it, or write it to a file. It is gone then.',
  details:
    'The key is asked for on the terminal unless LATCHKEY_DROP_KEY or an option gives it. On a terminal a file is written under its own name in this folder.',
  needs: 'login',
  arguments: { id: { summary: 'The id of the drop, or its link; - reads the link from standard input.' } },
  options: {
    out: { type: 'text', value: 'FILE', summary: 'Write to this new file.' },
    anonymous: { type: 'flag', summary: 'Take an anonymous drop, without a login.' },
    ...keyOptions,
  },
  async run(context, { id: typed, out, anonymous, ...input }) {
    const { shell, out: output, globals } = context;
    const { id, consume } = await findDrop(context, typed, anonymous, input);
    // Made first, because a drop that has no place must not be taken. What cannot be printed is kept there.
    const target = await makeTarget(id, out);
    const taken = await consume().catch(async (error: unknown) => {
      await target.discard();
      if (mayHaveActed(error, shell))
        output.say('The drop may have been taken all the same: see latchkey drop inspect.');
      throw error;
    });
    const bytes = Buffer.from(String(taken.payload), 'base64');
    const isTerminal = shell.stdout.isTTY === true;
    const name = out === undefined ? readFileName(taken.data) : undefined;
    const isForScreen = isTerminal && !globals.json;
    const isKept = out !== undefined || (isForScreen && (name !== undefined || !isPlain(bytes)));
    if (!isKept) {
      const printed = globals.json ? Buffer.from(`${toJson(taken, isTerminal)}\n`) : bytes;
      return print(shell, target, bytes, printed);
    }
    await target.keep(bytes);
    if (globals.json) return output.record({ ...taken, payload: undefined, file: target.path }, {});
    const path = name === undefined ? target.path : await giveName(shell, target.path, name);
    const kept = name === undefined || path !== target.path ? '' : ` Its name is ${name}.`;
    output.say(`Wrote ${bytes.length} bytes to ${path}.${kept} The drop is gone.`);
  },
});

type KeyInput = Parameters<typeof findKey>[1];

/**
 * The drop of an id, or of a link that asked for it, at the service of the profile; or that of any other link, wherever it
 * is, which is sent no token.
 */
async function findDrop(context: Context, typed: string, isAnonymous: boolean, input: KeyInput) {
  const { shell, globals, drop } = context;
  const link = typed === '-' ? await readLink(shell) : typed;
  if (!/^https?:/i.test(link)) {
    const call = await drop(isAnonymous ? 'nothing' : 'login');
    const key = (await findKey(shell, input, true)) ?? '';
    const consume = () => call('/v1/consume', { id: link, key, payload_format: 'base64' });
    return { id: link, consume: isAnonymous ? consume : () => explainState(call, link, consume()) };
  }
  const { id, isAsked, ...of } = readDropLink(link);
  const { key = (await findKey(shell, input, true)) ?? '' } = of;
  if (isAsked) {
    await checkPlace(context, of.drop);
    const call = await drop('login');
    const fields = { id, key, payload_format: 'base64' } as const;
    return { id, consume: () => explainState(call, id, call('/v1/drop/consume', fields)) };
  }
  const fetch = createFetch(shell, globals.quiet);
  return {
    id,
    consume: () => takeDropLink(link, { key, fetch, clock: shell.clock, payloadFormat: 'base64' }),
  };
}

/** The token of a login is sent to no other service than its own. */
async function checkPlace({ profile, latchkey }: Context, address: string): Promise<void> {
  const own = profile.drop ?? (await latchkey.findSiblings()).drop ?? '';
  if (new URL(own).href.replace(/\/$/, '') === address) return;
  throw createComplaint(`The link is of ${address}, and your login of ${own}.`);
}

/** A terminal would obey what no text holds. */
function isPlain(bytes: Buffer): boolean {
  const text = bytes.toString();
  const line = text.replaceAll(/\r?\n|\t/g, '');
  return Buffer.from(text).equals(bytes) && clean(line) === line;
}

/** Prints all of it; where that fails, the bytes are kept, because the service has them no more. */
async function print(shell: Shell, target: DropTarget, bytes: Buffer, printed: Buffer): Promise<void> {
  try {
    await shell.deliver(printed);
    if (shell.stdout.isTTY === true && printed.at(-1) !== 10) shell.stdout.write('\n');
  } catch (error) {
    await target.keep(bytes);
    const { code } = error as NodeJS.ErrnoException;
    throw createComplaint(
      `The output could not be written whole (${code}). The drop is taken; its ${bytes.length} bytes are in ${target.path}.`,
    );
  }
  await target.discard();
}

/**
 * Gives a file of this folder the name that its drop travelled with, and answers where the file is then. A file of that
 * name is replaced only where the person on the terminal says so.
 */
async function giveName(shell: Shell, path: string, name: string): Promise<string> {
  const to = `./${name}`;
  const isFree = await open(to, 'wx', 0o600).then(
    (file) => file.close().then(() => true),
    (error: NodeJS.ErrnoException) => (error.code === 'EEXIST' ? false : undefined),
  );
  const isWanted = isFree === false ? await mayReplace(shell, name) : isFree === true;
  if (!isWanted) return path;
  return rename(path, to).then(
    () => to,
    async () => {
      if (isFree === true) await rm(to, { force: true });
      return path;
    },
  );
}

/** The drop is taken already: an answer that cannot be had is a no. */
async function mayReplace(shell: Shell, name: string): Promise<boolean> {
  if (shell.stdin.isTTY !== true) return false;
  return agrees(shell, `${name} exists. Replace it?`).catch(() => false);
}
