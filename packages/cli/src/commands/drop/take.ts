import { LatchkeyError } from '@latchkey/client';
import { defineCommand } from '../../command.ts';
import { findKey, keyOptions } from '../../drop-key.ts';
import { makeTarget, type DropTarget } from '../../drop-target.ts';
import { createComplaint } from '../../failure.ts';
import { clean, toJson } from '../../output.ts';
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
    // Made first, because a drop that has no place must not be taken. What cannot be printed is kept there.
    const target = await makeTarget(id, out);
    const taken = await call('/v1/consume', { id, key, payload_format: 'base64' }).catch(
      async (error: unknown) => {
        await target.discard();
        const mayBeGone =
          shell.signal.aborted ||
          (error instanceof LatchkeyError && ['no_answer', 'outcome_unknown'].includes(error.code));
        if (mayBeGone) output.say('The drop may have been taken all the same: see latchkey drop inspect.');
        throw error;
      },
    );
    const bytes = Buffer.from(String(taken.payload), 'base64');
    const isTerminal = shell.stdout.isTTY === true;
    const isKept = out !== undefined || (isTerminal && !globals.json && !isPlain(bytes));
    if (!isKept) {
      const printed = globals.json ? Buffer.from(`${toJson(taken, isTerminal)}\n`) : bytes;
      return print(shell, target, bytes, printed);
    }
    await target.keep(bytes);
    if (globals.json) return output.record({ ...taken, payload: undefined, file: target.path }, {});
    output.say(`Wrote ${bytes.length} bytes to ${target.path}. The drop is gone.`);
  },
});

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
