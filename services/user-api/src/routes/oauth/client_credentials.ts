import { defineRoute, text, texts, time, timeOrNull } from '@latchkey/http-server';
import { payloadAccess } from '../../access/payload-access.ts';
import { personAccess } from '../../access/person-access.ts';
import { credentialStates, type ListedCredential } from '../../clients/credential.ts';
import { issueCredential } from '../../clients/issue-credential.ts';
import { scopeForm } from '../../clients/new-client.ts';
import { revokeCredential } from '../../clients/revoke-credential.ts';
import type { UserApiContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { originOf } from '../../request-log/request-log.ts';
import { assertNewFingerprint, bindingFields, readBindings } from '../../signing-in/attempt/binding.ts';
import { payloadFields } from '../../signing-in/attempt/payload.ts';
import { defineSearch } from '../define-search.ts';
import { filterSchemas, periodFields, readPeriod } from '../filter-schemas.ts';
import { byOwner, searchSpecs } from '../search-specs.ts';

const path = '/oauth/client_credentials/issue';

/** Source: contract part 2 "Routes guarded by a consumed payload". */
export const credentialsIssue = defineRoute({
  path,
  summary: 'Issues an app token to the client of a payload',
  family: 'oauth_credentials',
  access: payloadAccess,
  input: {
    properties: {
      ...payloadFields,
      client_id: { ...text, description: 'When sent, it must be the client of the payload' },
      scope: { ...text, description: 'Space-separated, within the payload’s; all of it when not sent' },
      aud: {
        type: ['array', 'string'],
        items: text,
        description: 'Within the payload’s; all of them when not sent',
      },
      ...bindingFields,
      'auth.dpop': {
        ...text,
        description: 'DPoP proof that binds the token to its key; dpop is taken as well',
      },
      'auth.fingerprint': {
        ...text,
        description: 'Binds the token to a device, at least 22 characters; fingerprint is taken as well',
      },
    },
  },
  output: {
    properties: {
      token_type: { type: 'string', enum: ['Bearer', 'DPoP'] },
      access_token: text,
      expires_in: { type: 'integer' },
      scope: text,
      credential_id: text,
    },
  },
  errors: [
    errors.bindingsDiffer,
    errors.fingerprintShort,
    errors.scopeNotForApps,
    errors.proofInvalid,
    errors.nonceNeeded,
    errors.forbidden,
  ],
  async handle(context: UserApiContext, fields, _caller, request) {
    const { client_id: clientId, scope, aud = [] } = fields;
    const audiences = typeof aud === 'string' ? aud.split(' ').filter((value) => value !== '') : aud;
    const binding = readBindings(fields);
    assertNewFingerprint(binding);
    const { credential, accessToken, expiresIn } = await issueCredential(context, {
      path,
      fields: { ...fields, clientId, scope, audiences },
      binding,
      origin: originOf(request),
    });
    request.note({ principal_id: credential.clientId });
    return {
      token_type: credential.jkt === null ? ('Bearer' as const) : ('DPoP' as const),
      access_token: accessToken,
      expires_in: expiresIn,
      scope: credential.scopes.join(' '),
      credential_id: credential.id,
    };
  },
});

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

/** Source: contract part 2 "Also needed to be usable". */
export const credentialsRevoke = defineRoute({
  path: '/oauth/client_credentials/revoke',
  summary: 'Ends an app token that a client of the caller was issued',
  family: 'oauth_credentials',
  access: personAccess,
  input: { properties: { id: text }, required: ['id'] },
  output: { properties: { id: text, status: { type: 'string', enum: ['revoked'] } } },
  errors: [errors.notFound],
  async handle(context: UserApiContext, { id }, caller, request) {
    await revokeCredential(context, caller, id, originOf(request));
    return { id, status: 'revoked' as const };
  },
});
