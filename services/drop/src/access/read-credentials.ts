import { ApiError } from '@latchkey/errors';
import type { RequestInfo } from '@latchkey/http-server';
import type { ParsedRequest } from '@latchkey/request-parser';
import { errors } from '../errors.ts';
import type { Credentials } from '../token/identify.ts';

/**
 * The token of a request and its proof; undefined when there is no token. Two different ones are Invalid. Headers have
 * become fields by now. Source: contract part 3 "Who".
 */
export function readCredentials(parsed: ParsedRequest, request: RequestInfo): Credentials | undefined {
  const token = readEither(parsed, 'auth.token', 'token');
  const proof = readEither(parsed, 'auth.dpop', 'dpop');
  if (token === undefined) return undefined;
  const fingerprint = parsed.string('auth.fingerprint') || undefined;
  return { token, proof, fingerprint, method: request.method, path: request.path };
}

function readEither(parsed: ParsedRequest, ...names: [string, string]): string | undefined {
  const [first, second] = names.map((name) => parsed.string(name) || undefined);
  if (first !== undefined && second !== undefined && first !== second) {
    throw new ApiError(errors.tokensDiffer, { field: names[1] });
  }
  return first ?? second;
}
