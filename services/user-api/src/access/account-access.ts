import { ApiError } from '@latchkey/contracts';
import type { Access } from '@latchkey/http-server';
import type { UserApiContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { Caller } from '../sessions/session.ts';
import { personAccess } from './person-access.ts';

/**
 * Base authentication of a person for their own account. A member token is refused: it speaks for its org only. Source:
 * contract part 2 "Guarded routes".
 */
export const accountAccess: Access<UserApiContext, Caller> = {
  ...personAccess,
  name: 'user token',
  async admit(context, parsed, request) {
    const caller = await personAccess.admit(context, parsed, request);
    if (caller.member !== null) throw new ApiError(errors.forbidden);
    return caller;
  },
};
