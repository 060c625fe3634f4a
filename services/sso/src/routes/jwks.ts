import { defineRoute, publicAccess, text } from '@latchkey/http-server';
import type { SsoContext } from '../context.ts';

const key = {
  type: 'object',
  properties: { kty: text, kid: text, use: text, alg: text, n: text, e: text },
  additionalProperties: false,
} as const;

/** Source: RFC 7517 5, contract part 0 "Access tokens". */
export const jwks = defineRoute({
  method: 'GET',
  path: '/jwks',
  summary: 'Public keys that verify tokens',
  family: 'discovery',
  access: publicAccess,
  input: { properties: {} },
  output: { properties: { keys: { type: 'array', items: key } } },
  errors: [],
  cacheControl: 'public, max-age=300',
  handle: ({ signingKeys }: SsoContext) => signingKeys.publicJwks(),
});
