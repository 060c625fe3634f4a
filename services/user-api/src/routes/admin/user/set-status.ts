import { ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { operatorAccess } from '../../../access/operator-access.ts';
import { tokenFields } from '../../../access/person-access.ts';
import { findManageable } from '../../../account/find-manageable.ts';
import { clearAccountBudget } from '../../../attempt/counters.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { changeAsOperator } from '../../../session/end-sessions.ts';

/** A route that gives an account a status; its older tokens are void. */
export function defineStatusRoute(
  move: 'disable' | 'enable',
  status: 'disabled' | 'active',
  summary: string,
) {
  return defineRoute({
    path: `/admin/user/${move}`,
    summary,
    family: 'admin',
    access: operatorAccess,
    input: { properties: { ...tokenFields, user_id: { type: 'string' } }, required: ['user_id'] },
    output: {
      properties: { status: { type: 'string' }, ended: { type: 'integer' } },
      required: ['status', 'ended'],
    },
    errors: [errors.notFound, errors.statusConflict],
    async handle(context: UserApiContext, input, caller, request) {
      const account = await findManageable(context.accounts, caller.account, input.user_id);
      const { id: userId } = account;
      const what = { event: `admin.user.${move}`, userId, actorId: caller.account.id } as const;
      const ended = await changeAsOperator(context, what, originOf(request), (voiding) =>
        context.accounts.setStatus(userId, { status, ...voiding }),
      );
      if (ended === undefined) throw new ApiError(errors.statusConflict, { field: 'user_id' });
      if (status === 'active') await clearAccountBudget(context, account);
      return { status, ended };
    },
  });
}
