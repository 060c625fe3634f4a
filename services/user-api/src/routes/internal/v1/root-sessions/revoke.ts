import { defineRoute, serviceAccess } from '@latchkey/http-server';
import type { UserApiContext } from '../../../../context.ts';
import { logEvent } from '../../../../request-log/log-event.ts';
import { endSession } from '../../../../session/end-sessions.ts';
import { findRootSession } from '../../../../session/find-root-session.ts';

const text = { type: 'string' } as const;

/** Signing out of a browser: its root session and all children end. */
export const revokeRootSession = defineRoute({
  path: '/internal/v1/root-sessions/revoke',
  summary: 'Ends a root session and its children',
  access: serviceAccess,
  input: {
    properties: {
      token: text,
      ip: { ...text, description: 'Where the person is, and with what' },
      user_agent: text,
    },
    required: ['token'],
  },
  output: { properties: { revoked: { type: 'boolean' } }, required: ['revoked'] },
  errors: [],
  async handle(context: UserApiContext, { token, ip = '', user_agent: userAgent = '' }) {
    const found = await findRootSession(context, token);
    if (found === undefined) return { revoked: false };
    const { id, userId, clientId } = found.session;
    const ended = await endSession(context, id);
    if (ended.length > 0)
      await logEvent(context, { event: 'session.logout', userId, clientId }, { ip, userAgent });
    return { revoked: ended.length > 0 };
  },
});
