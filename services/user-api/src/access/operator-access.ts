import { ApiError } from '@latchkey/errors';
import type { Access } from '@latchkey/http-server';
import { isOperator } from '../account/account.ts';
import type { UserApiContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { Caller } from '../session/session.ts';
import { personAccess } from './person-access.ts';

/** Base authentication of an admin or root. A member token is refused: it speaks for its org alone. */
export const operatorAccess: Access<UserApiContext, Caller> = {
  name: 'token of an admin or root',
  errors: personAccess.errors,
  async admit(context, parsed, request) {
    const caller = await personAccess.admit(context, parsed, request);
    if (!isOperator(caller.account) || caller.member !== null) throw new ApiError(errors.forbidden);
    return caller;
  },
};
