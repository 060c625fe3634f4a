import { defineRoute, text } from '@latchkey/http-server';
import { clientAccess, clientFields } from '../access/client-access.ts';
import type { SsoContext } from '../context.ts';
import { errors } from '../errors.ts';
import { revokeToken } from '../oauth/token/revoke-token.ts';

/**
 * Ends what a token of the calling client depends on: the whole family of a refresh token, current or superseded, or of
 * an access token; a session of user-api; an app token's issue. Source: RFC 7009 2, contract part 1 "Routes".
 */
export const revoke = defineRoute({
  path: '/revoke',
  summary: 'Revokes a token and the refresh family, session or credential that it belongs to',
  details:
    'A refresh token, also a superseded one, or a device-flow access token ends the whole family. A session’s access token ends that session and its children, not its root; an app token ends its issue. An unknown, expired or another client’s token is a success that changes nothing. An ID token, a guard payload and a root session token are unsupported_token_type.',
  family: 'token',
  access: clientAccess,
  input: { properties: { ...clientFields, token: text, token_type_hint: text }, required: ['token'] },
  output: { properties: {} },
  errors: [errors.tokenNotRevocable],
  async handle(context: SsoContext, { token }, { clientId }, request) {
    const { ip, traceparent } = request;
    const origin = { ip, userAgent: request.header('user-agent') ?? '', traceparent };
    await revokeToken(context, token, clientId, origin);
    // For an unknown token, and for that of another client, there is nothing to revoke (RFC 7009 2.2).
    return {};
  },
});
