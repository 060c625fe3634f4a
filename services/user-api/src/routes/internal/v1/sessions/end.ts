import { userApiCalls } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import type { UserApiContext } from '../../../../context.ts';
import { logEvent } from '../../../../request-log/log-event.ts';
import { endToken } from '../../../../token/end-token.ts';

/** A client revokes a token of its own at sso. */
export const endSessionOfToken = defineRoute({
  ...userApiCalls.endSession,
  summary: 'Ends the session or the credential behind a token, for the client that holds it',
  access: callers('sso'),
  errors: [],
  async handle(context: UserApiContext, { client_id: clientId, ip, user_agent: userAgent, ...token }) {
    const ended = await endToken(context, token, clientId);
    if (ended === undefined) return { ended: false };
    const event = token.token_use === 'app' ? 'client_credentials.revoke' : 'session.revoke';
    await logEvent(context, { event, clientId, ...ended }, { ip, userAgent });
    return { ended: true };
  },
});
