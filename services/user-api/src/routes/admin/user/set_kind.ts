import { ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { operatorAccess } from '../../../access/operator-access.ts';
import { findManageable } from '../../../account/find-manageable.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { actFreshly, freshErrors, freshFields } from '../../../fresh-code/act-freshly.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { changeAsOperator } from '../../../session/end-sessions.ts';
import { accountProperties } from './user-answer.ts';

const { kind: kindField } = accountProperties;

/** Source: contract part 2 "Also needed to be usable". */
export const adminUserSetKind = defineRoute({
  path: '/admin/user/set_kind',
  summary: 'Makes an account an operator, or takes that power away; only a root may. Its sign-ins end',
  access: operatorAccess,
  input: {
    properties: { ...freshFields, user_id: { type: 'string' }, kind: kindField },
    required: ['user_id', 'kind'],
  },
  output: { properties: { kind: kindField, ended: { type: 'integer' } } },
  errors: [errors.notFound, errors.addressUnverified, errors.statusConflict, ...freshErrors],
  async handle(context: UserApiContext, { user_id, kind, ...shown }, caller, request) {
    const { account: operator } = caller;
    if (operator.kind !== 'root') throw new ApiError(errors.forbidden);
    const account = await findManageable(context.accounts, operator, user_id);
    if (account.emailVerifiedAt === null) throw new ApiError(errors.addressUnverified, { field: 'user_id' });
    const { id: userId } = account;
    const what = { event: 'admin.user.set_kind', userId, actorId: operator.id } as const;
    const origin = originOf(request);
    const ended = await changeAsOperator(context, what, origin, (voiding) =>
      actFreshly(context, { caller, shown, origin }, ({ accounts }) =>
        accounts.setKind(userId, { kind, ...voiding }),
      ),
    );
    if (ended === undefined) {
      const message = `The account is of the kind ${kind} already, or is not active`;
      throw new ApiError({ ...errors.statusConflict, message }, { field: 'user_id' });
    }
    return { kind, ended };
  },
});
