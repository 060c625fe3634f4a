import { ApiError, exampleValues } from '@latchkey/contracts';
import { defineRoute, text, texts, time, type Checks } from '@latchkey/http-server';
import { scopeMissing } from '@latchkey/tokens';
import { appTokenAccess, type AppToken } from '../../../access/app-token-access.ts';
import { personAccess, proofFields } from '../../../access/person-access.ts';
import { acceptConnection, addConnection, removeConnection } from '../../../clients/manage-connections.ts';
import { scopeForm } from '../../../clients/new-client.ts';
import { verifyConnection } from '../../../clients/verify-connection.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { freshErrors, freshFields } from '../../../signing-in/act-freshly.ts';
import { clientIdField } from './client-fields.ts';

const connectionFields = {
  source: { ...clientIdField, description: 'client_id of the app that may call' },
  target: { ...clientIdField, description: 'client_id of the app that may be called' },
  scopes: {
    type: 'array',
    minItems: 1,
    maxItems: 100,
    items: { type: 'string', minLength: 1, maxLength: 200, pattern: scopeForm.source },
    allowed: 'a list of scopes',
    description: 'What the calling app may use at the called one, within its token',
  },
} as const;

/** Source: contract part 2 "Connections". */
export const connectionsAdd = defineRoute({
  path: '/oauth/clients/connections/add',
  summary: 'Asks that a client of the caller may call another one, or lets it where the caller manages both',
  details:
    'A source that is not the caller’s, and a target that is unknown, archived or inactive, are 404; an archived source or target of the caller is 409. An active pair is already_exists, whatever its scopes. A removed or requested pair is added as a new connection.',
  family: 'connections',
  access: personAccess,
  input: { properties: { ...freshFields, ...connectionFields }, required: ['source', 'target', 'scopes'] },
  output: {
    properties: {
      id: text,
      source: text,
      target: text,
      scopes: texts,
      status: { type: 'string', enum: ['requested', 'active'] },
      created_at: time,
    },
  },
  errors: [
    errors.connectionToItself,
    errors.notFound,
    errors.clientArchived,
    errors.connectionExists,
    errors.connectionsFull,
    ...freshErrors,
  ],
  async handle(context: UserApiContext, input, caller, request) {
    const { id, source, target, scopes, status, createdAt } = await addConnection(
      context,
      caller,
      { ...input, shown: input },
      originOf(request),
    );
    const created_at = createdAt.toISOString();
    return { id, source, target, scopes: [...scopes], status, created_at };
  },
});

/** Source: contract part 2 "Connections". */
export const connectionsAccept = defineRoute({
  path: '/oauth/clients/connections/accept',
  summary: 'Lets another client call a client of the caller, as was requested',
  family: 'connections',
  access: personAccess,
  input: { properties: { ...freshFields, ...connectionFields }, required: ['source', 'target', 'scopes'] },
  output: {
    properties: { source: text, target: text, scopes: texts, status: { type: 'string', enum: ['active'] } },
  },
  errors: [
    errors.notFound,
    errors.clientArchived,
    errors.nothingRequested,
    errors.scopeNotRequested,
    ...freshErrors,
  ],
  async handle(context: UserApiContext, { source, target, scopes: wanted, ...shown }, caller, request) {
    const ends = { source, target, scopes: wanted, shown };
    const scopes = await acceptConnection(context, caller, ends, originOf(request));
    return { source, target, scopes: [...scopes], status: 'active' as const };
  },
});

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

/** A verdict on a target or a scope that is sent but blank could be read as a verdict on another one. */
const noBlank: Checks<UserApiContext, AppToken, AppToken> = {
  errors: [errors.blank],
  run(_context, parsed, _request, caller) {
    for (const field of ['target', 'scope']) {
      const value = parsed.value(field);
      const isBlank = value === null || (typeof value === 'string' && value.trim() === '');
      if (parsed.has(field) && isBlank) throw new ApiError(errors.blank, { field });
    }
    return caller;
  },
};

export const connectionsVerify = defineRoute({
  path: '/oauth/clients/connections/verify',
  summary: 'Says whether the app behind a token may call another',
  details:
    'The order is: signature, audience and binding here, app tokens only (else 401); verification at sso (503 without it); connection; scope. scopes in the answer are those that connection and token both have. A connection that does not exist, is not active, has no scope in common with the token or does not fit is connection_not_allowed; several that fit, without a target, are missing_field. A token that was ended here is refused at once; a positive answer of sso is kept for at most 5 s, in strict mode not at all.',
  family: 'connections',
  access: appTokenAccess,
  checks: noBlank,
  input: {
    properties: {
      token: {
        ...text,
        description: 'App token of the caller; auth.token is not read',
        examples: [exampleValues['token']],
      },
      target: {
        ...text,
        minLength: 1,
        description: 'client_id of the called app; needed when the caller has several connections',
      },
      scope: { ...text, description: 'Space-separated, within the connection’s and the token’s' },
      ...proofFields,
    },
  },
  output: {
    properties: {
      verified: { type: 'boolean', enum: [true] },
      source: text,
      target: text,
      scopes: texts,
      expires_at: { ...time, description: 'When the token ends' },
    },
  },
  errors: [errors.connectionNotAllowed, errors.fieldMissing],
  async handle(context: UserApiContext, { target, scope }, { token, claims }, { traceparent }) {
    const wanted = { token, claims, target, scope, traceparent };
    const { connection, scopes } = await verifyConnection(context, wanted);
    return {
      verified: true as const,
      source: connection.source,
      target: connection.target,
      scopes: [...scopes],
      expires_at: new Date(claims.exp * 1000).toISOString(),
    };
  },
});
