import { open, rm } from 'node:fs/promises';
import { callDrop } from '../call-drop.ts';
import { findToken } from '../find-token.ts';
import { readKey } from '../read-key.ts';
import { createComplaint, tell, type Shell } from '../shell.ts';

export interface TakeOptions {
  readonly id: string;
  readonly key: string | undefined;
  readonly out: string | undefined;
  /** Consumes an anonymous drop without signing in. */
  readonly anonymous: boolean;
}

/** Consumes a drop and writes its bytes to a new file or to the standard output. */
export async function take(shell: Shell, options: TakeOptions): Promise<void> {
  const { id, out, anonymous } = options;
  const key = readKey(shell, options.key);
  const token = anonymous ? null : await findToken(shell);
  // Opened first, because a drop whose bytes cannot be written must not be consumed.
  const file = out === undefined ? undefined : await openNew(out);
  const taken = await callDrop(shell, '/v1/consume', { id, key, payload_format: 'base64' }, token).catch(
    async (error: unknown) => {
      await file?.close();
      if (out !== undefined) await rm(out);
      throw error;
    },
  );
  const bytes = Buffer.from(String(taken['payload']), 'base64');
  if (file === undefined) shell.stdout.write(bytes);
  else await file.writeFile(bytes);
  await file?.close();
  if (out !== undefined) tell(shell, `Wrote ${bytes.length} bytes to ${out}; the drop is consumed.`);
}

async function openNew(out: string) {
  try {
    return await open(out, 'wx', 0o600);
  } catch {
    throw createComplaint(`${out} exists or cannot be written; the drop was not consumed.`);
  }
}
