import { defineRoute } from '@latchkey/http-server';
import { operatorAccess } from '../../../access/operator-access.ts';
import { verifyClient } from '../../../clients/manage-client.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { freshErrors, freshFields } from '../../../signing-in/act-freshly.ts';
import { clientDetails, clientDetailsSchema } from '../../oauth/clients/client-answer.ts';
import { clientIdField } from '../../oauth/clients/client-fields.ts';

/** Source: contract part 2 "Also needed to be usable". */
export const adminClientVerify = defineRoute({
  path: '/admin/client/verify',
  summary: 'Vouches for the name of a client, which nobody else may have then, or takes that back',
  access: operatorAccess,
  input: {
    properties: { ...freshFields, client_id: clientIdField, verified: { type: 'boolean' } },
    required: ['client_id', 'verified'],
  },
  output: clientDetailsSchema,
  errors: [
    errors.notFound,
    errors.clientArchived,
    errors.clientMarked,
    errors.clientNameProtected,
    ...freshErrors,
  ],
  async handle(context: UserApiContext, { client_id: clientId, verified, ...shown }, caller, request) {
    return clientDetails(
      await verifyClient(context, caller, { clientId, verified, shown }, originOf(request)),
    );
  },
});
