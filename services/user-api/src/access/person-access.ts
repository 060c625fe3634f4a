import { ApiError } from '@latchkey/contracts';
import { groupFields, text, type Access, type RequestInfo } from '@latchkey/http-server';
import type { ParsedRequest } from '@latchkey/request-parser';
import { rightFor, rightsOf, scopeChallenge, scopeMissing } from '@latchkey/tokens';
import type { UserApiContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { Caller } from '../sessions/session.ts';
import type { BindingFields } from '../signing-in/attempt/binding.ts';
import { authenticate } from '../tokens/authenticate.ts';
import { limitWrites } from './limit-writes.ts';

export const proofFields = {
  'auth.dpop': { ...text, description: 'DPoP proof, for a token that is bound to a key' },
  'auth.htu': { ...text, description: 'Address that the proof was made for' },
  'auth.fingerprint': { ...text, description: 'For a token that is bound to a device' },
} as const;

/** The fields that base authentication reads. */
const tokenFields = groupFields('TokenFields', {
  'auth.token': { ...text, description: 'Access token of a user or member' },
  token: { ...text, description: 'Instead of auth.token' },
  ...proofFields,
});

/**
 * Base authentication of the guarded routes: a user's or member's token with the right that the path asks for. Source:
 * contract part 0 "Scopes and rights".
 */
export const personAccess: Access<UserApiContext, Caller> = {
  name: 'user or member token',
  signIn: ['tokenField'],
  fields: tokenFields,
  errors: [
    errors.tokensDiffer,
    errors.tokenMissing,
    errors.tokenInHeader,
    errors.tokenInvalid,
    errors.tokenExpired,
    errors.sessionRevoked,
    errors.bindingRequired,
    errors.proofInvalid,
    errors.nonceNeeded,
    errors.forbidden,
    errors.writesThrottled,
  ],
  async admit(context, parsed, request) {
    const caller = await authenticatePerson(context, parsed, request);
    assertRight(caller, request.path);
    await limitWrites(context, request.path, caller.account.id);
    return caller;
  },
};

/** Base authentication without the right that the path asks for. */
export async function authenticatePerson(
  context: UserApiContext,
  parsed: ParsedRequest,
  request: RequestInfo,
): Promise<Caller> {
  const token = readToken(parsed);
  if (token === undefined) throw tokenMissing(request);
  const binding = readAuthBinding(parsed);
  const { path, traceparent } = request;
  const caller = await authenticate(context, { token, binding, path, traceparent });
  request.note({ principal_id: caller.account.id });
  const { browser } = caller.claims;
  if (browser !== undefined) request.actFor({ ip: browser.ip, userAgent: browser.user_agent });
  return caller;
}

/** A token in a header that is not read is missing too, and its caller is shown where it belongs. */
export function tokenMissing(request: RequestInfo): ApiError {
  const isInHeader = /^(bearer|dpop) /i.test(request.header('authorization') ?? '');
  const spec = isInHeader ? errors.tokenInHeader : errors.tokenMissing;
  return new ApiError(spec, { field: 'auth.token' });
}

/** Throws insufficient_scope, which names the right. */
export function assertRight({ claims }: Caller, path: string): void {
  const right = rightFor('user-api', path);
  if (right === undefined || rightsOf(claims).includes(right)) return;
  const headers = { 'www-authenticate': scopeChallenge(right, claims) };
  throw new ApiError(scopeMissing(right), { headers });
}

/** The binding inputs of a guarded route: of the fields, those under auth only. Source: contract part 2 "Guarded routes". */
export function readAuthBinding(parsed: ParsedRequest): BindingFields {
  return {
    dpop: parsed.string('auth.dpop'),
    htu: parsed.string('auth.htu'),
    fingerprint: parsed.string('auth.fingerprint'),
    isBearer: parsed.isBearer,
  };
}

/** Reads auth.token, else token; undefined when both are missing. Throws ambiguous_parameter when they differ. */
export function readToken(parsed: ParsedRequest): string | undefined {
  const [first = '', second = ''] = [parsed.string('auth.token'), parsed.string('token')];
  if (first !== '' && second !== '' && first !== second)
    throw new ApiError(errors.tokensDiffer, { field: 'token' });
  const token = first === '' ? second : first;
  return token === '' ? undefined : token;
}
