import { defineRoute } from '@latchkey/http-server';
import { personAccess } from '../../../access/person-access.ts';
import { setArchived } from '../../../client/manage-client.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { clientDetails, clientDetailsSchema } from './client-answer.ts';
import { clientIdField } from './client-fields.ts';

/** Source: contract part 2 "Also needed to be usable". */
export const clientArchive = defineRoute({
  path: '/oauth/clients/archive',
  summary: 'Archives a client; nothing of it works until it is restored',
  family: 'oauth_clients',
  access: personAccess,
  input: { properties: { client_id: clientIdField }, required: ['client_id'] },
  output: clientDetailsSchema,
  errors: [errors.notFound, errors.clientArchived],
  async handle(context: UserApiContext, { client_id: clientId }, caller, request) {
    const wanted = { clientId, isArchived: true, shown: {} };
    return clientDetails(await setArchived(context, caller, wanted, originOf(request)));
  },
});
