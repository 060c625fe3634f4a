import { userApiCalls } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import type { UserApiContext } from '../../../../context.ts';
import { endSession } from '../../../../session/end-sessions.ts';
import { findPageRoot } from '../../../../session/find-root-session.ts';

/** A person signs out of a browser. */
export const revokeRootSession = defineRoute({
  ...userApiCalls.revokeRootSession,
  summary: 'Ends a root session and its children',
  access: callers('sso'),
  errors: [],
  async handle(context: UserApiContext, { token, ip = '', user_agent: userAgent = '', replaced }) {
    const found = await findPageRoot(context, token);
    if (found === undefined) return { revoked: false };
    const { id, userId, clientId } = found.session;
    const details = replaced === true ? { by: 'sign_in' } : null;
    const event = { event: 'session.logout', userId, clientId, details } as const;
    const ended = await endSession(context, id, event, { ip, userAgent });
    return { revoked: ended.length > 0 };
  },
});
