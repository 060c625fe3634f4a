import { randomBytes, randomUUID } from 'node:crypto';
import { callerAddress, networkOf } from '@latchkey/request-parser';
import type { Request, Response } from 'express';

/** What a handler may know of the request beside its input. */
export interface RequestInfo {
  /** Value of X-Request-Id: the caller's if it is plain text, else made here. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The caller's network address: the socket's, or what the trusted proxies say. */
  readonly ip: string;
  /** The network of that address, for limits: an IPv4 /24 or an IPv6 /64. */
  readonly network: string;
  readonly secure: boolean;
  /** W3C trace context to send with calls to other services. */
  readonly traceparent: string;
  /** The first value of a header; the name in any case. */
  header(name: string): string | undefined;
  /** Adds fields to this request's log line. Never a secret. */
  note(fields: Record<string, string>): void;
}

const plainId = /^[A-Za-z0-9._-]{1,64}$/;
const traceContext = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})$/;

/** Reads the request's identity off an Express request; `notes` collects what goes to its log line. */
export function readRequestInfo(request: Request, notes: Record<string, string>): RequestInfo {
  const sentId = request.get('x-request-id');
  const ip = callerAddress(request.ip, request.socket.remoteAddress);
  return {
    id: sentId !== undefined && plainId.test(sentId) ? sentId : randomUUID(),
    method: request.method,
    path: request.path,
    ip,
    network: networkOf(ip),
    secure: request.secure,
    traceparent: continueTrace(request.get('traceparent')),
    header: (name) => request.headersDistinct[name.toLowerCase()]?.[0],
    note: (fields) => void Object.assign(notes, fields),
  };
}

/** The request's identity, as the first middleware left it. */
export function infoOf(response: Response): RequestInfo {
  return response.locals['info'] as RequestInfo;
}

/** Keeps the trace id of a valid `traceparent` and names a new parent; starts a trace otherwise. */
function continueTrace(sent: string | undefined): string {
  const [, traceId = randomBytes(16).toString('hex'), flags = '00'] = traceContext.exec(sent ?? '') ?? [];
  return `00-${traceId}-${randomBytes(8).toString('hex')}-${flags}`;
}
