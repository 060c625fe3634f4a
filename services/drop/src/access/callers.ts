import { ApiError } from '@latchkey/contracts';
import type { Access, RequestInfo } from '@latchkey/http-server';
import type { ParsedRequest } from '@latchkey/request-parser';
import { rightFor, type Principal } from '@latchkey/tokens';
import type { DropContext } from '../context.ts';
import type { Actor } from '../drop/drop.ts';
import {
  credentialError,
  credentialErrors,
  errors,
  isCredentialCode,
  type CredentialSentence,
} from '../errors.ts';
import type { Taker } from '../take/refuse-take.ts';
import type { Credentials } from '../token/identify.ts';

/** Admits callers without a token as well. A token that is present and bad is always refused. */
export const anyone: Access<DropContext, Principal | undefined> = {
  name: 'public for anonymous drops, otherwise token of the owner',
  signIn: ['tokenField', 'bearer', 'dpop'],
  isOptional: true,
  errors: credentialErrors('Principal id is unavailable'),
  admit: (context, parsed, request) => findPrincipal(context, parsed, request, 'Principal id is unavailable'),
};

/** As {@link anyone}; the route then asks for the key of a link. */
export const linkHolder = { ...anyone, name: 'public, with the key of the link' };

/** Admits a user, an admin or root; anybody else: Principal id is unavailable. Source: contract part 3 "Who". */
export const anyPrincipal: Access<DropContext, Principal> = {
  name: 'user, app, admin or root token',
  signIn: ['tokenField', 'bearer', 'dpop'],
  errors: credentialErrors('Principal id is unavailable'),
  admit: (context, parsed, request) =>
    requirePrincipal(context, parsed, request, 'Principal id is unavailable'),
};

/** As {@link anyPrincipal}; the route then finds nothing but the caller's own drops. */
export const owner: Access<DropContext, Principal> = { ...anyPrincipal, name: 'token of the owner' };

/**
 * The gate of /v1/admin: Authentication required, then Admin access required, whether the token lacks the right or the
 * principal is a user. Source: contract part 3 "Who".
 */
export const admin: Access<DropContext, Principal> = {
  name: 'admin or root token',
  signIn: ['tokenField', 'bearer', 'dpop'],
  errors: [...credentialErrors('Authentication required'), errors.adminScopeMissing, errors.adminRequired],
  async admit(context, parsed, request) {
    const principal = await requirePrincipal(context, parsed, request, 'Authentication required');
    const right = rightFor('drop', request.path);
    if (right !== undefined && !principal.rights.includes(right))
      throw new ApiError(errors.adminScopeMissing);
    if (principal.kind === 'user') throw new ApiError(errors.adminRequired);
    return principal;
  },
};

export function actorOf(principal: Principal | undefined, request: RequestInfo): Actor {
  const { id: requestId, callerRequestId = null } = request;
  return { id: principal?.id ?? 'anonymous', requestId, callerRequestId };
}

export function takerOf(principal: Principal | undefined, request: RequestInfo): Taker {
  return { actor: actorOf(principal, request), network: request.network, isGone: request.isGone };
}

async function requirePrincipal(
  context: Pick<DropContext, 'identify'>,
  parsed: ParsedRequest,
  request: RequestInfo,
  sentence: CredentialSentence,
): Promise<Principal> {
  const principal = await findPrincipal(context, parsed, request, sentence);
  if (principal === undefined)
    throw new ApiError(credentialError('token_missing', sentence), { headers: challengeHeader(request) });
  return principal;
}

/** The sentence is the route's; the challenge says where a token belongs that came in a header which is not read. */
function challengeHeader(request: RequestInfo): Record<string, string> {
  if (!/^(bearer|dpop) /i.test(request.header('authorization') ?? '')) return {};
  const description =
    'The token belongs in the field auth.token: this route does not read the Authorization header';
  return {
    'www-authenticate': `Bearer realm="latchkey", error="invalid_request", error_description="${description}"`,
  };
}

/** Undefined without a token. */
async function findPrincipal(
  context: Pick<DropContext, 'identify'>,
  parsed: ParsedRequest,
  request: RequestInfo,
  sentence: CredentialSentence,
): Promise<Principal | undefined> {
  const credentials = readCredentials(parsed, request);
  if (credentials === undefined) return undefined;
  try {
    const principal = await context.identify(credentials);
    request.note({ principal_id: principal.id });
    return principal;
  } catch (error) {
    if (error instanceof ApiError && isCredentialCode(error.code)) {
      const { cause, detail = error.message, headers } = error;
      throw new ApiError(credentialError(error.code, sentence), { detail, headers, cause });
    }
    throw error;
  }
}

/**
 * The token of a request and its proof; undefined without a token. Two different tokens are Invalid. The parser has
 * already turned the headers into fields.
 */
function readCredentials(parsed: ParsedRequest, request: RequestInfo): Credentials | undefined {
  const token = readToken(parsed);
  const proof = parsed.string('auth.dpop') || undefined;
  if (token === undefined) return undefined;
  const fingerprint = parsed.string('auth.fingerprint') || undefined;
  const { isBearer } = parsed;
  return { token, proof, fingerprint, isBearer, method: request.method, path: request.path };
}

function readToken(parsed: ParsedRequest): string | undefined {
  const [first, second] = ['auth.token', 'token'].map((name) => parsed.string(name) || undefined);
  if (first !== undefined && second !== undefined && first !== second) {
    throw new ApiError(errors.tokensDiffer, { field: 'token' });
  }
  return first ?? second;
}
