import { defineRoute, text } from '@latchkey/http-server';
import { splitScope } from '@latchkey/tokens';
import { bearerAccess, challenge } from '../access/bearer-access.ts';
import type { SsoContext } from '../context.ts';
import { errors } from '../errors.ts';
import { identityClaims } from '../oauth/token/identity-claims.ts';
import { findHolder } from '../oauth/token/inspect-token.ts';

/** Source: OpenID Connect Core 5.3. */
function defineUserinfo(method: 'GET' | 'POST', properties: Readonly<Record<string, { type: 'string' }>>) {
  return defineRoute({
    method,
    path: '/userinfo',
    summary: 'Answers the OpenID claims of the account behind an access token',
    family: 'token',
    access: bearerAccess,
    input: { properties },
    output: {
      properties: {
        sub: text,
        name: text,
        email: text,
        email_verified: { type: 'boolean' },
        groups: { type: 'array', items: text },
      },
      optional: ['name', 'email', 'email_verified', 'groups'],
    },
    errors: [errors.openidMissing, errors.accessTokenInvalid],
    async handle(context: SsoContext, _input, live, { traceparent }) {
      const scope = splitScope(live.claims.scope);
      if (!scope.includes('openid')) throw challenge(errors.openidMissing);
      const standing = await findHolder(context, live, traceparent);
      if (standing === undefined)
        throw challenge(
          errors.accessTokenInvalid,
          'the account or the client does not let the token be valid',
        );
      return identityClaims(standing, scope);
    },
  });
}

export const userinfo = defineUserinfo('GET', {});
export const userinfoPosted = defineUserinfo('POST', { access_token: text });
