import { userApiCalls } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import type { UserApiContext } from '../../../../context.ts';
import { isTokenLive } from '../../../../token/is-token-live.ts';

/** sso asks this when it introspects a token that depends on a session or a credential of this service. */
export const viewSession = defineRoute({
  ...userApiCalls.viewSession,
  summary: 'Says whether the session or credential behind a token is still active',
  access: callers('sso'),
  errors: [],
  async handle(context: UserApiContext, token) {
    const active = await isTokenLive(context, token);
    if (active && token.token_use === 'app')
      await context.credentials.noteUsed(token.sid, new Date(context.now()));
    return { active };
  },
});
