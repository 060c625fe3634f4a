import cors from 'cors';
import type { NextFunction, Request, Response } from 'express';
import { preflightStatus, setHeaders } from './answer.ts';
import type { CommonHeaders } from './common-headers.ts';

/** The same for every origin. Source: contract part 0 "Parsed request" 10. */
const rules = {
  allowedHeaders: 'Authorization, DPoP, token, Content-Type, X-Request-Id, traceparent',
  exposedHeaders: 'X-Request-Id, Retry-After, WWW-Authenticate, DPoP-Nonce',
  methods: 'GET, POST',
  maxAge: 600,
  optionsSuccessStatus: preflightStatus,
};

/**
 * Lets pages of the listed origins call; `*` lets any. A request of another origin goes on without CORS headers.
 * Credentials are fields, so cookies are never allowed. A preflight is answered here, with the headers of every answer.
 */
export function allowCors(origins: readonly string[], common: CommonHeaders) {
  const answerOf = (origin: string) => (origins.includes('*') ? '*' : origins.includes(origin) && origin);
  const allowListed = cors({
    ...rules,
    origin: (origin = '', decide) => decide(null, answerOf(origin)),
  });
  return (request: Request, response: Response, next: NextFunction): void => {
    // A shared cache must not show a page the answer to a request that came without an Origin.
    if (origins.length > 0) response.vary('Origin');
    if (request.headers.origin === undefined) return next();
    setHeaders(response, common);
    allowListed(request, response, next);
  };
}
