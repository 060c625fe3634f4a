import { ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { operatorAccess } from '../../../access/operator-access.ts';
import type { Api } from '../../../api/api.ts';
import { apiRuleErrors, assertMayStandFor, settleAudience, settleScopes } from '../../../api/settle-api.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { actFreshly, freshErrors, freshFields } from '../../../fresh-code/act-freshly.ts';
import { createEntry } from '../../../request-log/log-event.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { apiAnswer, apiFields, apiSchema } from './api-answer.ts';

/** Source: contract part 2 "APIs". */
export const adminApiCreate = defineRoute({
  path: '/admin/api/create',
  summary: 'Registers an API: a service that tokens may be for',
  access: operatorAccess,
  input: {
    properties: {
      ...freshFields,
      audience: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        examples: ['https://payments.example.com'],
        description:
          'An absolute URI without a fragment; case, default port and a slash at its end do not matter',
      },
      ...apiFields,
    },
    required: ['audience', 'name'],
  },
  output: apiSchema,
  errors: [...apiRuleErrors, errors.apiExists, ...freshErrors],
  async handle(context: UserApiContext, input, caller, request) {
    const now = new Date(context.now());
    const { name, client_id: clientId = null, scopes = [] } = input;
    const api: Api = {
      id: context.newId(),
      audience: settleAudience(input.audience, context.ownAddresses),
      name,
      clientId,
      scopes: settleScopes(scopes),
      archivedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await assertMayStandFor(context, clientId);
    const origin = originOf(request);
    const row = createEntry(
      context,
      { event: 'admin.api.create', actorId: caller.account.id, clientId },
      origin,
    );
    const fresh = { caller, shown: input, origin };
    if (!(await actFreshly(context, fresh, ({ apis }) => apis.create(api, row))))
      throw new ApiError(errors.apiExists, { field: 'audience' });
    return apiAnswer(api);
  },
});
