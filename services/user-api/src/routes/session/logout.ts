import { ApiError } from '@latchkey/errors';
import { defineRoute } from '@latchkey/http-server';
import { personAccess, tokenFields } from '../../access/person-access.ts';
import type { UserApiContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { logEvent } from '../../request-log/log-event.ts';
import { originOf } from '../../request-log/request-log.ts';
import { endSession } from '../../session/end-sessions.ts';

/** Source: contract part 2 "Also needed to be usable". */
export const sessionLogout = defineRoute({
  path: '/session/logout',
  summary: 'Ends the calling session, and the root session when the same client opened it',
  family: 'session',
  access: personAccess,
  input: { properties: tokenFields },
  output: {
    properties: { ended: { type: 'integer', description: 'Sessions that ended' } },
    required: ['ended'],
  },
  errors: [errors.notOurSession],
  async handle(context: UserApiContext, _input, caller, request) {
    const { session, account, claims } = caller;
    // sso keeps refresh families and ends them; ending the token alone would leave its refresh token valid.
    if (session.kind === 'device') throw new ApiError(errors.notOurSession);
    const root = session.rootId && (await context.sessions.findLive(session.rootId, new Date(context.now())));
    const isOwnRoot = root && root.clientId === claims.client_id;
    const ended = await endSession(context, isOwnRoot ? root.id : session.id);
    const change = { event: 'session.logout', userId: account.id, clientId: claims.client_id };
    await logEvent(context, change, originOf(request));
    return { ended: ended.length };
  },
});
