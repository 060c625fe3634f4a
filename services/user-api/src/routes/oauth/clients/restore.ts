import { defineRoute } from '@latchkey/http-server';
import { personAccess } from '../../../access/person-access.ts';
import { setArchived } from '../../../client/manage-client.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { freshErrors, freshFields } from '../../../fresh-code/act-freshly.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { clientDetails, clientDetailsSchema } from './client-answer.ts';
import { clientIdField } from './client-fields.ts';

/** Source: contract part 2 "Also needed to be usable". */
export const clientRestore = defineRoute({
  path: '/oauth/clients/restore',
  summary: 'Restores an archived client, and what of it has not ended since',
  family: 'oauth_clients',
  access: personAccess,
  input: { properties: { ...freshFields, client_id: clientIdField }, required: ['client_id'] },
  output: clientDetailsSchema,
  errors: [errors.notFound, errors.clientNotArchived, errors.clientNameProtected, ...freshErrors],
  async handle(context: UserApiContext, { client_id: clientId, ...shown }, caller, request) {
    const wanted = { clientId, isArchived: false, shown };
    return clientDetails(await setArchived(context, caller, wanted, originOf(request)));
  },
});
