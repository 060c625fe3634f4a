import { ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { operatorAccess } from '../../../access/operator-access.ts';
import { findManageable } from '../../../account/find-manageable.ts';
import { clearAccountBudget } from '../../../attempt/counters.ts';
import { shareOfAccount } from '../../../attempt/place.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { actFreshly, freshErrors, freshFields } from '../../../fresh-code/act-freshly.ts';
import { createFirstPassword } from '../../../password/first-password.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { changeAsOperator } from '../../../session/end-sessions.ts';

/** Source: contract part 2 "Also needed to be usable". */
export const adminUserResetPassword = defineRoute({
  path: '/admin/user/reset_password',
  summary:
    'Gives an account a random password, shown once, which must be changed within 7 days; its sign-ins end',
  access: operatorAccess,
  input: { properties: { ...freshFields, user_id: { type: 'string' } }, required: ['user_id'] },
  output: { properties: { password: { type: 'string' }, ended: { type: 'integer' } } },
  errors: [errors.notFound, errors.statusConflict, ...freshErrors],
  async handle(context: UserApiContext, input, caller, request) {
    const account = await findManageable(context.accounts, caller.account, input.user_id);
    if (account.status === 'invited') throw new ApiError(errors.accountInvited, { field: 'user_id' });
    const { password, until: firstUntil } = createFirstPassword(context);
    const hash = await context.passwords.by([shareOfAccount(caller.account)]).hash(password);
    const { id: userId } = account;
    const what = { event: 'admin.user.reset_password', userId, actorId: caller.account.id } as const;
    const origin = originOf(request);
    const fresh = { caller, shown: input, origin };
    const ended = await changeAsOperator(context, what, origin, (voiding) =>
      actFreshly(context, fresh, ({ accounts }) =>
        accounts.setPassword(userId, { hash, firstUntil, ...voiding }),
      ),
    );
    if (ended === undefined) throw new ApiError(errors.notFound, { field: 'user_id' });
    await clearAccountBudget(context, account);
    return { password, ended };
  },
});
