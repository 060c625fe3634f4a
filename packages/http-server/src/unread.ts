import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, type ErrorSpec } from '@latchkey/contracts';

/** Room for a token and a proof of 8 KB each, and for all other headers. Source: contract part 0 "Parsed request" 7. */
export const maxHeaderBytes = 32 * 1024;

/** What a request is refused with that no route sees. */
export const unreadFaults = {
  unreadable: { code: 'malformed_request', message: 'The request is not valid HTTP/1.1' },
  hostless: { code: 'malformed_request', message: 'The Host header is missing' },
  late: { code: 'request_timeout', message: 'The headers did not arrive in time' },
  expectation: { code: 'expectation_failed', message: 'Expect may be 100-continue only' },
  extensions: { code: 'too_large', message: 'The extensions of a chunk are longer than 16,384 bytes' },
  headers: {
    code: 'headers_too_large',
    message: `The request line and the headers are longer than ${maxHeaderBytes.toLocaleString('en')} bytes`,
  },
} as const satisfies Record<string, ErrorSpec>;

const faultsByCode: Readonly<Record<string, ErrorSpec>> = {
  HPE_HEADER_OVERFLOW: unreadFaults.headers,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: unreadFaults.extensions,
  ERR_HTTP_REQUEST_TIMEOUT: unreadFaults.late,
};

const unread = new WeakMap<IncomingMessage, ErrorSpec>();

/** Why a request is refused before a route is looked for; undefined for one that Node has read. */
export function findUnreadFault(request: IncomingMessage): ApiError | undefined {
  const { expect = '100-continue', host } = request.headers;
  const spec = unread.get(request);
  if (spec !== undefined) return new ApiError(spec);
  if (host === undefined && request.httpVersion === '1.1') return new ApiError(unreadFaults.hostless);
  return expect.toLowerCase() === '100-continue' ? undefined : new ApiError(unreadFaults.expectation);
}

/**
 * A request in place of the one that Node could not read, so that it is answered, logged and counted as any other. Its
 * connection ends with the answer.
 */
export function standIn(error: NodeJS.ErrnoException, socket: Socket): [IncomingMessage, ServerResponse] {
  const request = Object.assign(new IncomingMessage(socket), { method: '', url: '/' });
  const response = new ServerResponse(request);
  unread.set(request, faultsByCode[error.code ?? ''] ?? unreadFaults.unreadable);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => socket.destroySoon());
  return [request, response];
}
