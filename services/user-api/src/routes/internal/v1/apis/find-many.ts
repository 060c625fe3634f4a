import { userApiCalls } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import type { UserApiContext } from '../../../../context.ts';

/** Whose tokens an API may ask about, and what the approval page says of it. Source: contract part 2 "APIs". */
export const findApis = defineRoute({
  ...userApiCalls.findApis,
  summary: 'Answers those of these audiences that are registered as APIs',
  access: callers('sso'),
  errors: [],
  async handle(context: UserApiContext, { audiences }) {
    const found = await context.apis.findByAudience(audiences);
    return {
      apis: found.map(({ audience, name, clientId, scopes }) => ({
        audience,
        name,
        client_id: clientId,
        scopes: scopes.map((scope) => ({ name: scope.name, words: { ...scope.words } })),
      })),
    };
  },
});
