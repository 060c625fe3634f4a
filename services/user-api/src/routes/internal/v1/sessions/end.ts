import { userApiCalls } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import type { UserApiContext } from '../../../../context.ts';
import { endToken } from '../../../../token/end-token.ts';

/** A client revokes a token of its own at sso. */
export const endSessionOfToken = defineRoute({
  ...userApiCalls.endSession,
  summary: 'Ends the session or the credential behind a token, for the client that holds it',
  access: callers('sso'),
  errors: [],
  async handle(context: UserApiContext, { client_id: clientId, ip, user_agent: userAgent, ...token }) {
    return { ended: await endToken(context, token, clientId, { ip, userAgent }) };
  },
});
