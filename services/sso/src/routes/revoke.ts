import { ApiError } from '@latchkey/errors';
import { defineRoute, text } from '@latchkey/http-server';
import { hashSecret } from '@latchkey/secrets';
import { clientAccess } from '../access/client-access.ts';
import type { SsoContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { RefreshFamily } from '../family/family.ts';
import { findLiveToken } from '../token/verify-own-token.ts';

/** Revokes the whole family of a refresh token, current or superseded, or of an access token. Source: RFC 7009 2. */
export const revoke = defineRoute({
  path: '/revoke',
  summary: 'Revokes a token and the refresh family that it belongs to',
  access: clientAccess,
  input: {
    properties: { client_id: text, client_secret: text, token: text, token_type_hint: text },
    required: ['token'],
  },
  output: { properties: {} },
  errors: [errors.tokenOfAnother],
  async handle(context: SsoContext, { token }, client) {
    const family = await findFamily(context, token);
    // For an unknown token there is nothing to revoke: the answer is success (RFC 7009 2.2).
    if (family === undefined) return {};
    if (family.clientId !== client.clientId) throw new ApiError(errors.tokenOfAnother);
    await context.families.revoke(family.id, 'client', context.now());
    return {};
  },
});

/** token_type_hint is not needed: each kind of token is found by its own look-up. */
async function findFamily(context: SsoContext, token: string): Promise<RefreshFamily | undefined> {
  const presented = await context.families.findByToken(hashSecret(token));
  if (presented !== undefined) return presented.family;
  const live = await findLiveToken(context, token);
  return live?.family;
}
