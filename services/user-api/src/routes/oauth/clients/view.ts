import { defineRoute, time, timeOrNull } from '@latchkey/http-server';
import { logOperator } from '../../../access/log-operator.ts';
import { personAccess } from '../../../access/person-access.ts';
import { findManagedClient } from '../../../client/manage-client.ts';
import { isOwn } from '../../../client/owner-scope.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { clientDetails, clientDetailsSchema } from './client-answer.ts';
import { clientIdField } from './client-fields.ts';

const secretSchema = {
  type: 'object',
  additionalProperties: false,
  properties: { created_at: time, expires_at: { ...timeOrNull, description: 'null for the newest' } },
} as const;

/** Source: contract part 2 "Also needed to be usable". */
export const clientView = defineRoute({
  path: '/oauth/clients/view',
  summary: 'Shows a client, and since when and until when its secrets are valid',
  family: 'oauth_clients',
  access: personAccess,
  input: { properties: { client_id: clientIdField }, required: ['client_id'] },
  output: {
    properties: { ...clientDetailsSchema.properties, secrets: { type: 'array', items: secretSchema } },
  },
  errors: [errors.notFound],
  async handle(context: UserApiContext, { client_id: clientId }, caller, request) {
    const { client, secrets } = await findManagedClient(context, caller, clientId);
    if (!isOwn(caller, client)) {
      const read = { event: 'admin.read', route: request.path, details: { rows: 1 } } as const;
      await logOperator(context, caller.account, read, originOf(request));
    }
    return {
      ...clientDetails(client),
      secrets: secrets.map(({ createdAt, expiresAt }) => ({
        created_at: createdAt.toISOString(),
        expires_at: expiresAt?.toISOString() ?? null,
      })),
    };
  },
});
