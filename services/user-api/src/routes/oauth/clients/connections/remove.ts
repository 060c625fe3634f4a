import { defineRoute, text } from '@latchkey/http-server';
import { scopeMissing } from '@latchkey/tokens';
import { personAccess } from '../../../../access/person-access.ts';
import { removeConnection } from '../../../../connection/manage-connections.ts';
import type { UserApiContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';
import { originOf } from '../../../../request-log/request-log.ts';
import { connectionFields } from './connection-fields.ts';

const { source: sourceField, target: targetField } = connectionFields;

/** Source: contract part 2 "Connections". */
export const connectionsRemove = defineRoute({
  path: '/oauth/clients/connections/remove',
  summary: 'Ends a connection from or to a client of the caller',
  family: 'connections',
  access: personAccess,
  input: { properties: { source: sourceField, target: targetField }, required: ['source', 'target'] },
  output: { properties: { source: text, target: text, status: { type: 'string', enum: ['removed'] } } },
  errors: [scopeMissing('admin'), errors.notFound],
  async handle(context: UserApiContext, { source, target }, caller, request) {
    await removeConnection(context, caller, { source, target }, originOf(request));
    return { source, target, status: 'removed' as const };
  },
});
