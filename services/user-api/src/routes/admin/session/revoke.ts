import { ApiError, isUuid } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { operatorAccess } from '../../../access/operator-access.ts';
import { findManageable } from '../../../account/find-manageable.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { endSession } from '../../../session/end-sessions.ts';

/** Source: contract part 2 "Also needed to be usable". */
export const adminSessionRevoke = defineRoute({
  path: '/admin/session/revoke',
  summary: 'Ends a session of an account that the caller may manage, and its children',
  access: operatorAccess,
  input: { properties: { session_id: { type: 'string' } }, required: ['session_id'] },
  output: { properties: { ended: { type: 'integer' } } },
  errors: [errors.notFound],
  async handle(context: UserApiContext, { session_id: sessionId }, caller, request) {
    const owner = isUuid(sessionId) ? await context.sessions.findOwner(sessionId) : undefined;
    if (owner === undefined) throw new ApiError(errors.notFound, { field: 'session_id' });
    await findManageable(context.accounts, caller.account, owner.userId, 'session_id');
    const change = { userId: owner.userId, actorId: caller.account.id };
    const event = { event: 'admin.session.revoke', ...change } as const;
    const ended = await endSession(context, sessionId, event, originOf(request));
    return { ended: ended.length };
  },
});
