import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { httpStatus, type ApiError, type ErrorCode } from '@latchkey/contracts';
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

export const successStatus = 200;
/** Answer to a CORS preflight: no body. */
export const preflightStatus = 204;
/** Never sent. Log and metrics use it for a request whose sender closed the connection before the answer, as nginx does. */
export const senderLeftStatus = 499;
/** A redirect after a form was sent, so that a reload does not send it again. */
export const seeOtherStatus = 303;

const proofFaults: ReadonlySet<ErrorCode> = new Set(['invalid_dpop_proof', 'use_dpop_nonce']);

/** A bad proof beside a token is a 401 (RFC 9449 7.1, 9); at OAuth's token endpoint it is a bad request (5, 8). */
export function envelopeStatus(code: ErrorCode): number {
  return proofFaults.has(code) ? httpStatus('invalid_token') : httpStatus(code);
}
