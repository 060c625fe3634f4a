import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { maxDropBytes } from '../../drop-target.ts';
import { createComplaint, createUnclear } from '../../failure.ts';
import { readDuration } from '../../read-instant.ts';
import type { Shell } from '../../shell.ts';

export const ttlOption = {
  ttl: {
    type: 'text',
    value: 'TIME',
    summary: 'How long the link or the drop lasts: 30m, 12h, 2w; 7d unless set.',
  },
} as const;

const longestTtl = 30 * 86_400;

/** Seconds; undefined where none were typed. */
export function readTtl(command: string, typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  const seconds = readDuration(typed) ?? 0;
  if (seconds >= 1 && seconds <= longestTtl) return seconds;
  throw createUnclear(
    command,
    `--ttl is a time such as 90s, 30m, 12h, 7d or 2w, up to 30d, not ${JSON.stringify(typed)}.`,
  );
}

const toBase64 = (bytes: Buffer) =>
  ({ payload: bytes.toString('base64'), payload_format: 'base64' }) as const;

/** A file travels with its name. What is no file, and what the page shows as text, is stored as text for a link. */
export function presentPayload(bytes: Buffer, file = '-', isLinked = false) {
  const data = { filename: basename(file) };
  // Payload and data share the room of a drop.
  const isNamed = file !== '-' && bytes.length + Buffer.byteLength(JSON.stringify(data)) <= maxDropBytes;
  if (file !== '-') return { ...toBase64(bytes), ...(isNamed && { data }) };
  const isText = isLinked && isUtf8(bytes);
  return isText ? ({ payload: bytes.toString(), payload_format: 'text' } as const) : toBase64(bytes);
}

/** What is in a file, or in the standard input. */
export async function readPayload(shell: Shell, file = '-'): Promise<Buffer> {
  if (file !== '-') return readNamed(file);
  if (shell.stdin.isTTY === true)
    shell.stderr.write('Type the text, and end it with Ctrl-D on a new line.\n');
  // The input of a terminal would go on after Ctrl-C.
  return readAll(addAbortSignal(shell.signal, shell.stdin), 'The input');
}

async function readNamed(path: string): Promise<Buffer> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw createComplaint(`${path} cannot be read (${error.code}).`);
  });
  if ((await file.stat()).isDirectory()) {
    await file.close();
    throw createComplaint(`${path} is a folder: a drop holds one file.`);
  }
  return readAll(file.createReadStream(), path);
}

/** Reads a stream to its end. Throws a complaint once it is too large, because not every file says its size. */
async function readAll(stream: Readable, what: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    chunks.push(Buffer.from(chunk));
    length += chunk.length;
    if (length > maxDropBytes)
      throw createComplaint(`${what} is too large: a drop holds up to 1 MiB (${maxDropBytes} bytes).`);
  }
  return Buffer.concat(chunks);
}
