import { ssoCalls } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import type { SsoContext } from '../../../../context.ts';
import { resolveRights } from '../../../../token/rights.ts';
import { signAccessToken } from '../../../../token/sign-access-token.ts';

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
