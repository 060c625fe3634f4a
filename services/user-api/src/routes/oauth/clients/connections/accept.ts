import { defineRoute, text, texts } from '@latchkey/http-server';
import { personAccess } from '../../../../access/person-access.ts';
import { acceptConnection } from '../../../../connection/manage-connections.ts';
import type { UserApiContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';
import { freshErrors, freshFields } from '../../../../fresh-code/act-freshly.ts';
import { originOf } from '../../../../request-log/request-log.ts';
import { connectionFields } from './connection-fields.ts';

/** Source: contract part 2 "Connections". */
export const connectionsAccept = defineRoute({
  path: '/oauth/clients/connections/accept',
  summary: 'Lets another client call a client of the caller, as was requested',
  family: 'connections',
  access: personAccess,
  input: { properties: { ...freshFields, ...connectionFields }, required: ['source', 'target', 'scopes'] },
  output: {
    properties: { source: text, target: text, scopes: texts, status: { type: 'string', enum: ['active'] } },
  },
  errors: [
    errors.notFound,
    errors.clientArchived,
    errors.nothingRequested,
    errors.scopeNotRequested,
    ...freshErrors,
  ],
  async handle(context: UserApiContext, { source, target, scopes: wanted, ...shown }, caller, request) {
    const ends = { source, target, scopes: wanted, shown };
    const scopes = await acceptConnection(context, caller, ends, originOf(request));
    return { source, target, scopes: [...scopes], status: 'active' as const };
  },
});
