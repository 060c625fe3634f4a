import { defineRoute, serviceAccess } from '@latchkey/http-server';
import type { SsoContext } from '../../../../context.ts';
import { signAccessToken } from '../../../../token/sign-access-token.ts';

const text = { type: 'string', minLength: 1 } as const;
const texts = { type: 'array', items: text } as const;

/** Source: contract part 2 "Owns": tokens of user-api's sessions are signed here. */
export const tokensMint = defineRoute({
  path: '/internal/v1/tokens/mint',
  summary: 'Signs an access token for a session of user-api',
  access: serviceAccess,
  input: {
    properties: {
      token_use: { type: 'string', enum: ['user', 'member', 'app'] },
      sub: text,
      client_id: text,
      aud: { type: 'array', items: text, minItems: 1 },
      scope: { type: 'string' },
      sid: text,
      pk: { type: 'string', enum: ['user', 'admin', 'root'] },
      org: text,
      role: text,
      amr: texts,
      auth_time: { type: 'integer' },
      jkt: text,
      fpr: text,
    },
    required: ['token_use', 'sub', 'client_id', 'aud', 'scope', 'sid', 'pk', 'amr'],
  },
  output: {
    properties: {
      access_token: { type: 'string' },
      expires_in: { type: 'integer' },
      issued_at_ms: {
        type: 'integer',
        description: 'milliseconds since the epoch: the reading of the clock that iat was cut from',
      },
    },
    required: ['access_token', 'expires_in', 'issued_at_ms'],
  },
  errors: [],
  handle(context: SsoContext, { jkt, ...claims }) {
    const subject = { ...claims, ...(jkt === undefined ? {} : { cnf: { jkt } }) };
    const nowMs = context.now();
    const { accessToken, expiresInSeconds } = signAccessToken(context, subject, nowMs);
    return { access_token: accessToken, expires_in: expiresInSeconds, issued_at_ms: nowMs };
  },
});
