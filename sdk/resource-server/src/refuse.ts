import type { ServerResponse } from 'node:http';
import type { ApiError } from '@latchkey/contracts/errors';
import { dpopAlgorithms } from '@latchkey/tokens/resource-server';

export type Scheme = 'Bearer' | 'DPoP';

/** What a caller gets in place of the route's answer, by RFC 6750 3 and RFC 9449 7.1. */
export interface Refusal {
  readonly status: number;
  readonly error: string;
  readonly description: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** What the caller is not shown. */
  readonly cause?: unknown;
}

/** Why a request was refused, for the program: the sentence that its caller is shown, with the status and the code. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;
  readonly code: string;

  constructor({ status, error, description, cause }: Refusal) {
    super(description, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = error;
  }
}

const realm = 'realm="latchkey"';
const algorithms = `algs="${dpopAlgorithms.join(' ')}"`;

/** A request without a token is not at fault: the challenge names no error. */
export const tokenMissing: Refusal = {
  status: 401,
  error: 'invalid_token',
  description: 'An access token is missing',
  headers: { 'www-authenticate': [`Bearer ${realm}`, `DPoP ${realm}, ${algorithms}`] },
};

export const headerRepeated = createRefusal('Bearer', {
  status: 400,
  error: 'invalid_request',
  description: 'The request has two Authorization or two DPoP headers',
});

export function createScopeRefusal(scheme: Scheme, scope: string): Refusal {
  const description = `The token lacks a scope: ${scope}`;
  return createRefusal(scheme, { status: 403, error: 'insufficient_scope', description }, `scope="${scope}"`);
}

/** In the words of OAuth. An issuer that does not answer is 503: with a 401 callers would throw a good token away. */
export function describeError(
  { code, message, headers, retryAfterSeconds, detail, cause }: ApiError,
  scheme: Scheme,
): Refusal {
  if (code === 'upstream_unavailable') {
    const description = 'The sign-in service does not answer';
    const later = { 'retry-after': String(retryAfterSeconds ?? 5) };
    return { status: 503, error: 'temporarily_unavailable', description, headers: later, cause };
  }
  const error = code === 'invalid_dpop_proof' || code === 'use_dpop_nonce' ? code : 'invalid_token';
  const description = detail === undefined ? message : `${message}: ${detail}`;
  const refusal = createRefusal(scheme, { status: 401, error, description });
  return { ...refusal, headers: { ...refusal.headers, ...headers } };
}

export function refuse(response: ServerResponse, { status, error, description, headers }: Refusal): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('cache-control', 'no-store');
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(JSON.stringify({ error, error_description: description }));
}

function createRefusal(scheme: Scheme, refusal: Omit<Refusal, 'headers'>, more?: string): Refusal {
  const { error, description } = refusal;
  // RFC 6750 3: what a quoted text of this header may hold.
  const quoted = description.replace(/[^\x20\x21\x23-\x5B\x5D-\x7E]/g, '?');
  const parts = [realm, `error="${error}"`, `error_description="${quoted}"`];
  if (more !== undefined) parts.push(more);
  if (scheme === 'DPoP') parts.push(algorithms);
  return { ...refusal, headers: { 'www-authenticate': `${scheme} ${parts.join(', ')}` } };
}
