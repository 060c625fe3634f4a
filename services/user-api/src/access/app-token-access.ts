import { ApiError } from '@latchkey/contracts';
import type { Access } from '@latchkey/http-server';
import type { AccessTokenClaims } from '@latchkey/tokens';
import type { UserApiContext } from '../context.ts';
import { errors } from '../errors.ts';
import { assertTokenBound } from '../signing-in/attempt/binding.ts';
import { readAuthBinding } from './person-access.ts';

/** An app token with a verified signature and binding. */
export interface AppToken {
  readonly token: string;
  readonly claims: AccessTokenClaims;
}

/**
 * An app's token, in `token` only; auth.token is not read. Only its signature and its binding are checked here: sso
 * says whether it is still valid. Source: contract part 2 "Manual validation".
 */
export const appTokenAccess: Access<UserApiContext, AppToken> = {
  name: 'app token, checked by the route',
  signIn: ['tokenField'],
  errors: [
    errors.appTokenMissing,
    errors.tokenInvalid,
    errors.tokenExpired,
    errors.bindingRequired,
    errors.proofInvalid,
    errors.nonceNeeded,
  ],
  async admit(context, parsed, request) {
    const token = parsed.string('token') ?? '';
    if (token === '') throw new ApiError(errors.appTokenMissing, { field: 'token' });
    const claims = await context.verifyAccessToken(token);
    if (claims.token_use !== 'app') throw new ApiError(errors.tokenInvalid);
    const binding = readAuthBinding(parsed);
    await assertTokenBound(context, claims, { token, binding, path: request.path });
    request.note({ principal_id: claims.sub });
    return { token, claims };
  },
};
