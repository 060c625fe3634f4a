import { defineRoute, text, texts, time } from '@latchkey/http-server';
import { personAccess } from '../../../../access/person-access.ts';
import { addConnection } from '../../../../connection/manage-connections.ts';
import type { UserApiContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';
import { freshErrors, freshFields } from '../../../../fresh-code/act-freshly.ts';
import { originOf } from '../../../../request-log/request-log.ts';
import { connectionFields } from './connection-fields.ts';

/** Source: contract part 2 "Connections". */
export const connectionsAdd = defineRoute({
  path: '/oauth/clients/connections/add',
  summary: 'Asks that a client of the caller may call another one, or lets it where the caller manages both',
  family: 'connections',
  access: personAccess,
  input: { properties: { ...freshFields, ...connectionFields }, required: ['source', 'target', 'scopes'] },
  output: {
    properties: {
      id: text,
      source: text,
      target: text,
      scopes: texts,
      status: { type: 'string', enum: ['requested', 'active'] },
      created_at: time,
    },
  },
  errors: [
    errors.connectionToItself,
    errors.notFound,
    errors.clientArchived,
    errors.connectionExists,
    errors.connectionsFull,
    ...freshErrors,
  ],
  async handle(context: UserApiContext, input, caller, request) {
    const { id, source, target, scopes, status, createdAt } = await addConnection(
      context,
      caller,
      { ...input, shown: input },
      originOf(request),
    );
    const created_at = createdAt.toISOString();
    return { id, source, target, scopes: [...scopes], status, created_at };
  },
});
