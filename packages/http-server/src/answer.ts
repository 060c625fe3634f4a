import type { Request, Response } from 'express';
import type { Reply } from './protocol.ts';

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
