import { ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { operatorAccess } from '../../../access/operator-access.ts';
import type { Api } from '../../../api/api.ts';
import { apiRuleErrors, assertMayStandFor, settleScopes } from '../../../api/settle-api.ts';
import { laterThan } from '../../../client/client.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { actFreshly, freshErrors, freshFields } from '../../../fresh-code/act-freshly.ts';
import { createEntry } from '../../../request-log/log-event.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { apiAnswer, apiFields, apiIdField, apiSchema } from './api-answer.ts';

/** Source: contract part 2 "APIs". */
export const adminApiUpdate = defineRoute({
  path: '/admin/api/update',
  summary: 'Changes what is named of an API; its audience stays',
  access: operatorAccess,
  input: { properties: { ...freshFields, api_id: apiIdField, ...apiFields }, required: ['api_id'] },
  output: apiSchema,
  errors: [...apiRuleErrors, errors.apiArchived, errors.stateConflict, ...freshErrors],
  async handle(context: UserApiContext, input, caller, request) {
    const found = await context.apis.find(input.api_id);
    if (found === undefined) throw new ApiError(errors.notFound, { field: 'api_id' });
    if (found.archivedAt !== null) throw new ApiError(errors.apiArchived);
    const { name = found.name, client_id: clientId = found.clientId } = input;
    const scopes = input.scopes === undefined ? found.scopes : settleScopes(input.scopes);
    await assertMayStandFor(context, input.client_id ?? null);
    const origin = originOf(request);
    const row = createEntry(
      context,
      { event: 'admin.api.update', actorId: caller.account.id, clientId },
      origin,
    );
    const updatedAt = laterThan(found.updatedAt, row.createdAt);
    const changed: Api = { ...found, name, clientId, scopes, updatedAt };
    const fresh = { caller, shown: input, origin };
    if (!(await actFreshly(context, fresh, ({ apis }) => apis.update(changed, found.updatedAt, row))))
      throw new ApiError(errors.stateConflict);
    return apiAnswer(changed);
  },
});
