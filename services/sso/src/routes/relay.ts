import { defineRoute } from '@latchkey/http-server';
import { relayPurposes } from '@latchkey/tokens';
import { clientAccess } from '../access/client-access.ts';
import { limitClient } from '../access/limit-client.ts';
import { resolveAudience, resolveScope } from '../client/client-wishes.ts';
import type { SsoContext } from '../context.ts';
import { errors } from '../errors.ts';
import { assertGrantAllowed } from '../grants/grant.ts';
import { mintRelay } from '../relay/mint-relay.ts';

const text = { type: 'string' } as const;
const texts = { type: 'array', items: text } as const;

/** Source: contract part 1 "Guard payloads". */
export const relay = defineRoute({
  path: '/relay',
  summary: 'Mints a one-time guard payload for user-api',
  access: clientAccess,
  input: {
    properties: {
      client_id: text,
      client_secret: text,
      purpose: { type: 'string', enum: relayPurposes },
      org: text,
      method: text,
      scope: text,
      aud: texts,
      resource: texts,
      htu: text,
      delivery: { type: 'string', enum: ['relay'] },
    },
    required: ['purpose'],
  },
  output: {
    properties: { relay: text, expires_in: { type: 'integer' } },
    required: ['relay', 'expires_in'],
  },
  errors: [errors.unauthorizedClient, errors.invalidScope, errors.invalidTarget, errors.throttled],
  async handle(context: SsoContext, input, client, request) {
    assertGrantAllowed(client, 'relay');
    await limitClient(context, 'relay', client, request);
    const { org, method, htu } = input;
    const mint = { ...context, issuer: context.settings.issuer };
    const minted = await mintRelay(mint, input.purpose, {
      client_id: client.clientId,
      scope: resolveScope(client, input.scope),
      aud_list: resolveAudience(client, [...(input.aud ?? []), ...(input.resource ?? [])]),
      ...(org === undefined ? {} : { org }),
      ...(method === undefined ? {} : { method }),
      ...(htu === undefined ? {} : { htu }),
    });
    return { relay: minted.relay, expires_in: minted.expiresInSeconds };
  },
});
