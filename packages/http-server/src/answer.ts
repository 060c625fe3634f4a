import type { ApiError } from '@latchkey/errors';
import type { Request, Response } from 'express';
import type { Reply } from './types.ts';

/** Writes a reply; a HEAD request gets its headers alone. */
export function answer(response: Response, reply: Reply, request: Request): void {
  response.status(reply.status);
  for (const [name, value] of Object.entries(reply.headers)) {
    response.setHeader(name, typeof value === 'string' ? value : [...value]);
  }
  response.setHeader('content-length', Buffer.byteLength(reply.body));
  if (request.method === 'HEAD') response.end();
  else response.end(reply.body);
}

/** Headers of every failure: Retry-After, and the failure's own headers. */
export function failureHeaders(error: ApiError): Record<string, string> {
  const headers: Record<string, string> = { ...error.headers };
  if (error.retryAfterSeconds !== undefined) headers['retry-after'] = String(error.retryAfterSeconds);
  return headers;
}
