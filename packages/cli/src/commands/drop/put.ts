import { open } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { defineCommand } from '../../command.ts';
import { findKey, keyOptions } from '../../drop-key.ts';
import { maxDropBytes } from '../../drop-target.ts';
import { createComplaint } from '../../failure.ts';
import { showTime } from '../../output.ts';
import type { Shell } from '../../shell.ts';

export const put = defineCommand({
  name: 'drop put',
  summary: 'Store a file, the standard input or a text, and print the id and the key.',
  details: 'The drop can be taken once. The service makes the key and forgets it, unless you give one.',
  needs: 'login',
  arguments: { file: { summary: 'The file; - is the standard input.', isOptional: true } },
  options: {
    text: { type: 'text', summary: 'Store this text instead of a file.' },
    ttl: { type: 'number', value: 'SECONDS', summary: 'How long it can be taken: 7 days unless given.' },
    id: { type: 'text', summary: 'Its id; the service makes one unless given.' },
    anonymous: { type: 'flag', summary: 'Whoever has id and key may take it, without a login.' },
    kind: { type: 'text', summary: 'A word to find it by.' },
    type: { type: 'text', value: 'TYPE/SUBTYPE', summary: 'Its content type.' },
    'ask-key': { type: 'flag', summary: 'Ask for the key on the terminal.' },
    ...keyOptions,
  },
  async run({ shell, out, drop }, { file, text, ttl, type, 'ask-key': isAsked, ...input }) {
    if (file !== undefined && text !== undefined) throw createComplaint('Give a file or --text, not both.');
    const { id, kind, anonymous } = input;
    const call = await drop();
    const key = await findKey(shell, input, isAsked);
    const bytes = text === undefined ? await readPayload(shell, file) : Buffer.from(text);
    if (bytes.length === 0) throw createComplaint('There is nothing to store.');
    const stored = await call('/v1/drop/store', {
      payload: bytes.toString('base64'),
      payload_format: 'base64',
      anonymous,
      ...(type === undefined ? {} : { content_type: type }),
      ...(ttl === undefined ? {} : { ttl }),
      ...(id === undefined ? {} : { id }),
      ...(kind === undefined ? {} : { kind }),
      ...(key === undefined ? {} : { key }),
    });
    const until = showTime(stored.expires_at);
    const made = stored.key === undefined ? {} : { key: stored.key };
    out.record(stored, { id: stored.id, ...made });
    out.say(`Stored ${bytes.length} bytes until ${until}. It can be taken once.`);
  },
});

async function readPayload(shell: Shell, file = '-'): Promise<Buffer> {
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
      throw createComplaint(`${what} is too large: a drop takes ${maxDropBytes} bytes.`);
  }
  return Buffer.concat(chunks);
}
