import type { RequestInfo } from '@latchkey/http-server';
import type { Origin } from '../request-log/request-log.ts';

/** Where a request comes from, as throttling and the request log see it. */
export function originOf(request: RequestInfo): Origin {
  return { ip: request.ip, userAgent: request.header('user-agent') ?? '', traceparent: request.traceparent };
}
