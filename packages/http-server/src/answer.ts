import type { OutgoingHttpHeaders } from 'node:http';
import type { ApiError } from '@latchkey/contracts';
import type { Request, Response } from 'express';
import type { CommonHeaders } from './common-headers.ts';
import { infoOf } from './request-info.ts';
import type { Reply } from './types.ts';

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
