import type { NextFunction, Request, Response } from 'express';
import { preflightStatus } from './http-status.ts';

/** Contract part 0 "Parsed request" 10: these are always allowed. */
const allowedHeaders = 'Authorization, DPoP, token, Content-Type, X-Request-Id, traceparent';

/** Lets pages of the listed origins call; `*` lets any. Credentials are fields, so cookies are never shared. */
export function allowCors(origins: readonly string[]) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const origin = request.get('origin');
    // Also where no Origin came: what a shared cache keeps of that answer must not be shown to a page.
    if (origins.length > 0) response.vary('Origin');
    if (origin === undefined || !(origins.includes('*') || origins.includes(origin))) return next();
    response.setHeader('access-control-allow-origin', origins.includes('*') ? '*' : origin);
    response.setHeader('access-control-expose-headers', 'X-Request-Id, Retry-After, WWW-Authenticate');
    if (request.method !== 'OPTIONS') return next();
    response.setHeader('access-control-allow-methods', 'GET, POST');
    response.setHeader('access-control-allow-headers', allowedHeaders);
    response.setHeader('access-control-max-age', '600');
    response.status(preflightStatus).end();
  };
}
