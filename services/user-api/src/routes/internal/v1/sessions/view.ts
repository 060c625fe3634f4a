import { defineRoute, serviceAccess } from '@latchkey/http-server';
import type { UserApiContext } from '../../../../context.ts';
import { isTokenLive } from '../../../../token/is-token-live.ts';

const text = { type: 'string' } as const;

/** What sso asks for its introspection of a token that stands on a session or an issue of this service. */
export const viewSession = defineRoute({
  path: '/internal/v1/sessions/view',
  summary: 'Says whether what is behind a token of this service still stands',
  access: serviceAccess,
  input: {
    properties: {
      sid: text,
      sub: text,
      token_use: { type: 'string', enum: ['user', 'member', 'app'] },
      iat: { type: 'integer', description: 'Seconds since the epoch' },
      org: text,
    },
    required: ['sid', 'sub', 'token_use', 'iat'],
  },
  output: { properties: { active: { type: 'boolean' } }, required: ['active'] },
  errors: [],
  async handle(context: UserApiContext, token) {
    const active = await isTokenLive(context, token);
    if (active && token.token_use === 'app')
      await context.credentials.noteUsed(token.sid, new Date(context.now()));
    return { active };
  },
});
