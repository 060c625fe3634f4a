import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ApiError } from '@latchkey/contracts';
import type { Request, Response } from 'express';
import type { CommonHeaders } from './common-headers.ts';
import { infoOf } from './request-info.ts';
import type { PiecedReply, Pieces, Reply } from './types.ts';

/** Writes a reply with the headers of every answer; a HEAD request gets headers alone. */
export function answer(response: Response, reply: Reply, request: Request, common: CommonHeaders): void {
  const bytes = Buffer.byteLength(reply.body);
  // All at once: Node checks and folds each header that is set by itself.
  response.writeHead(reply.status, {
    ...common,
    'x-request-id': infoOf(response).id,
    ...reply.headers,
    'content-length': bytes,
  } as OutgoingHttpHeaders);
  if (request.method === 'HEAD') response.end();
  else if (typeof reply.body !== 'string') response.end(reply.body);
  // ASCII is the same bytes in both encodings, and Latin-1 is copied as it is.
  else response.end(reply.body, bytes === reply.body.length ? 'latin1' : 'utf8');
}

/**
 * Writes a reply as fast as it is read. Rejects before anything is sent where the first piece cannot be made; where a
 * later one cannot, the connection is cut, so that no part looks like the whole.
 */
export async function answerInPieces(
  response: Response,
  { status, headers, pieces }: PiecedReply,
  common: CommonHeaders,
): Promise<void> {
  const begun = await begin(pieces);
  response.writeHead(status, {
    ...common,
    'x-request-id': infoOf(response).id,
    ...headers,
  } as OutgoingHttpHeaders);
  await pipeline(Readable.from(begun), response);
}

/** The same pieces, once the first has arrived. */
async function begin(pieces: Pieces): Promise<Pieces> {
  const made = pieces[Symbol.asyncIterator]();
  const first = await made.next();
  return (async function* () {
    if (first.done === true) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => made };
  })();
}

/** Sets the headers of every answer, for what is answered by others. */
export function setHeaders(response: Response, common: CommonHeaders): void {
  response.setHeaders(new Map(Object.entries({ ...common, 'x-request-id': infoOf(response).id })));
}

/** Headers of every failure: Retry-After, and the failure's own headers. */
export function failureHeaders(error: ApiError): Record<string, string> {
  const headers: Record<string, string> = { ...error.headers };
  if (error.retryAfterSeconds !== undefined) headers['retry-after'] = String(error.retryAfterSeconds);
  return headers;
}
