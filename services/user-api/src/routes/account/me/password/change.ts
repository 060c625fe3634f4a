import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../../access/account-access.ts';
import type { UserApiContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';
import { newPasswordErrors } from '../../../../password/assert-new-password.ts';
import { changePassword } from '../../../../password/change-password.ts';
import { passwordField } from '../../../../password/passwords.ts';
import { originOf } from '../../../../request-log/request-log.ts';

/** Source: contract part 2 "Settled details". */
export const passwordChange = defineRoute({
  path: '/account/me/password/change',
  summary: 'Changes the password; all sessions and devices but the calling one end',
  access: accountAccess,
  input: {
    properties: {
      'auth.pass': { ...passwordField, description: 'Current password' },
      new_password: { type: 'string' },
    },
    required: ['new_password'],
  },
  output: {
    properties: {
      token_type: { type: 'string', enum: ['Bearer', 'DPoP'] },
      access_token: { type: 'string' },
      expires_in: { type: 'integer' },
      ended: { type: 'integer', description: 'Sessions and devices that ended' },
    },
  },
  errors: [
    errors.fieldMissing,
    ...newPasswordErrors,
    errors.passwordSame,
    errors.credentialsInvalid,
    errors.throttled,
    errors.stateConflict,
  ],
  async handle(context: UserApiContext, input, caller, request) {
    const { new_password: newPassword } = input;
    const { token, ended } = await changePassword(context, caller, input, newPassword, originOf(request));
    const tokenType: 'Bearer' | 'DPoP' = caller.claims.cnf === undefined ? 'Bearer' : 'DPoP';
    return {
      token_type: tokenType,
      access_token: token.accessToken,
      expires_in: token.expiresIn,
      ended,
    };
  },
});
