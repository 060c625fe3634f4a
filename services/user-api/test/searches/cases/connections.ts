import type { ListedConnection } from '../../../src/clients/connection.ts';
import { insertConnection } from '../../../src/store/clients/connection-store.ts';
import { makeClient } from '../../setup/accounts.ts';
import { insertClient } from '../../store/rows.ts';
import type { SearchCaller } from '../people.ts';
import { hasPart, type SearchCase } from '../search-case.ts';

const strangerId = 'b0000000-0000-4000-8000-00000000000a';
const hub = makeClient({ clientId: 'hub', ownerId: strangerId, name: 'Hub' });

interface Row extends ListedConnection {
  readonly sourceOwnerId: string;
  readonly targetOwnerId: string;
  /** Which end is the caller's; the other one is a stranger's. */
  readonly own: 'source' | 'target' | 'both';
}

const isOwn = ({ owners }: SearchCaller, ownerId: string) => owners === 'all' || owners.includes(ownerId);

/** Each row has two clients of its own, but for those that call the hub. */
const endsOf = ({ source, sourceName, sourceOwnerId, target, targetName, targetOwnerId }: Row) =>
  [
    makeClient({ clientId: source, name: sourceName, ownerId: sourceOwnerId }),
    makeClient({ clientId: target, name: targetName, ownerId: targetOwnerId }),
  ].filter(({ clientId }) => clientId !== hub.clientId);

export const connectionsCase: SearchCase<Row> = {
  path: '/oauth/clients/connected/search',
  access: 'person',
  samples: [
    {},
    { status: 'requested' },
    { status: 'removed', targetName: '100%_Sure\\' },
    { target: hub.clientId, targetName: hub.name },
    { own: 'target', sourceName: 'Calls 100%' },
    { own: 'both' },
  ],
  item: ({ id, source, target }) => ({
    id,
    direction: 'out',
    source,
    source_name: 'Source',
    target,
    target_name: 'Target',
    scopes: ['email', 'profile'],
    status: 'active',
    created_at: '2026-12-01T10:00:00.000Z',
    last_verified_at: null,
  }),
  async prepare({ database }) {
    await insertClient(database, hub);
  },
  makeRow({ account, orgId }, { id, createdAt }, { own = 'source', ...sample }) {
    const ownerId = orgId ?? account.id;
    return {
      id,
      source: `s-${id}`,
      sourceName: 'Source',
      sourceOwnerId: own === 'target' ? strangerId : ownerId,
      target: `t-${id}`,
      targetName: 'Target',
      targetOwnerId: own === 'source' ? strangerId : ownerId,
      own,
      scopes: ['email', 'profile'],
      status: 'active',
      createdAt,
      lastVerifiedAt: null,
      ...sample,
    };
  },
  idOfRow: ({ id }) => id,
  idOfItem: (item) => item['id'],
  async put({ database }, row) {
    const { id, status, createdAt } = row;
    for (const client of endsOf(row)) {
      await insertClient(database, client);
    }
    await database.execute(insertConnection(row, createdAt));
    await database.prisma.connection.update({ where: { id }, data: { status } });
  },
  async remove({ database }, row) {
    await database.prisma.connection.delete({ where: { id: row.id } });
    for (const { clientId } of endsOf(row)) {
      await database.prisma.oAuthClient.delete({ where: { clientId } });
    }
  },
  sees: (caller, { sourceOwnerId, targetOwnerId }) =>
    isOwn(caller, sourceOwnerId) || isOwn(caller, targetOwnerId),
  filters: {
    client_id: {
      good: [hub.clientId],
      bad: [],
      matches: ({ source, target }, value) => source === value || target === value,
    },
    direction: {
      good: ['out', 'in'],
      bad: ['both', 'OUT'],
      isOfOwners: true,
      matches: ({ sourceOwnerId, targetOwnerId }, value, caller) =>
        isOwn(caller, value === 'out' ? sourceOwnerId : targetOwnerId),
    },
    status: {
      good: ['requested', 'active', 'removed'],
      bad: ['inactive'],
      matches: ({ status }, value) => status === value,
    },
    search: {
      good: ['%_sur', '100%', 'HUB', 'rget'],
      bad: ['ab', '@@@', 'a b c', '\\\\\\'],
      matches: ({ source, sourceName, target, targetName }, value) =>
        [source, sourceName, target, targetName].some((text) => hasPart(text, value)),
    },
  },
};
