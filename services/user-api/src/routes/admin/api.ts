import { ApiError } from '@latchkey/contracts';
import { defineRoute, text, time } from '@latchkey/http-server';
import { operatorAccess } from '../../access/operator-access.ts';
import { nameField } from '../../accounts/name.ts';
import type { Api } from '../../clients/api.ts';
import { laterThan } from '../../clients/client.ts';
import {
  apiRuleErrors,
  assertMayStandFor,
  settleAudience,
  settleScopes,
  spellAudience,
} from '../../clients/settle-api.ts';
import type { UserApiContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { createEntry } from '../../request-log/log-event.ts';
import { originOf } from '../../request-log/request-log.ts';
import { actFreshly, freshErrors, freshFields } from '../../signing-in/act-freshly.ts';
import { defineSearch } from '../define-search.ts';
import { filterSchemas } from '../filter-schemas.ts';
import { searchSpecs } from '../search-specs.ts';

const words = {
  type: 'object',
  additionalProperties: { type: 'string', minLength: 1, maxLength: 200 },
  maxProperties: 20,
  description: 'What the approval page says, by language; en is needed',
} as const;

/** Of the scopes of an API. */
const examples = [[{ name: 'payments.read', words: { en: 'See your payments' } }]];

const scopeFields = {
  type: 'array',
  examples,
  maxItems: 100,
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['name', 'words'],
    properties: { name: { type: 'string', minLength: 1, maxLength: 200 }, words },
  },
} as const;

const apiIdField = {
  type: 'string',
  pattern: '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$',
  allowed: 'an id',
  examples: ['0b7c5d4e-8f3a-4c6b-9d2e-1a5f7c9b3e21'],
} as const;

/** What an operator says of an API, except its audience, which stays. */
const apiFields = {
  name: { ...nameField, examples: ['Payments'] },
  client_id: {
    type: ['string', 'null'],
    minLength: 1,
    maxLength: 256,
    description: 'The confidential client that may ask about tokens for this audience',
  },
  scopes: scopeFields,
} as const;

const apiSchema = {
  title: 'Api',
  type: 'object',
  additionalProperties: false,
  properties: {
    id: text,
    audience: { ...text, examples: ['https://payments.example.com'] },
    name: text,
    client_id: { type: ['string', 'null'] },
    scopes: {
      type: 'array',
      examples,
      items: {
        type: 'object',
        additionalProperties: false,
        properties: { name: text, words: { type: 'object', additionalProperties: text } },
      },
    },
    archived: { type: 'boolean' },
    created_at: time,
    updated_at: time,
  },
} as const;

function apiAnswer(api: Api) {
  return {
    id: api.id,
    audience: api.audience,
    name: api.name,
    client_id: api.clientId,
    scopes: api.scopes.map(({ name, words: spoken }) => ({ name, words: { ...spoken } })),
    archived: api.archivedAt !== null,
    created_at: api.createdAt.toISOString(),
    updated_at: api.updatedAt.toISOString(),
  };
}

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

/** Source: contract part 2 "APIs". */
export const adminApiSearch = defineSearch({
  path: '/admin/api/search',
  summary: 'Lists the registered APIs, newest first',
  access: operatorAccess,
  spec: searchSpecs.apis,
  fields: {
    audience: { ...filterSchemas.text, description: 'Exact, in any spelling' },
    archived: { ...filterSchemas.flag, description: 'true shows archived APIs only' },
  },
  item: apiSchema,
  toItem: apiAnswer,
  errors: [],
  readFilters: ({ audience, archived = false }) => ({
    audience: audience === undefined ? undefined : spellAudience(audience),
    archived,
  }),
  scopeOf: () => null,
  bindScope: () => ({}),
  find: ({ apis }, { filters, plan }) => apis.search(filters, plan),
});

/** Source: contract part 2 "APIs". */
export const adminApiUpdate = defineRoute({
  path: '/admin/api/update',
  summary: 'Changes what is named of an API; its audience stays',
  details: 'client_id null removes the client; scopes are replaced whole.',
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
