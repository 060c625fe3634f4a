import { ApiError } from '@latchkey/errors';
import type { RequestInfo } from '@latchkey/http-server';
import type { ParsedRequest } from '@latchkey/request-parser';
import type { Principal } from '@latchkey/tokens';
import type { DropContext } from '../context.ts';
import type { Actor } from '../drop/drop.ts';
import { credentialError, errors, isCredentialCode, type CredentialSentence } from '../errors.ts';
import type { Taker } from '../take/taker.ts';
import { readCredentials } from './read-credentials.ts';

/** Who calls; undefined without a token. A token that is present and bad is always refused. */
export async function findPrincipal(
  context: Pick<DropContext, 'identify'>,
  parsed: ParsedRequest,
  request: RequestInfo,
  sentence: CredentialSentence = 'Principal id is unavailable',
): Promise<Principal | undefined> {
  const credentials = readCredentials(parsed, request);
  if (credentials === undefined) return undefined;
  try {
    const principal = await context.identify(credentials);
    request.note({ principal: principal.id });
    return principal;
  } catch (error) {
    if (error instanceof ApiError && isCredentialCode(error.code)) {
      throw new ApiError(credentialError(error.code, sentence));
    }
    throw error;
  }
}

/** Principal id is unavailable, unless a user, admin or root calls. Source: contract part 3 "Who". */
export async function requirePrincipal(
  context: Pick<DropContext, 'identify'>,
  parsed: ParsedRequest,
  request: RequestInfo,
): Promise<Principal> {
  const principal = await findPrincipal(context, parsed, request);
  if (principal) return principal;
  throw new ApiError(credentialError('token_missing', 'Principal id is unavailable'));
}

/** The gate of /v1/admin: Authentication required, then Admin access required. Source: contract part 3 "Who". */
export async function requireAdmin(
  context: Pick<DropContext, 'identify'>,
  parsed: ParsedRequest,
  request: RequestInfo,
): Promise<Principal> {
  const sentence = 'Authentication required';
  const principal = await findPrincipal(context, parsed, request, sentence);
  if (!principal) throw new ApiError(credentialError('token_missing', sentence));
  if (principal.kind === 'user') throw new ApiError(errors.adminRequired);
  return principal;
}

export function actorOf(principal: Principal | undefined, request: RequestInfo): Actor {
  return { id: principal?.id ?? 'anonymous', requestId: request.id };
}

export function takerOf(principal: Principal | undefined, request: RequestInfo): Taker {
  return { actor: actorOf(principal, request), network: request.network };
}
