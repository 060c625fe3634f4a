import { accountCalls, ApiError, isUuid } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { personAccess } from '../../../../access/person-access.ts';
import type { UserApiContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';
import { originOf } from '../../../../request-log/request-log.ts';
import { endSession } from '../../../../session/end-sessions.ts';

/** Source: contract part 2 "Also needed to be usable". */
export const accountSessionRevoke = defineRoute({
  ...accountCalls.revokeSession,
  summary: 'Ends one session of the caller, and its children; a member ends only sessions of the org',
  access: personAccess,
  errors: [errors.notFound],
  async handle(context: UserApiContext, { session_id: sessionId }, { account, member }, request) {
    const owner = isUuid(sessionId) ? await context.sessions.findOwner(sessionId) : undefined;
    const isOwn = owner?.userId === account.id && (member === null || owner.orgId === member.orgId);
    if (!isOwn) throw new ApiError(errors.notFound, { field: 'session_id' });
    const event = { event: 'session.revoke', userId: account.id } as const;
    const ended = await endSession(context, sessionId, event, originOf(request));
    return { ended: ended.length };
  },
});
