import { defineRoute, text } from '@latchkey/http-server';
import { relayPurposes } from '@latchkey/tokens';
import { clientAccess, clientFields } from '../access/client-access.ts';
import { limitClient } from '../access/limit-client.ts';
import type { SsoContext } from '../context.ts';
import { errors } from '../errors.ts';
import { assertGrantAllowed } from '../oauth/client/assert-grant-allowed.ts';
import { assertMayVouch } from '../oauth/client/assert-may-vouch.ts';
import { audienceParameters } from '../oauth/client/audience-parameters.ts';
import { readVisitor, visitorErrors, visitorFields } from '../oauth/client/read-visitor.ts';
import {
  audienceErrors,
  resolveAppScope,
  resolveAudience,
  resolveScope,
} from '../oauth/client/requested-scope.ts';
import { mintDeadDrop } from '../oauth/relay/dead-drops.ts';
import { mintRelay } from '../oauth/relay/mint-relay.ts';

/** Source: contract part 1 "Guard payloads". */
export const relay = defineRoute({
  path: '/relay',
  summary: 'Creates a one-time guard payload for user-api',
  details:
    'Without a scope a login payload has the client’s default scopes. A client vouches with email_verified only for the domains of its flag vouches: else unauthorized_client, which names the flag.',
  access: clientAccess,
  input: {
    properties: {
      ...clientFields,
      purpose: { type: 'string', enum: relayPurposes },
      org: text,
      method: {
        ...text,
        pattern: '^(?!passkey$)',
        allowed: 'no passkey, which only sso’s own page takes',
      },
      scope: text,
      ...audienceParameters,
      htu: text,
      ...visitorFields,
      email_verified: { ...text, description: 'With signup: the address that the client vouches for' },
      invite: { ...text, description: 'With signup: the org invitation' },
      delivery: { type: 'string', enum: ['relay', 'dead_drop'], description: 'default: relay' },
    },
    required: ['purpose'],
  },
  output: {
    properties: {
      relay: text,
      dead_drop: {
        type: 'object',
        properties: { id: text, key: text },
        additionalProperties: false,
      },
      expires_in: { type: 'integer' },
    },
    optional: ['relay', 'dead_drop'],
    examples: [{ relay: 'rly_W5c1Zr5LhNmT3k9QxYb7v', expires_in: 60 }],
  },
  errors: [
    errors.unauthorizedClient,
    ...visitorErrors,
    errors.mayNotVouch,
    errors.invalidScope,
    ...audienceErrors,
    errors.throttled,
  ],
  async handle(context: SsoContext, input, client, request) {
    assertGrantAllowed(client, 'relay');
    const visitorIp = readVisitor(client, input);
    await limitClient(context, 'relay', client, request, visitorIp);
    if (input.email_verified !== undefined) assertMayVouch(client, input.email_verified);
    const scopeFor = input.purpose === 'client_credentials' ? resolveAppScope : resolveScope;
    const payload = {
      client_id: client.clientId,
      scope: scopeFor(client, input.scope),
      aud_list: resolveAudience(client, input),
      ...pickGiven(input, ['org', 'method', 'htu']),
      ...(visitorIp === undefined ? {} : { visitor_ip: visitorIp }),
      ...(input.purpose === 'signup' ? { ctx: pickGiven(input, ['email_verified', 'invite']) } : {}),
    };
    if (input.delivery !== 'dead_drop') {
      const minted = await mintRelay(context, input.purpose, payload);
      return { relay: minted.relay, expires_in: minted.expiresInSeconds };
    }
    const minted = await mintDeadDrop(context, input.purpose, payload, request.traceparent);
    return { dead_drop: minted.deadDrop, expires_in: minted.expiresInSeconds };
  },
});

/** Those of the named fields that were sent. */
function pickGiven<Name extends string>(
  input: { readonly [key in Name]?: string },
  names: readonly Name[],
): { [key in Name]?: string } {
  const given = names.filter((name) => input[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, input[name]])) as { [key in Name]?: string };
}
