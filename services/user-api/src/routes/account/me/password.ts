import { ApiError } from '@latchkey/contracts';
import { defineRoute, text, time } from '@latchkey/http-server';
import { accountAccess } from '../../../access/account-access.ts';
import { clientAccess } from '../../../access/client-access.ts';
import { changeClientSecret } from '../../../clients/client-secret.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors, missing } from '../../../errors.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { newPasswordErrors } from '../../../signing-in/password/assert-new-password.ts';
import { changePassword } from '../../../signing-in/password/change-password.ts';
import { passwordField } from '../../../signing-in/password/passwords.ts';

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

export const clientPasswordChange = defineRoute({
  path: '/account/me/client_password/change',
  summary: 'Makes a new secret for the calling client; the old one stays valid for a day',
  details:
    'The old and the new secret are good for a day; an older one ends at once. A wrong one is a failed attempt.',
  access: clientAccess,
  input: {
    properties: {
      'auth.pass': {
        ...passwordField,
        description: 'Newest secret of the client',
        examples: ['lks_8Zr1vXk3mTw9bLc5yHd7fNs2gJp4aUe6'],
      },
      new_password: { ...text, description: 'Must be blank: the service makes the secret' },
    },
  },
  output: {
    properties: {
      client_id: text,
      client_secret: { ...text, description: 'The new secret; shown once' },
      previous_expires_at: { ...time, description: 'When the old secret ends' },
    },
  },
  errors: [
    errors.fieldMissing,
    errors.secretGiven,
    errors.credentialsInvalid,
    errors.throttled,
    errors.stateConflict,
  ],
  async handle(context: UserApiContext, input, client, request) {
    const { 'auth.pass': current, new_password: newPassword = '' } = input;
    if (newPassword.trim() !== '') throw new ApiError(errors.secretGiven, { field: 'new_password' });
    if (current === undefined) throw missing('auth.pass');
    const { made, oldExpiresAt } = await changeClientSecret(context, client, current, originOf(request));
    return {
      client_id: client.clientId,
      client_secret: made,
      previous_expires_at: oldExpiresAt.toISOString(),
    };
  },
});
