import { text, texts, time, timeOrNull } from '@latchkey/http-server';
import { personAccess } from '../../../../access/person-access.ts';
import { directionOf, type ListedConnection } from '../../../../clients/connection.ts';
import { defineSearch } from '../../../define-search.ts';
import { filterSchemas } from '../../../filter-schemas.ts';
import { byOwner, searchSpecs } from '../../../search-specs.ts';

const directions = ['out', 'in'] as const;
const states = ['requested', 'active', 'removed'] as const;

const item = {
  title: 'Connection',
  type: 'object',
  additionalProperties: false,
  properties: {
    id: text,
    direction: { type: 'string', enum: directions, description: 'out where the caller owns the source' },
    source: { ...text, description: 'client_id of the app that may call' },
    source_name: text,
    target: { ...text, description: 'client_id of the app that may be called' },
    target_name: text,
    scopes: texts,
    status: { type: 'string', enum: states },
    created_at: time,
    last_verified_at: timeOrNull,
  },
} as const;

/** A connection as the owner of one of its ends sees it. */
export function connectionAnswer(connection: ListedConnection & { direction: 'out' | 'in' }) {
  return {
    id: connection.id,
    direction: connection.direction,
    source: connection.source,
    source_name: connection.sourceName,
    target: connection.target,
    target_name: connection.targetName,
    scopes: [...connection.scopes],
    status: connection.status,
    created_at: connection.createdAt.toISOString(),
    last_verified_at: connection.lastVerifiedAt?.toISOString() ?? null,
  };
}

/** Source: contract part 2 "Connections". */
export const connectedSearch = defineSearch({
  path: '/oauth/clients/connected/search',
  summary: 'Lists connections from and to clients of the caller, newest first',
  family: 'oauth_clients',
  access: personAccess,
  spec: searchSpecs.connections,
  fields: {
    client_id: { ...filterSchemas.text, description: 'Either end' },
    direction: {
      ...filterSchemas.oneOf(...directions),
      description: 'out: the source is the caller’s; in: the target is',
    },
    status: filterSchemas.oneOf(...states),
    search: { ...filterSchemas.part, description: 'Literal part of the name or the client_id of either end' },
  },
  item,
  toItem: connectionAnswer,
  errors: [],
  readFilters: ({ client_id: clientId, direction, status, search }) => ({
    clientId,
    direction,
    status,
    search,
  }),
  ...byOwner,
  async find({ connections }, { scope, filters, plan }) {
    const { items, ...page } = await connections.search(scope, filters, plan);
    const directed = items.map((one) => ({ ...one, direction: directionOf(one, scope, filters) }));
    return { ...page, items: directed };
  },
});
