import { ApiError, exampleValues } from '@latchkey/contracts';
import { defineRoute, text, texts, time, type Checks } from '@latchkey/http-server';
import { appTokenAccess, type AppToken } from '../../../../access/app-token-access.ts';
import { proofFields } from '../../../../access/person-access.ts';
import { verifyConnection } from '../../../../connection/verify-connection.ts';
import type { UserApiContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';

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

/** Source: contract part 2 "Manual validation". */
export const connectionsVerify = defineRoute({
  path: '/oauth/clients/connections/verify',
  summary: 'Says whether the app behind a token may call another',
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
