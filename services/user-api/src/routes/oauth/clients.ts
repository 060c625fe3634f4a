import { defineRoute, text, time, timeOrNull } from '@latchkey/http-server';
import { scopeMissing } from '@latchkey/tokens';
import { logOperator } from '../../access/log-operator.ts';
import { personAccess } from '../../access/person-access.ts';
import { flagErrors } from '../../clients/client-flags.ts';
import { rotateClientSecret } from '../../clients/client-secret.ts';
import { installation } from '../../clients/client.ts';
import { createClient } from '../../clients/create-client.ts';
import { findManagedClient, setArchived } from '../../clients/manage-client.ts';
import { clientRuleErrors } from '../../clients/new-client.ts';
import { isOwn } from '../../clients/owner-scope.ts';
import { updateClient } from '../../clients/update-client.ts';
import type { UserApiContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { originOf } from '../../request-log/request-log.ts';
import { assertOperatorPower } from '../../sessions/operator-power.ts';
import { freshErrors, freshFields } from '../../signing-in/act-freshly.ts';
import { defineSearch } from '../define-search.ts';
import { filterSchemas } from '../filter-schemas.ts';
import { byOwner, searchSpecs } from '../search-specs.ts';
import { clientAnswer, clientDetails, clientDetailsSchema, clientSchema } from './clients/client-answer.ts';
import { clientFields, clientIdField, readClientFields } from './clients/client-fields.ts';

export const clientsSearch = defineSearch({
  path: '/oauth/clients/search',
  summary: 'Lists OAuth clients of the caller, newest first',
  family: 'oauth_clients',
  access: personAccess,
  spec: searchSpecs.clients,
  fields: {
    status: filterSchemas.oneOf('active', 'inactive'),
    name: { ...filterSchemas.text, description: 'Exact name' },
    search: { ...filterSchemas.part, description: 'Literal part of the name or the client_id' },
    owner: {
      ...filterSchemas.text,
      description: 'Id of a user, id or slug of an org, or installation; operators only',
    },
    archived: { ...filterSchemas.flag, description: 'true shows archived clients only' },
    grant_type: filterSchemas.text,
  },
  item: clientSchema,
  toItem: clientAnswer,
  errors: [errors.forbidden, scopeMissing('admin')],
  readFilters({ status, name, search, owner, archived = false, grant_type: grantType }, caller) {
    if (owner !== undefined) assertOperatorPower(caller, { field: 'owner' });
    const ownerId = owner === installation.ownerKind ? installation.ownerId : owner;
    return { status, name, search, owner: ownerId, archived, grantType };
  },
  ...byOwner,
  find: ({ clients }, { scope, filters, plan }) => clients.search(scope, filters, plan),
});

/** Source: contract part 2 "Clients". */
export const clientCreate = defineRoute({
  path: '/oauth/clients/create',
  summary: 'Makes an OAuth client of the caller or of an org; with admin and no org, of the installation',
  details:
    'Without audiences a client may ask for both services, and gets user-api by default. org names an owner instead of the caller or the installation; a member token’s clients are its org’s. The URN name of the device grant is stored as device_code. A right is in default_scopes only when named there. Without default_scopes, a client with client_credentials has the scopes of its own by default, where it has some, and every other client the identity scopes on its list.',
  family: 'oauth_clients',
  access: personAccess,
  input: { properties: { ...freshFields, ...clientFields }, required: ['name', 'type'] },
  output: {
    ...clientDetailsSchema,
    title: 'CreatedClient',
    properties: {
      ...clientDetailsSchema.properties,
      client_secret: { ...text, description: 'Of a confidential client; shown once' },
    },
    optional: ['client_secret'],
  },
  errors: [
    ...clientRuleErrors,
    ...flagErrors,
    errors.clientNameProtected,
    errors.clientsFull,
    scopeMissing('admin'),
    errors.notFound,
    errors.stateConflict,
    ...freshErrors,
  ],
  async handle(context: UserApiContext, input, caller, request) {
    const requested = { ...readClientFields(input), name: input.name, type: input.type, shown: input };
    const { client, secret } = await createClient(context, caller, requested, originOf(request));
    return { ...clientDetails(client), client_secret: secret };
  },
});

const secretSchema = {
  type: 'object',
  additionalProperties: false,
  properties: { created_at: time, expires_at: { ...timeOrNull, description: 'null for the newest' } },
} as const;

/** Source: contract part 2 "Also needed to be usable". */
export const clientView = defineRoute({
  path: '/oauth/clients/view',
  summary: 'Shows a client, and since when and until when its secrets are valid',
  family: 'oauth_clients',
  access: personAccess,
  input: { properties: { client_id: clientIdField }, required: ['client_id'] },
  output: {
    properties: { ...clientDetailsSchema.properties, secrets: { type: 'array', items: secretSchema } },
  },
  errors: [errors.notFound],
  async handle(context: UserApiContext, { client_id: clientId }, caller, request) {
    const { client, secrets } = await findManagedClient(context, caller, clientId);
    if (!isOwn(caller, client)) {
      const read = { event: 'admin.read', route: request.path, details: { rows: 1 } } as const;
      await logOperator(context, caller.account, read, originOf(request));
    }
    return {
      ...clientDetails(client),
      secrets: secrets.map(({ createdAt, expiresAt }) => ({
        created_at: createdAt.toISOString(),
        expires_at: expiresAt?.toISOString() ?? null,
      })),
    };
  },
});

/** Source: contract part 2 "Clients". */
export const clientUpdate = defineRoute({
  path: '/oauth/clients/update',
  summary: 'Changes what is named of a client; type and owner stay',
  details:
    'A named list is replaced whole; [] empties it, a blank leaves it. A default ends with its entry, unless defaults are named. Of two changes of what was read once the second is 409.',
  family: 'oauth_clients',
  access: personAccess,
  input: {
    properties: {
      ...freshFields,
      client_id: clientIdField,
      status: { ...clientSchema.properties.status, description: 'Nothing of an inactive client works' },
      ...clientFields,
    },
    required: ['client_id'],
  },
  output: clientDetailsSchema,
  errors: [
    ...clientRuleErrors,
    ...flagErrors,
    errors.clientFixed,
    errors.clientNameProtected,
    scopeMissing('admin'),
    errors.notFound,
    errors.clientArchived,
    errors.stateConflict,
    ...freshErrors,
  ],
  async handle(context: UserApiContext, input, caller, request) {
    const { client_id: clientId, name, type, status } = input;
    const changes = { ...readClientFields(input), clientId, name, type, status, shown: input };
    return clientDetails(await updateClient(context, caller, changes, originOf(request)));
  },
});

/** Source: contract part 2 "Clients". */
export const clientRotateSecret = defineRoute({
  path: '/oauth/clients/rotate_secret',
  summary: 'Makes a new secret for a client; the old one stays valid for a day',
  details:
    'A second rotation within the day replaces the newest secret and keeps the promised one until its end. Of two at once the second is 409.',
  family: 'oauth_clients',
  access: personAccess,
  input: {
    properties: {
      ...freshFields,
      client_id: clientIdField,
      end_previous: { type: 'boolean', description: 'Whether every other secret ends at once' },
    },
    required: ['client_id'],
  },
  output: {
    properties: {
      client_id: text,
      client_secret: { ...text, description: 'The new secret; shown once' },
      previous_expires_at: {
        ...timeOrNull,
        description: 'When the old secret ends; null when there was none',
      },
    },
  },
  errors: [
    scopeMissing('admin'),
    errors.notFound,
    errors.clientPublic,
    errors.clientArchived,
    errors.stateConflict,
    ...freshErrors,
  ],
  async handle(context: UserApiContext, { client_id: clientId, end_previous, ...shown }, caller, request) {
    const wanted = { clientId, endPrevious: end_previous ?? false, shown };
    const { made, oldExpiresAt } = await rotateClientSecret(context, caller, wanted, originOf(request));
    return {
      client_id: clientId,
      client_secret: made,
      previous_expires_at: oldExpiresAt?.toISOString() ?? null,
    };
  },
});

/** Source: contract part 2 "Also needed to be usable". */
export const clientArchive = defineRoute({
  path: '/oauth/clients/archive',
  summary: 'Archives a client; nothing of it works until it is restored',
  family: 'oauth_clients',
  access: personAccess,
  input: { properties: { client_id: clientIdField }, required: ['client_id'] },
  output: clientDetailsSchema,
  errors: [errors.notFound, errors.clientArchived],
  async handle(context: UserApiContext, { client_id: clientId }, caller, request) {
    const wanted = { clientId, isArchived: true, shown: {} };
    return clientDetails(await setArchived(context, caller, wanted, originOf(request)));
  },
});

/** Source: contract part 2 "Also needed to be usable". */
export const clientRestore = defineRoute({
  path: '/oauth/clients/restore',
  summary: 'Restores an archived client, and what of it has not ended since',
  family: 'oauth_clients',
  access: personAccess,
  input: { properties: { ...freshFields, client_id: clientIdField }, required: ['client_id'] },
  output: clientDetailsSchema,
  errors: [errors.notFound, errors.clientNotArchived, errors.clientNameProtected, ...freshErrors],
  async handle(context: UserApiContext, { client_id: clientId, ...shown }, caller, request) {
    const wanted = { clientId, isArchived: false, shown };
    return clientDetails(await setArchived(context, caller, wanted, originOf(request)));
  },
});
