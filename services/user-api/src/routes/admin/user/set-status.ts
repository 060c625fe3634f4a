import { ApiError } from '@latchkey/errors';
import { defineRoute } from '@latchkey/http-server';
import { operatorAccess } from '../../../access/operator-access.ts';
import { tokenFields } from '../../../access/token-fields.ts';
import { findManageable } from '../../../account/find-manageable.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { createEntry } from '../../../request-log/log-event.ts';
import { noSignIn, spreadVoid } from '../../../session/end-sign-ins.ts';
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
    async handle(context: UserApiContext, input, caller, request) {
      const account = await findManageable(context.accounts, caller.account, input.user_id);
      const { id: userId } = account;
      const row = createEntry(context, { event: `admin.user.${move}`, userId }, originOf(request));
      const change = { status, validAfter: new Date(context.now()), kept: noSignIn, row };
      const ended = await context.accounts.setStatus(userId, change);
      if (ended === undefined) throw new ApiError(errors.statusConflict, { field: 'user_id' });
      const ending = { userId, reason: 'admin', kept: noSignIn, traceparent: request.traceparent } as const;
      return { status, ended: await spreadVoid(context, ending, ended) };
    },
  });
}
