import { defineRoute } from '@latchkey/http-server';
import { serviceAccess } from '../../../../access/service-access.ts';
import type { SsoContext } from '../../../../context.ts';
import { findLiveToken } from '../../../../token/verify-own-token.ts';

const text = { type: 'string' } as const;

/** Source: contract part 0 "Access tokens" (TOKEN_CHECK_MODE). */
export const tokensVerify = defineRoute({
  path: '/internal/v1/tokens/verify',
  summary: 'Says whether the refresh family of a device-flow token is live',
  access: serviceAccess,
  input: { properties: { token: text }, required: ['token'] },
  output: {
    properties: {
      active: { type: 'boolean' },
      sid: text,
      sub: text,
      client_id: text,
      scope: text,
      created_at: text,
      last_used_at: text,
      expires_at: text,
    },
    required: ['active'],
  },
  errors: [],
  async handle(context: SsoContext, input) {
    const live = await findLiveToken({ ...context, issuer: context.settings.issuer }, input.token);
    if (live === undefined) return { active: false };
    const { claims, family } = live;
    return {
      active: true,
      sid: claims.sid,
      sub: claims.sub,
      client_id: claims.client_id,
      scope: claims.scope,
      created_at: new Date(family.createdAtMs).toISOString(),
      last_used_at: new Date(family.issuedAtMs).toISOString(),
      expires_at: new Date(family.absoluteExpiresAtMs).toISOString(),
    };
  },
});
