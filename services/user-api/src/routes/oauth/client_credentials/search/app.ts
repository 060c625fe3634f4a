import { text, texts, time, timeOrNull } from '@latchkey/http-server';
import { personAccess } from '../../../../access/person-access.ts';
import { scopeForm } from '../../../../client/new-client.ts';
import { credentialStates, type ListedCredential } from '../../../../credential/credential.ts';
import { defineSearch } from '../../../define-search.ts';
import { filterSchemas, periodFields, readPeriod } from '../../../filter-schemas.ts';
import { byOwner, searchSpecs } from '../../../search-specs.ts';

const item = {
  title: 'AppToken',
  type: 'object',
  additionalProperties: false,
  properties: {
    id: text,
    client_id: text,
    scope: text,
    aud: texts,
    status: { type: 'string', enum: credentialStates },
    created_at: time,
    expires_at: time,
    last_used_at: timeOrNull,
    bound: { type: 'boolean', description: 'Whether the token is bound to a key or a device' },
  },
} as const;

/** An app token as the owner of its client sees it. */
export function credentialAnswer(credential: ListedCredential) {
  return {
    id: credential.id,
    client_id: credential.clientId,
    scope: credential.scopes.join(' '),
    aud: [...credential.audiences],
    status: credential.status,
    created_at: credential.createdAt.toISOString(),
    expires_at: credential.expiresAt.toISOString(),
    last_used_at: credential.lastUsedAt?.toISOString() ?? null,
    bound: credential.jkt !== null || credential.fingerprint !== null,
  };
}

/** Source: contract part 2 "Guarded routes". */
export const credentialsSearch = defineSearch({
  path: '/oauth/client_credentials/search/app',
  summary: 'Lists app tokens that clients of the caller were issued, newest first',
  family: 'oauth_credentials',
  access: personAccess,
  spec: searchSpecs.credentials,
  fields: {
    client_id: filterSchemas.text,
    status: filterSchemas.oneOf(...credentialStates),
    scope: {
      ...filterSchemas.text,
      pattern: scopeForm.source,
      allowed: 'one scope',
      description: 'One scope that the token holds',
    },
    ...periodFields,
  },
  item,
  toItem: credentialAnswer,
  errors: [],
  readFilters: ({ client_id: clientId, status, scope, ...period }) => ({
    clientId,
    status,
    scope,
    ...readPeriod(period),
  }),
  ...byOwner,
  find: ({ credentials, now }, { scope, filters, plan }) =>
    credentials.search(scope, filters, { plan, now: new Date(now()) }),
});
