import { ApiError } from '@latchkey/errors';
import { defineRoute, text, time } from '@latchkey/http-server';
import { clientAccess } from '../../../../access/client-access.ts';
import { tokenFields } from '../../../../access/person-access.ts';
import { changeClientSecret } from '../../../../client/client-secret.ts';
import type { UserApiContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';
import { originOf } from '../../../../request-log/request-log.ts';

/** Source: contract part 2 "Also needed to be usable"; docs/decisions/0024-client-secrets.md. */
export const clientPasswordChange = defineRoute({
  path: '/account/me/client_password/change',
  summary: 'Changes the calling client’s own secret; the old one stays valid for a day',
  family: 'account',
  access: clientAccess,
  input: {
    properties: {
      ...tokenFields,
      'auth.pass': { ...text, description: 'Newest secret of the client' },
      new_password: {
        ...text,
        minLength: 24,
        pattern: '^[\\x20-\\x7e]*$',
        description: 'New secret, printable ASCII (RFC 6749 A.2); when not sent, a random one is made',
      },
    },
  },
  output: {
    properties: {
      client_id: text,
      client_secret: { ...text, description: 'The new secret if it was made here; shown once' },
      previous_expires_at: { ...time, description: 'When the old secret ends' },
    },
    required: ['client_id', 'previous_expires_at'],
  },
  errors: [
    errors.fieldMissing,
    errors.secretSame,
    errors.credentialsInvalid,
    errors.throttled,
    errors.stateConflict,
  ],
  async handle(context: UserApiContext, input, client, request) {
    const { 'auth.pass': current, new_password: wished } = input;
    if (current === undefined) throw new ApiError(errors.fieldMissing, { field: 'auth.pass' });
    const wish = { current, wished };
    const { made, oldExpiresAt } = await changeClientSecret(context, client, wish, originOf(request));
    return {
      client_id: client.clientId,
      ...(made === undefined ? {} : { client_secret: made }),
      previous_expires_at: oldExpiresAt.toISOString(),
    };
  },
});
