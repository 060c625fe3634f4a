import { defineRoute, text, timeOrNull } from '@latchkey/http-server';
import { scopeMissing } from '@latchkey/tokens';
import { personAccess } from '../../../access/person-access.ts';
import { rotateClientSecret } from '../../../client/client-secret.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { freshErrors, freshFields } from '../../../fresh-code/act-freshly.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { clientIdField } from './client-fields.ts';

/** Source: contract part 2 "Clients". */
export const clientRotateSecret = defineRoute({
  path: '/oauth/clients/rotate_secret',
  summary: 'Makes a new secret for a client; the old one stays valid for a day',
  family: 'oauth_clients',
  access: personAccess,
  input: {
    properties: {
      ...freshFields,
      client_id: clientIdField,
      end_previous: { type: 'boolean', description: 'Whether every other secret ends at once' },
    },
    required: ['client_id'],
  },
  output: {
    properties: {
      client_id: text,
      client_secret: { ...text, description: 'The new secret; shown once' },
      previous_expires_at: {
        ...timeOrNull,
        description: 'When the old secret ends; null when there was none',
      },
    },
  },
  errors: [
    scopeMissing('admin'),
    errors.notFound,
    errors.clientPublic,
    errors.clientArchived,
    errors.stateConflict,
    ...freshErrors,
  ],
  async handle(context: UserApiContext, { client_id: clientId, end_previous, ...shown }, caller, request) {
    const wanted = { clientId, endPrevious: end_previous ?? false, shown };
    const { made, oldExpiresAt } = await rotateClientSecret(context, caller, wanted, originOf(request));
    return {
      client_id: clientId,
      client_secret: made,
      previous_expires_at: oldExpiresAt?.toISOString() ?? null,
    };
  },
});
