import { useTestDatabase } from '@latchkey/testing';
import type { Client } from '../../src/client/client.ts';
import type { Connection, ConnectionStore } from '../../src/connection/connection.ts';
import { createConnectionStore } from '../../src/store/connection-store.ts';
import { createDatabase } from '../../src/store/database.ts';
import { createMemoryClients } from '../memory/memory-clients.ts';
import { createMemoryConnections } from '../memory/memory-connections.ts';
import { makeClient } from '../setup/accounts.ts';
import { startMs } from '../setup/signer.ts';
import { insertClient } from './rows.ts';

interface Place {
  readonly store: ConnectionStore;
  addClient(client: Client): Promise<void>;
  add(connection: Connection): Promise<void>;
  remove(connectionId: string): Promise<void>;
  verifiedAt(connectionId: string): Promise<Date | null | undefined>;
}

const database = useTestDatabase('user-api', createDatabase);
const after = (seconds: number) => new Date(startMs + seconds * 1000);

const places: [string, () => Place][] = [
  [
    'in memory',
    () => {
      const clients = createMemoryClients();
      const store = createMemoryConnections(clients);
      return {
        store,
        addClient: async (client) => clients.add(client),
        add: async (connection) => store.add(connection),
        remove: async (connectionId) => store.remove(connectionId),
        verifiedAt: async (connectionId) => store.verifiedAt.get(connectionId),
      };
    },
  ],
  [
    'in Postgres',
    () => ({
      store: createConnectionStore(database()),
      addClient: (client) => insertClient(database(), client),
      async add({ scopes, ...connection }) {
        const row = { ...connection, scopes: [...scopes], status: 'active', createdAt: after(0) };
        await database().prisma.connection.create({ data: row });
      },
      async remove(id) {
        await database().prisma.connection.update({ where: { id }, data: { status: 'removed' } });
      },
      async verifiedAt(id) {
        return (await database().prisma.connection.findUnique({ where: { id } }))?.lastVerifiedAt;
      },
    }),
  ],
];

describe.each(places)('the connection store %s', (_place, makePlace) => {
  async function make() {
    const place = makePlace();
    const mark = crypto.randomUUID();
    const name = (clientId: string) => `${clientId}-${mark}`;
    const plain = ['source', 'a', 'b'].map((clientId) => makeClient({ clientId: name(clientId) }));
    const off = makeClient({ clientId: name('off'), status: 'inactive' });
    const old = makeClient({ clientId: name('old'), archivedAt: after(0) });
    for (const client of [...plain, off, old]) await place.addClient(client);
    const connect = async (source: string, target: string) => {
      const connection = { id: crypto.randomUUID(), source: name(source), target: name(target) };
      await place.add({ ...connection, scopes: ['email', 'profile'] });
      return { ...connection, scopes: ['email', 'profile'] };
    };
    return { ...place, name, connect };
  }

  test('finds those in force, by target, in one direction alone', async () => {
    const { store, name, connect, remove } = await make();
    const [toB, toA] = [await connect('source', 'b'), await connect('source', 'a')];
    for (const target of ['off', 'old']) await connect('source', target);
    await connect('off', 'a');
    expect(await store.findActive(name('source'))).toEqual([toA, toB]);
    expect(await store.findActive(name('source'), name('b'))).toEqual([toB]);
    for (const target of ['off', 'old', 'source', 'nobody'])
      expect(await store.findActive(name('source'), name(target))).toEqual([]);
    expect(await store.findActive(name('a'))).toEqual([]);
    expect(await store.findActive(name('off'))).toEqual([]);
    await remove(toB.id);
    expect(await store.findActive(name('source'))).toEqual([toA]);
  });

  test('notes a verification at most once a minute', async () => {
    const { store, connect, verifiedAt } = await make();
    const { id } = await connect('source', 'a');
    for (const [seconds, noted] of [
      [0, 0],
      [60, 0],
      [61, 61],
    ] as const) {
      await store.noteVerified(id, after(seconds));
      expect(await verifiedAt(id)).toEqual(after(noted));
    }
  });
});
