import { ApiError } from '@latchkey/contracts';
import { defineRoute, text, time } from '@latchkey/http-server';
import { clientAccess } from '../../../../access/client-access.ts';
import { changeClientSecret } from '../../../../client/client-secret.ts';
import type { UserApiContext } from '../../../../context.ts';
import { errors, missing } from '../../../../errors.ts';
import { passwordField } from '../../../../password/passwords.ts';
import { originOf } from '../../../../request-log/request-log.ts';

/** Source: contract part 2 "Clients". */
export const clientPasswordChange = defineRoute({
  path: '/account/me/client_password/change',
  summary: 'Makes a new secret for the calling client; the old one stays valid for a day',
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
