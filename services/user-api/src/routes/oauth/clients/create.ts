import { defineRoute, text } from '@latchkey/http-server';
import { scopeMissing } from '@latchkey/tokens';
import { personAccess } from '../../../access/person-access.ts';
import { flagErrors } from '../../../client/client-flags.ts';
import { createClient } from '../../../client/create-client.ts';
import { clientRuleErrors } from '../../../client/new-client.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { freshErrors, freshFields } from '../../../fresh-code/act-freshly.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { clientDetails, clientDetailsSchema } from './client-answer.ts';
import { clientFields, readClientFields } from './client-fields.ts';

/** Source: contract part 2 "Clients". */
export const clientCreate = defineRoute({
  path: '/oauth/clients/create',
  summary: 'Makes an OAuth client of the caller or of an org; with admin and no org, of the installation',
  family: 'oauth_clients',
  access: personAccess,
  input: { properties: { ...freshFields, ...clientFields }, required: ['name', 'type'] },
  output: {
    ...clientDetailsSchema,
    title: 'CreatedClient',
    properties: {
      ...clientDetailsSchema.properties,
      client_secret: { ...text, description: 'Of a confidential client; shown once' },
    },
    optional: ['client_secret'],
  },
  errors: [
    ...clientRuleErrors,
    ...flagErrors,
    errors.clientNameProtected,
    errors.clientsFull,
    scopeMissing('admin'),
    errors.notFound,
    errors.stateConflict,
    ...freshErrors,
  ],
  async handle(context: UserApiContext, input, caller, request) {
    const requested = { ...readClientFields(input), name: input.name, type: input.type, shown: input };
    const { client, secret } = await createClient(context, caller, requested, originOf(request));
    return { ...clientDetails(client), client_secret: secret };
  },
});
