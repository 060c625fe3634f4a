import { text, time } from '@latchkey/http-server';
import { nameField } from '../../../account/name.ts';
import type { Api } from '../../../api/api.ts';

const words = {
  type: 'object',
  additionalProperties: { type: 'string', minLength: 1, maxLength: 200 },
  maxProperties: 20,
  description: 'What the approval page says, by language; en is needed',
} as const;

/** Of the scopes of an API. */
const examples = [[{ name: 'payments.read', words: { en: 'See your payments' } }]];

const scopes = {
  type: 'array',
  examples,
  maxItems: 100,
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['name', 'words'],
    properties: { name: { type: 'string', minLength: 1, maxLength: 200 }, words },
  },
} as const;

export const apiIdField = {
  type: 'string',
  pattern: '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$',
  allowed: 'an id',
  examples: ['0b7c5d4e-8f3a-4c6b-9d2e-1a5f7c9b3e21'],
} as const;

/** What an operator says of an API, except its audience, which stays. */
export const apiFields = {
  name: { ...nameField, examples: ['Payments'] },
  client_id: {
    type: ['string', 'null'],
    minLength: 1,
    maxLength: 256,
    description: 'The confidential client that may ask about tokens for this audience',
  },
  scopes,
} as const;

export const apiSchema = {
  title: 'Api',
  type: 'object',
  additionalProperties: false,
  properties: {
    id: text,
    audience: { ...text, examples: ['https://payments.example.com'] },
    name: text,
    client_id: { type: ['string', 'null'] },
    scopes: {
      type: 'array',
      examples,
      items: {
        type: 'object',
        additionalProperties: false,
        properties: { name: text, words: { type: 'object', additionalProperties: text } },
      },
    },
    archived: { type: 'boolean' },
    created_at: time,
    updated_at: time,
  },
} as const;

export function apiAnswer(api: Api) {
  return {
    id: api.id,
    audience: api.audience,
    name: api.name,
    client_id: api.clientId,
    scopes: api.scopes.map(({ name, words: spoken }) => ({ name, words: { ...spoken } })),
    archived: api.archivedAt !== null,
    created_at: api.createdAt.toISOString(),
    updated_at: api.updatedAt.toISOString(),
  };
}
