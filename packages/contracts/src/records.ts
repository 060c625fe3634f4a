import { clientSettings } from './client-settings.ts';
import { filled, text, texts, timeOrNull } from './schema.ts';
import { answered } from './wire.ts';

/** Whose client it is. */
export const registeredBy = {
  type: 'object',
  properties: {
    kind: { type: 'string', enum: ['user', 'org', 'installation'] },
    name: {
      type: ['string', 'null'],
      description: 'The name of the org; of a person the masked address, null unless it is verified',
    },
  },
} as const;

export const kind = { type: 'string', enum: ['user', 'admin', 'root'] } as const;

export const clientRecord = {
  properties: {
    client_id: filled,
    name: text,
    type: { type: 'string', enum: ['public', 'confidential'] },
    status: { type: 'string', enum: ['active', 'inactive'] },
    archived: { type: 'boolean' },
    verified: { type: 'boolean', description: 'Whether an operator vouches for its name' },
    registered_by: registeredBy,
    token_endpoint_auth_method: text,
    secret_hashes: { type: 'array', items: filled },
    ...answered(clientSettings),
  },
} as const;

export const apiRecord = {
  properties: {
    audience: filled,
    name: text,
    client_id: { type: ['string', 'null'] },
    scopes: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: filled, words: { type: 'object', additionalProperties: text } },
      },
    },
  },
} as const;

/** Whether an account may hold tokens, and what tokens say about it. */
export const standing = {
  properties: {
    user_id: filled,
    email: text,
    email_verified: { type: 'boolean', description: 'Whether the address is verified' },
    name: text,
    kind,
    status: { type: 'string', enum: ['active', 'disabled', 'deleted', 'invited'] },
    active: { type: 'boolean' },
    groups: { ...texts, description: 'Slugs of the orgs with an active membership' },
    tokens_valid_after: {
      ...timeOrNull,
      description: 'Later with every change that voids what was given before; compared with itself alone',
    },
    kept_family_id: {
      type: ['string', 'null'],
      minLength: 1,
      description: 'The one refresh family that stays valid although it is older than tokens_valid_after',
    },
    device_sign_in: { type: 'boolean', description: 'Whether devices may be approved for it' },
    kept_valid_after: {
      ...timeOrNull,
      description: 'Tokens of that family issued before this time, by the clock of sso, are void',
    },
  },
} as const;
