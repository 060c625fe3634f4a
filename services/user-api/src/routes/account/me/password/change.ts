import { ApiError } from '@latchkey/errors';
import { defineRoute } from '@latchkey/http-server';
import { personAccess } from '../../../../access/person-access.ts';
import { tokenFields } from '../../../../access/token-fields.ts';
import { voidTokensFrom } from '../../../../account/void-tokens.ts';
import type { UserApiContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';
import { assertNewPassword } from '../../../../password/assert-new-password.ts';
import { logChange } from '../../../../request-log/log-change.ts';
import { endSessions } from '../../../../session/end-session.ts';
import { confirmPassword } from '../../../../sign-in/confirm-password.ts';
import { keptSessions } from '../../../../token/kept-sessions.ts';
import { renewToken } from '../../../../token/renew-token.ts';
import { originOf } from '../../../origin-of.ts';

/** Source: contract part 2 "Settled details". */
export const passwordChange = defineRoute({
  path: '/account/me/password/change',
  summary: 'Changes the password; all sessions but the calling one end',
  family: 'account',
  access: personAccess,
  input: {
    properties: {
      ...tokenFields,
      'auth.pass': { type: 'string', description: 'Current password' },
      new_password: { type: 'string' },
    },
    required: ['new_password'],
  },
  output: {
    properties: {
      token_type: { type: 'string', enum: ['Bearer', 'DPoP'] },
      access_token: { type: 'string' },
      expires_in: { type: 'integer' },
      ended: { type: 'integer', description: 'Sessions that ended' },
    },
    required: ['token_type', 'access_token', 'expires_in', 'ended'],
  },
  errors: [
    errors.fieldMissing,
    errors.passwordTooShort,
    errors.passwordCommon,
    errors.credentialsInvalid,
    errors.throttled,
    errors.stateConflict,
  ],
  async handle(context: UserApiContext, input, caller, request) {
    const { account } = caller;
    const origin = originOf(request);
    assertNewPassword(input.new_password, 'new_password');
    await confirmPassword(context, account, input['auth.pass'], origin);
    const hash = await context.passwords.hash(input.new_password);
    const oldHash = account.passwordHash ?? undefined;
    const isChanged = await context.accounts.setPassword(
      account.id,
      hash,
      voidTokensFrom(context.now()),
      oldHash,
    );
    if (!isChanged) throw new ApiError(errors.stateConflict);
    const ended = await endSessions(context, account.id, { kept: keptSessions(caller) });
    await logChange(context, { event: 'password.change', userId: account.id }, origin);
    const { accessToken, expiresIn } = await renewToken(context, caller, request.traceparent);
    const tokenType: 'Bearer' | 'DPoP' = caller.claims.cnf === undefined ? 'Bearer' : 'DPoP';
    return {
      token_type: tokenType,
      access_token: accessToken,
      expires_in: expiresIn,
      ended: ended.length,
    };
  },
});
