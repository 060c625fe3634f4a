import { defineRoute, text } from '@latchkey/http-server';
import { splitScope } from '@latchkey/tokens';
import { bearerAccess, challenge } from '../access/bearer-access.ts';
import type { SsoContext } from '../context.ts';
import { errors } from '../errors.ts';
import { identityClaims } from '../token/identity-claims.ts';
import { mayHoldDevices, tokenStands } from '../token/standing.ts';

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
    async handle({ userApi }: SsoContext, _input, { claims, family }, request) {
      const scope = splitScope(claims.scope);
      if (!scope.includes('openid')) throw challenge(errors.openidMissing);
      const { traceparent } = request;
      const [standing, client] = await Promise.all([
        userApi.findRecentStanding(claims.sub, traceparent),
        userApi.findClient(family.clientId, traceparent),
      ]);
      if (!mayHoldDevices(client))
        throw challenge(errors.accessTokenInvalid, 'the client is not active or lost the device grant');
      if (!tokenStands(standing, family, claims))
        throw challenge(errors.accessTokenInvalid, 'the account is not active or has voided the token');
      return identityClaims(standing, scope);
    },
  });
}

export const userinfo = defineUserinfo('GET', {});
export const userinfoPosted = defineUserinfo('POST', { access_token: text });
