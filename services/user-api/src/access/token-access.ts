import { ApiError } from '@latchkey/errors';
import type { Access } from '@latchkey/http-server';
import type { UserApiContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { Caller } from '../session/session.ts';
import { personAccess } from './person-access.ts';

/** Base authentication with one 401 for every failure of the token. */
export const tokenAccess: Access<UserApiContext, Caller> = {
  name: 'user or member token, checked by the route',
  errors: [errors.tokensDiffer, errors.tokenInvalid],
  async admit(context, parsed, request) {
    try {
      return await personAccess.admit(context, parsed, request);
    } catch (error) {
      if (!(error instanceof ApiError) || isAnswer(error)) throw error;
      const { code, detail = code } = error;
      throw new ApiError(errors.tokenInvalid, { detail });
    }
  },
};

/** Failures that say nothing about the token: the request cannot be read, or a dependency does not answer. */
function isAnswer({ code }: ApiError): boolean {
  return ['ambiguous_parameter', 'invalid_type', 'upstream_unavailable'].includes(code);
}
