import { ApiError, text } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { clientAccess, clientFields } from '../access/client-access.ts';
import type { SsoContext } from '../context.ts';
import { errors, nameCause } from '../errors.ts';
import { grants, parameters } from '../grants/index.ts';

const integer = { type: 'integer' } as const;

/** Source: RFC 6749 3.2 and 5, RFC 8628 3.4, requirement 1 "POST {sso_url}/token". */
export const token = defineRoute({
  path: '/token',
  summary: 'Redeems a device code, refreshes tokens, or issues an app token to a client',
  access: clientAccess,
  input: {
    properties: {
      grant_type: text,
      ...clientFields,
      ...parameters,
    },
    required: ['grant_type'],
  },
  output: {
    properties: {
      token_type: text,
      access_token: text,
      expires_in: integer,
      refresh_token: text,
      refresh_expires_in: integer,
      binding_chain: text,
      binding_link: text,
      scope: text,
      id_token: text,
    },
    optional: ['refresh_token', 'refresh_expires_in', 'binding_chain', 'binding_link', 'id_token'],
  },
  errors: [errors.unsupportedGrantType, ...new Set([...grants.values()].flatMap((grant) => grant.errors))],
  handle(context: SsoContext, input, client, request) {
    const grant = grants.get(input.grant_type);
    if (grant === undefined)
      throw new ApiError(
        nameCause(errors.unsupportedGrantType, `the grant_type ${input.grant_type} is not supported`),
      );
    return grant.issue(context, {
      client,
      input,
      proof: request.header('dpop'),
      traceparent: request.traceparent,
      ip: request.ip,
      ageMs: request.ageMs,
      isGone: request.isGone,
    });
  },
});
