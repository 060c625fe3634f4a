import { ssoCalls } from '@latchkey/contracts';
import { defineRoute, serviceAccess } from '@latchkey/http-server';
import type { SsoContext } from '../../../../context.ts';
import { signAccessToken } from '../../../../token/sign-access-token.ts';

/** Signs the tokens of user-api's sessions. Source: contract part 2 "Owns". */
export const tokensMint = defineRoute({
  ...ssoCalls.mintToken,
  summary: 'Signs an access token for a session of user-api',
  access: serviceAccess,
  errors: [],
  handle(context: SsoContext, { jkt, ...claims }) {
    const subject = { ...claims, ...(jkt === undefined ? {} : { cnf: { jkt } }) };
    const nowMs = context.now();
    const { accessToken, expiresInSeconds } = signAccessToken(context, subject, nowMs);
    const { scope } = claims;
    return { access_token: accessToken, expires_in: expiresInSeconds, scope, issued_at_ms: nowMs };
  },
});
