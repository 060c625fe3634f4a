import { ApiError } from '@latchkey/errors';
import { defineRoute } from '@latchkey/http-server';
import {
  pageableSchema,
  pageInputErrors,
  pageInputProperties,
  readPageInputs,
  toPageable,
} from '@latchkey/pagination';
import { personAccess, tokenFields } from '../../../access/person-access.ts';
import { isOperator } from '../../../account/account.ts';
import type { ClientFilters } from '../../../client/client.ts';
import { ownerScopeOf } from '../../../client/owner-scope.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { searchSpecs } from '../../../search/search-specs.ts';
import { clientAnswer, clientSchema } from './client-answer.ts';

const errorCode = 'invalid_filter';
const filterText = { type: 'string', minLength: 1, maxLength: 200, errorCode } as const;
const page = pageableSchema(clientSchema);

/** Source: requirement 2 "Pageable search endpoints", contract part 2 "Guarded routes". */
export const clientsSearch = defineRoute({
  path: '/oauth/clients/search',
  summary: 'Lists OAuth clients of the caller, newest first',
  family: 'oauth_clients',
  access: personAccess,
  input: {
    properties: {
      ...tokenFields,
      ...pageInputProperties,
      status: { type: 'string', enum: ['active', 'inactive'], errorCode },
      name: { ...filterText, description: 'Exact name' },
      search: { ...filterText, minLength: 3, description: 'Literal part of the name or the client_id' },
      owner: { ...filterText, description: 'Id of a user, id or slug of an org; operators only' },
      archived: { type: 'boolean', errorCode, description: 'true shows archived clients only' },
      grant_type: filterText,
    },
  },
  output: { properties: page.properties, required: page.required },
  errors: [...Object.values(pageInputErrors), errors.filterInvalid, errors.forbidden],
  async handle(context: UserApiContext, input, caller) {
    if (input.owner !== undefined && !isOperator(caller.account))
      throw new ApiError(errors.forbidden, { field: 'owner' });
    const memberships = await context.accounts.listMemberships(caller.account.id);
    const scope = ownerScopeOf(caller.account, caller.member, memberships);
    const filters: ClientFilters = {
      archived: input.archived ?? false,
      ...(input.status === undefined ? {} : { status: input.status }),
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.search === undefined ? {} : { search: input.search }),
      ...(input.owner === undefined ? {} : { owner: input.owner }),
      ...(input.grant_type === undefined ? {} : { grantType: input.grant_type }),
    };
    const plan = readPageInputs(input, {
      spec: searchSpecs.clients,
      sealer: context.cursors,
      filters: { ...filters },
      scope: { owners: scope.all ? 'all' : scope.ownerIds.join(' ') },
    });
    const { items, ...rest } = await context.clients.search(scope, filters, plan);
    return toPageable({ ...rest, items: items.map(clientAnswer) }, plan, context.cursors);
  },
});
