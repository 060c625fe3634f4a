import { ApiError } from '@latchkey/contracts';
import type { Access } from '@latchkey/http-server';
import { isOperator } from '../accounts/account.ts';
import type { UserApiContext } from '../context.ts';
import { originOf } from '../request-log/request-log.ts';
import { assertOperatorPower } from '../sessions/operator-power.ts';
import type { Caller } from '../sessions/session.ts';
import { limitWrites } from './limit-writes.ts';
import { logOperator } from './log-operator.ts';
import { assertRight, authenticatePerson, personAccess } from './person-access.ts';

/**
 * Base authentication of an admin or root, whose token holds admin. What an operator is refused stands in the log.
 * Source: contract part 0 "Scopes and rights".
 */
export const operatorAccess: Access<UserApiContext, Caller> = {
  ...personAccess,
  name: 'token of an admin or root',
  async admit(context, parsed, request) {
    const caller = await authenticatePerson(context, parsed, request);
    const { path } = request;
    try {
      assertRight(caller, path);
      await limitWrites(context, path, caller.account.id);
      assertOperatorPower(caller);
    } catch (error) {
      if (error instanceof ApiError && isOperator(caller.account)) {
        const refused = { event: 'admin.refused', code: error.code, route: path } as const;
        await logOperator(context, caller.account, refused, originOf(request));
      }
      throw error;
    }
    return caller;
  },
};
