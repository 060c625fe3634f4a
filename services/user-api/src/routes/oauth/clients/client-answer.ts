import { answered, detailSettings, listedSettings, writeFields } from '@latchkey/contracts';
import { groupFields, text, time, timeOrNull } from '@latchkey/http-server';
import type { Client, ListedClient } from '../../../clients/client.ts';

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
    token_endpoint_auth_method: text,
    ...answered(listedSettings),
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
    token_endpoint_auth_method: client.tokenEndpointAuthMethod,
    ...writeFields(listedSettings, client),
    created_at: client.createdAt.toISOString(),
    updated_at: client.updatedAt.toISOString(),
    secret_rotated_at: client.secretRotatedAt?.toISOString() ?? null,
  };
}

/** All that its manager may know of a client. */
export const clientDetailsSchema = {
  title: 'ClientDetails',
  type: 'object',
  properties: groupFields('ClientRecord', {
    ...clientSchema.properties,
    archived_at: timeOrNull,
    ...answered(detailSettings),
  }),
} as const;

export function clientDetails(client: Client) {
  return {
    ...clientAnswer(client),
    archived_at: client.archivedAt?.toISOString() ?? null,
    ...writeFields(detailSettings, client),
  };
}
