import { readFile } from 'node:fs/promises';
import { callDrop } from '../call-drop.ts';
import { findToken } from '../find-token.ts';
import { createComplaint, tell, type Shell } from '../shell.ts';

export interface PutOptions {
  readonly file: string | undefined;
  readonly id: string | undefined;
  readonly ttl: string | undefined;
  readonly kind: string | undefined;
  readonly type: string | undefined;
  readonly anonymous: boolean;
}

/** Stores a file or the standard input; prints the id and the key. LATCHKEY_DROP_KEY becomes the key when it is set. */
export async function put(shell: Shell, options: PutOptions): Promise<void> {
  const { file, type, ...fields } = options;
  const bytes = file === undefined || file === '-' ? await readAll(shell.stdin) : await readNamed(file);
  if (bytes.length === 0) throw createComplaint('The file or the input is empty.');
  const chosenKey = shell.env['LATCHKEY_DROP_KEY'] || undefined;
  const payload = { payload: bytes.toString('base64'), payload_format: 'base64', content_type: type };
  const body = { ...fields, ...payload, key: chosenKey };
  const stored = await callDrop(shell, '/v1/drop/store', body, await findToken(shell));
  const { id, key } = stored;
  shell.stdout.write(`${typeof key === 'string' ? `${String(id)} ${key}` : String(id)}\n`);
  tell(
    shell,
    `Stored ${bytes.length} bytes until ${String(stored['expires_at'])}. The drop can be consumed once.`,
  );
}

async function readNamed(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch {
    throw createComplaint(`${file} cannot be read.`);
  }
}

async function readAll(stdin: Shell['stdin']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
