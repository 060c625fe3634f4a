import { defineRoute, type Route } from '@latchkey/http-server';
import { personAccess, tokenFields } from '../../../access/person-access.ts';
import { setArchived } from '../../../client/manage-client.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { clientDetails, clientDetailsSchema } from './client-answer.ts';
import { clientIdField } from './client-fields.ts';

/** The routes that archive and restore a client. Source: contract part 2 "Also needed to be usable". */
export function defineArchiving(definition: {
  readonly path: string;
  readonly summary: string;
  readonly isArchived: boolean;
}): Route<UserApiContext> {
  const { isArchived, ...route } = definition;
  return defineRoute({
    ...route,
    family: 'oauth_clients',
    access: personAccess,
    input: { properties: { ...tokenFields, client_id: clientIdField }, required: ['client_id'] },
    output: clientDetailsSchema,
    errors: [
      errors.notFound,
      ...(isArchived ? [errors.clientArchived] : [errors.clientNotArchived, errors.clientNameProtected]),
    ],
    async handle(context: UserApiContext, { client_id: clientId }, caller, request) {
      return clientDetails(await setArchived(context, caller, { clientId, isArchived }, originOf(request)));
    },
  });
}
