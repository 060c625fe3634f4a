import { defineRoute, text, texts, type RequestInfo } from '@latchkey/http-server';
import { clientAccess, clientFields } from '../access/client-access.ts';
import type { SsoContext } from '../context.ts';
import type { Client } from '../oauth/client/client.ts';
import { refreshEndsAtMs, type RefreshFamily } from '../oauth/family/family.ts';
import { findActiveRefresh, findActiveToken, type ActiveToken } from '../oauth/token/inspect-token.ts';

const seconds = { type: 'integer', description: 'Seconds since the epoch' } as const;
const belongsToAnother = 'the token belongs to another client';

/**
 * Answers whether a token is active and, if it is, its claims: to the client it was issued to. About access tokens a
 * client with the flag introspects may ask as well, and the client of an API that the token is for. Source: RFC 7662 2,
 * contract part 1 "Routes".
 */
export const introspect = defineRoute({
  path: '/introspect',
  summary: 'Says whether a token is active',
  details:
    'It answers the client that a token was issued to; about access tokens also the client of an API that the token is for, and a client with the flag introspects. All others get {active: false}. A superseded refresh token raises no alarm. A device-flow token is active while its family lives, its account is active and its client may have it (both as known for at most 5 s), and nothing has voided it; user-api judges other tokens.',
  family: 'token',
  access: clientAccess,
  input: { properties: { ...clientFields, token: text, token_type_hint: text }, required: ['token'] },
  output: {
    properties: {
      active: { type: 'boolean' },
      iss: text,
      sub: text,
      aud: { type: ['array', 'string'], items: text },
      client_id: text,
      scope: text,
      token_type: { type: 'string', enum: ['Bearer', 'DPoP'] },
      exp: seconds,
      iat: seconds,
      nbf: seconds,
      jti: text,
      sid: text,
      token_use: text,
      pk: text,
      org: text,
      role: text,
      amr: texts,
      auth_time: seconds,
      cnf: { type: 'object', properties: { jkt: text } },
    },
    required: ['active'],
  },
  errors: [],
  async handle(context: SsoContext, { token }, client, request) {
    // The hint is not needed: a JWT contains dots and a refresh token does not.
    if (token.includes('.')) {
      const found = await findActiveToken(context, token, request.traceparent);
      if (found === undefined) return answerInactive(request, 'the access token is not active');
      if (!(await mayAsk(context, client, found, request))) return answerInactive(request, belongsToAnother);
      return { active: true, ...describeAccess(found) };
    }
    const family = await findActiveRefresh(context, token, request.traceparent);
    if (family === undefined) return answerInactive(request, 'the refresh token is not active');
    if (family.clientId !== client.clientId) return answerInactive(request, belongsToAnother);
    return { active: true, ...describeRefresh(family, context.settings.issuer) };
  },
});

/** Every inactive token gets the same answer (RFC 7662 2.2). The reason is only logged. */
function answerInactive(request: Pick<RequestInfo, 'note'>, detail: string) {
  request.note({ detail });
  return { active: false };
}

async function mayAsk(
  { userApi }: SsoContext,
  { clientId, introspects }: Client,
  { claims }: ActiveToken,
  { traceparent }: RequestInfo,
): Promise<boolean> {
  if (claims.client_id === clientId || introspects) return true;
  const apis = await userApi.findApis([claims.aud].flat(), traceparent);
  return apis.some((api) => api.clientId === clientId);
}

function describeAccess({ claims }: ActiveToken) {
  return { ...claims, token_type: claims.cnf === undefined ? ('Bearer' as const) : ('DPoP' as const) };
}

function describeRefresh(family: RefreshFamily, issuer: string) {
  const { id, userId, clientId, scope, audience, amr, authTime, jkt } = family;
  return {
    iss: issuer,
    sub: userId,
    aud: [...audience],
    client_id: clientId,
    scope,
    exp: Math.floor(refreshEndsAtMs(family) / 1000),
    iat: Math.floor(family.issuedAt.getTime() / 1000),
    sid: id,
    amr: [...amr],
    auth_time: authTime.getTime() / 1000,
    ...(jkt === null ? {} : { cnf: { jkt } }),
  };
}
