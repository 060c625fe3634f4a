import type { Access } from '@latchkey/http-server';
import type { UserApiContext } from '../context.ts';
import { assertOperatorPower } from '../session/operator-power.ts';
import type { Caller } from '../session/session.ts';
import { personAccess } from './person-access.ts';

/** Base authentication of an admin or root, whose token holds admin. Source: contract part 0 "Scopes and rights". */
export const operatorAccess: Access<UserApiContext, Caller> = {
  name: 'token of an admin or root',
  signIn: ['tokenField'],
  errors: personAccess.errors,
  async admit(context, parsed, request) {
    const caller = await personAccess.admit(context, parsed, request);
    assertOperatorPower(caller);
    return caller;
  },
};
