import { ApiError } from '@latchkey/contracts';
import type { Access } from '@latchkey/http-server';
import type { UserApiContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { Caller } from '../sessions/session.ts';
import { personAccess } from './person-access.ts';

/** As any other failure of the token, in a sentence that follows from the header. */
const tokenInHeader = { code: 'token_invalid', message: errors.tokenInHeader.message } as const;

/** Base authentication with one 401 for every failure of the token. */
export const tokenAccess: Access<UserApiContext, Caller> = {
  ...personAccess,
  name: 'user or member token, checked by the route',
  errors: [errors.tokensDiffer, errors.tokenInvalid, tokenInHeader, errors.nonceNeeded],
  async admit(context, parsed, request) {
    try {
      return await personAccess.admit(context, parsed, request);
    } catch (error) {
      if (!(error instanceof ApiError) || isAnswer(error)) throw error;
      const { code, detail = code, headers } = error;
      const isInHeader = error.spec === errors.tokenInHeader;
      throw new ApiError(isInHeader ? tokenInHeader : errors.tokenInvalid, { detail, headers });
    }
  },
};

/** Failures that say nothing about the token: of the request's form, of the caller's clock, or of a dependency. */
function isAnswer({ code }: ApiError): boolean {
  return ['ambiguous_parameter', 'invalid_type', 'upstream_unavailable', 'use_dpop_nonce'].includes(code);
}
