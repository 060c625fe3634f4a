import { text } from '@latchkey/http-server';

/** The schemas of the other records that an item names. The name is null where the record does not exist. */
export const textOrNull = { type: ['string', 'null'] } as const;

export const clientReference = {
  title: 'ClientReference',
  type: 'object',
  additionalProperties: false,
  properties: {
    id: { ...text, examples: ['backup-agent'] },
    name: { ...textOrNull, examples: ['Backup agent'] },
  },
} as const;

export const orgReference = {
  title: 'OrgReference',
  type: ['object', 'null'],
  additionalProperties: false,
  properties: { id: text, slug: textOrNull },
} as const;

export const userReference = {
  title: 'UserReference',
  type: ['object', 'null'],
  additionalProperties: false,
  properties: { id: text, email: textOrNull },
} as const;
