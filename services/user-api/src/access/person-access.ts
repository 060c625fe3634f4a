import { ApiError } from '@latchkey/errors';
import type { Access } from '@latchkey/http-server';
import type { UserApiContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { Caller } from '../session/session.ts';
import { authenticate } from '../token/authenticate.ts';
import { readToken } from '../token/read-token.ts';
import { readAuthBinding } from './read-auth-binding.ts';

/** Base authentication of the guarded routes: a user's or member's token. Source: contract part 2 "Guarded routes". */
export const personAccess: Access<UserApiContext, Caller> = {
  name: 'user or member token',
  errors: [
    errors.tokensDiffer,
    errors.tokenMissing,
    errors.tokenInvalid,
    errors.tokenExpired,
    errors.sessionRevoked,
    errors.bindingRequired,
    errors.proofInvalid,
    errors.forbidden,
  ],
  async admit(context, parsed, request) {
    const token = readToken(parsed);
    if (token === undefined) throw new ApiError(errors.tokenMissing, { field: 'auth.token' });
    const binding = readAuthBinding(parsed);
    const { path, traceparent } = request;
    const caller = await authenticate(context, { token, binding, path, traceparent });
    request.note({ principal_id: caller.account.id });
    return caller;
  },
};
