import { open, rm, writeFile } from 'node:fs/promises';
import { LatchkeyError } from '@latchkey/client';
import { defineCommand } from '../../command.ts';
import { findKey, keyOptions } from '../../drop-key.ts';
import { createComplaint } from '../../failure.ts';
import type { Shell } from '../../shell.ts';

export const take = defineCommand({
  name: 'drop take',
  summary: 'Take a drop: print what is in it, or write it to a file. It is gone then.',
  details: 'The key is asked for on the terminal unless LATCHKEY_DROP_KEY or an option gives it.',
  needs: 'login',
  arguments: { id: { summary: 'The id of the drop.' } },
  options: {
    out: { type: 'text', value: 'FILE', summary: 'Write to this new file.' },
    anonymous: { type: 'flag', summary: 'Take an anonymous drop, without a login.' },
    ...keyOptions,
  },
  async run({ shell, out: output, globals, drop }, { id, out, anonymous, ...input }) {
    const call = await drop(anonymous ? 'nothing' : 'login');
    const key = (await findKey(shell, input, true)) ?? '';
    // Made first, because a drop whose bytes cannot be written must not be taken.
    const file = out === undefined ? undefined : await openNew(out);
    const taken = await call('/v1/consume', { id, key, payload_format: 'base64' }).catch(
      async (error: unknown) => {
        await file?.close();
        if (out !== undefined) await rm(out);
        const mayBeGone =
          shell.signal.aborted || (error instanceof LatchkeyError && error.code === 'no_answer');
        if (mayBeGone) output.say('The drop may have been taken all the same: see latchkey drop inspect.');
        throw error;
      },
    );
    const bytes = Buffer.from(String(taken.payload), 'base64');
    await file?.writeFile(bytes);
    await file?.close();
    if (globals.json)
      return output.record(out === undefined ? taken : { ...taken, payload: undefined, file: out }, {});
    const place = out ?? (await print(shell, id, bytes));
    if (place !== undefined) output.say(`Wrote ${bytes.length} bytes to ${place}. The drop is gone.`);
  },
});

async function openNew(out: string) {
  try {
    return await open(out, 'wx', 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw createComplaint(`${out} cannot be created (${code}); the drop was not taken.`);
  }
}

/** A terminal would obey what no text holds; that goes to a file, and its name is answered. */
async function print({ stdout }: Shell, id: string, bytes: Buffer): Promise<string | undefined> {
  const isText = Buffer.from(bytes.toString()).equals(bytes) && !/[^\P{Cc}\n\r\t]/u.test(bytes.toString());
  const file = `./${id.replace(/[^\w.~-]/g, '_')}.drop`;
  const isKept = stdout.isTTY === true && !isText && (await keep(file, bytes));
  if (isKept) return file;
  stdout.write(bytes);
  if (stdout.isTTY === true && bytes.at(-1) !== 10) stdout.write('\n');
  return undefined;
}

function keep(file: string, bytes: Buffer): Promise<boolean> {
  return writeFile(file, bytes, { flag: 'wx', mode: 0o600 }).then(
    () => true,
    () => false,
  );
}
