import { ssoCalls } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import type { SsoContext } from '../../../context.ts';
import type { RefreshFamily } from '../../../oauth/family/family.ts';
import { findActiveToken } from '../../../oauth/token/inspect-token.ts';
import { resolveRights } from '../../../oauth/token/rights.ts';
import { signAccessToken } from '../../../oauth/token/sign-access-token.ts';

/** Signs the tokens of user-api's sessions. Source: contract part 0 "Scopes and rights". */
export const tokensMint = defineRoute({
  ...ssoCalls.mintToken,
  summary: 'Signs an access token for a session of user-api',
  access: callers('user-api'),
  errors: [],
  async handle(context: SsoContext, { jkt, fresh_sign_in: isSignIn = false, ...claims }, _caller, request) {
    const rights = await resolveRights(context, { ...claims, isSignIn }, request.traceparent);
    const subject = { ...claims, ...rights, ...(jkt === undefined ? {} : { cnf: { jkt } }) };
    const nowMs = context.now();
    const { accessToken, expiresInSeconds } = await signAccessToken(context, subject, nowMs);
    return {
      access_token: accessToken,
      expires_in: expiresInSeconds,
      scope: rights.scope,
      issued_at_ms: nowMs,
    };
  },
});

/** Source: contract part 0 "Access tokens" (TOKEN_CHECK_MODE). */
export const tokensVerify = defineRoute({
  ...ssoCalls.verifyToken,
  summary: 'Answers whether an access token is active',
  access: callers('user-api', 'drop'),
  errors: [],
  async handle(context: SsoContext, input, _caller, request) {
    const found = await findActiveToken(context, input.token, request.traceparent);
    if (found === undefined) return { active: false };
    const { claims, family } = found;
    const { sid, sub, client_id, scope, token_use, exp } = claims;
    return {
      active: true,
      sid,
      sub,
      client_id,
      scope,
      token_use,
      ...(family === undefined ? { expires_at: new Date(exp * 1000).toISOString() } : describeFamily(family)),
    };
  },
});

function describeFamily(family: RefreshFamily) {
  return {
    created_at: family.createdAt.toISOString(),
    last_used_at: family.issuedAt.toISOString(),
    expires_at: family.absoluteExpiresAt.toISOString(),
    tokens_valid_after: family.tokensValidAfter.toISOString(),
  };
}
