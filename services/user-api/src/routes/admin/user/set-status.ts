import { ApiError } from '@latchkey/errors';
import { defineRoute } from '@latchkey/http-server';
import { operatorAccess } from '../../../access/operator-access.ts';
import { tokenFields } from '../../../access/token-fields.ts';
import { findManageable } from '../../../account/find-manageable.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { logEvent } from '../../../request-log/log-event.ts';
import { endVoidedSignIns } from '../../../session/end-sign-ins.ts';
import { originOf } from '../../origin-of.ts';

/** A route that moves an account to a status; whatever it had before the move is void. */
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
    async handle(context: UserApiContext, { user_id: userId }, caller, request) {
      const account = await findManageable(context.accounts, caller.account, userId);
      const isMoved = await context.accounts.setStatus(account.id, status, new Date(context.now()));
      if (!isMoved) throw new ApiError(errors.statusConflict, { field: 'user_id' });
      const ended = await endVoidedSignIns(context, account.id, request.traceparent);
      await logEvent(context, { event: `admin.user.${move}`, userId: account.id }, originOf(request));
      return { status, ended };
    },
  });
}
