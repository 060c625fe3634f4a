import { defineRoute } from '@latchkey/http-server';
import { scopeMissing } from '@latchkey/tokens';
import { personAccess } from '../../../access/person-access.ts';
import { flagErrors } from '../../../client/client-flags.ts';
import { clientRuleErrors } from '../../../client/new-client.ts';
import { updateClient } from '../../../client/update-client.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { freshErrors, freshFields } from '../../../fresh-code/act-freshly.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { clientDetails, clientDetailsSchema, clientSchema } from './client-answer.ts';
import { clientFields, clientIdField, readClientFields } from './client-fields.ts';

/** Source: contract part 2 "Clients". */
export const clientUpdate = defineRoute({
  path: '/oauth/clients/update',
  summary: 'Changes what is named of a client; type and owner stay',
  family: 'oauth_clients',
  access: personAccess,
  input: {
    properties: {
      ...freshFields,
      client_id: clientIdField,
      status: { ...clientSchema.properties.status, description: 'Nothing of an inactive client works' },
      ...clientFields,
    },
    required: ['client_id'],
  },
  output: clientDetailsSchema,
  errors: [
    ...clientRuleErrors,
    ...flagErrors,
    errors.clientFixed,
    errors.clientNameProtected,
    scopeMissing('admin'),
    errors.notFound,
    errors.clientArchived,
    errors.stateConflict,
    ...freshErrors,
  ],
  async handle(context: UserApiContext, input, caller, request) {
    const { client_id: clientId, name, type, status } = input;
    const changes = { ...readClientFields(input), clientId, name, type, status, shown: input };
    return clientDetails(await updateClient(context, caller, changes, originOf(request)));
  },
});
