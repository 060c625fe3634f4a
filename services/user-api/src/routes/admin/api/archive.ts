import { ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { operatorAccess } from '../../../access/operator-access.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { createEntry } from '../../../request-log/log-event.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { apiAnswer, apiIdField, apiSchema } from './api-answer.ts';

/** Source: contract part 2 "APIs". */
export const adminApiArchive = defineRoute({
  path: '/admin/api/archive',
  summary: 'Archives an API: its audience may be registered again',
  access: operatorAccess,
  input: { properties: { api_id: apiIdField }, required: ['api_id'] },
  output: apiSchema,
  errors: [errors.notFound, errors.apiArchived],
  async handle(context: UserApiContext, { api_id: id }, { account }, request) {
    const found = await context.apis.find(id);
    if (found === undefined) throw new ApiError(errors.notFound, { field: 'api_id' });
    const change = { event: 'admin.api.archive', actorId: account.id, clientId: found.clientId } as const;
    const archived = await context.apis.archive(id, createEntry(context, change, originOf(request)));
    if (archived === undefined) throw new ApiError(errors.apiArchived);
    return apiAnswer(archived);
  },
});
