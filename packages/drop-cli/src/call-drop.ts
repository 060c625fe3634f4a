import { findPlaces } from './places.ts';
import { createProgress } from './progress.ts';
import { createComplaint, type Shell } from './shell.ts';
import { createUpload, readDownload } from './transfer.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Envelope {
  readonly data: Fields | null;
  readonly message?: string;
  readonly code?: string;
  readonly field?: string;
  readonly retry_after?: number;
}

/**
 * Calls a route of drop and answers its data. Throws a complaint with the service's own message. With the token null
 * it calls without a token.
 */
export async function callDrop(
  shell: Shell,
  path: `/v1/${string}`,
  fields: Fields,
  token: string | null,
): Promise<Fields> {
  const { drop } = findPlaces(shell);
  const body = Buffer.from(JSON.stringify(fields));
  const headers = {
    'content-type': 'application/json',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
  // Streaming a body needs `duplex`, which the types of fetch do not know.
  const init = {
    method: 'POST',
    headers,
    body: createUpload(body, createProgress(shell.stderr, 'Sending  ', body.length)),
    duplex: 'half',
  } as RequestInit;
  const response = await shell.fetch(drop + path, init).catch((cause: unknown) => {
    throw createComplaint(`drop does not answer at ${drop}${describe(cause)}.`);
  });
  const length = Number(response.headers.get('content-length') ?? 0);
  const text = await readDownload(response, createProgress(shell.stderr, 'Receiving', length));
  const envelope = readEnvelope(text, response.status);
  if (response.ok && envelope.data !== null) return envelope.data;
  throw createComplaint(wordRefusal(envelope, response.status));
}

function readEnvelope(text: string, status: number): Envelope {
  try {
    return JSON.parse(text) as Envelope;
  } catch {
    throw createComplaint(`drop answered ${status} with something that is not JSON.`);
  }
}

function wordRefusal(
  { message = 'refused', code, field, retry_after: wait }: Envelope,
  status: number,
): string {
  const about = field === undefined ? '' : `, ${field}`;
  const later = wait === undefined ? '' : ` Try again in ${wait} s.`;
  return `${message} (${status} ${code ?? ''}${about}).${later}`;
}

function describe(cause: unknown): string {
  const inner = cause instanceof Error ? (cause.cause ?? cause) : cause;
  return inner instanceof Error && inner.message !== '' ? ` (${inner.message})` : '';
}
