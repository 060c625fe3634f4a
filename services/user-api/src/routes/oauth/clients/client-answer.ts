import { devicePolicies, refreshBindings } from '@latchkey/contracts';
import { text, texts, time, timeOrNull } from '@latchkey/http-server';
import type { Client, ListedClient } from '../../../client/client.ts';

/** A client as its owner sees it; never a secret or its hash. */
export const clientSchema = {
  title: 'Client',
  type: 'object',
  additionalProperties: false,
  properties: {
    client_id: text,
    name: { ...text, examples: ['Backup agent'] },
    type: { type: 'string', enum: ['public', 'confidential'] },
    status: { type: 'string', enum: ['active', 'inactive'] },
    archived: { type: 'boolean' },
    owner: {
      type: 'object',
      additionalProperties: false,
      properties: {
        kind: { type: 'string', enum: ['user', 'org', 'installation'] },
        id: { type: ['string', 'null'], description: 'null for the installation' },
      },
    },
    verified: { type: 'boolean', description: 'Whether an operator vouches for its name' },
    grant_types: texts,
    scopes: texts,
    token_endpoint_auth_method: text,
    device_policy: { type: 'string', enum: devicePolicies, description: 'Where its devices may be approved' },
    refresh_binding: {
      type: 'string',
      enum: refreshBindings,
      description: 'Whether a refresh must show binding_chain and binding_link',
    },
    created_at: time,
    updated_at: time,
    secret_rotated_at: timeOrNull,
  },
} as const;

export function clientAnswer(client: ListedClient) {
  return {
    client_id: client.clientId,
    name: client.name,
    type: client.type,
    status: client.status,
    archived: client.archivedAt !== null,
    owner: { kind: client.ownerKind, id: client.ownerKind === 'installation' ? null : client.ownerId },
    verified: client.verified,
    grant_types: [...client.grantTypes],
    scopes: [...client.scopes],
    token_endpoint_auth_method: client.tokenEndpointAuthMethod,
    device_policy: client.devicePolicy,
    refresh_binding: client.refreshBinding,
    created_at: client.createdAt.toISOString(),
    updated_at: client.updatedAt.toISOString(),
    secret_rotated_at: client.secretRotatedAt?.toISOString() ?? null,
  };
}

/** All that its manager may know of a client. */
export const clientDetailsSchema = {
  title: 'ClientDetails',
  type: 'object',
  properties: {
    ...clientSchema.properties,
    default_scopes: texts,
    audiences: texts,
    default_audiences: texts,
    archived_at: timeOrNull,
    device_code_ttl_seconds: { type: ['integer', 'null'], description: 'Its own; null for the usual one' },
    poll_interval_seconds: { type: ['integer', 'null'], description: 'Its own; null for the usual one' },
    vouches: {
      ...texts,
      description: 'Domains whose addresses it may vouch for at a signup, or *',
      examples: [['example.com']],
    },
    introspects: { type: 'boolean', description: 'Whether it may ask about any access token' },
    names_visitors: { type: 'boolean', description: 'Whether it may name visitor_ip' },
  },
} as const;

export function clientDetails(client: Client) {
  return {
    ...clientAnswer(client),
    default_scopes: [...client.defaultScopes],
    audiences: [...client.audiences],
    default_audiences: [...client.defaultAudiences],
    archived_at: client.archivedAt?.toISOString() ?? null,
    device_code_ttl_seconds: client.deviceCodeTtlSeconds,
    poll_interval_seconds: client.pollIntervalSeconds,
    vouches: [...client.vouches],
    introspects: client.introspects,
    names_visitors: client.namesVisitors,
  };
}
