import { useTestDatabase } from '@latchkey/testing';
import type { ClientSecretStore, ClientStore } from '../../src/client/client.ts';
import { createClientSecretStore } from '../../src/store/client-secret-store.ts';
import { createClientStore } from '../../src/store/client-store.ts';
import { createDatabase } from '../../src/store/database.ts';
import { createMemoryClientSecrets } from '../memory/memory-client-secrets.ts';
import { createMemoryClients } from '../memory/memory-clients.ts';
import { makeClient } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { insertClient } from './rows.ts';

interface Place {
  readonly store: ClientSecretStore;
  readonly clients: Pick<ClientStore, 'find'>;
  add(clientId: string, hash: string, expiresAt?: Date): Promise<void>;
}

const database = useTestDatabase('user-api', createDatabase);
const places: [string, () => Place][] = [
  [
    'in memory',
    () => {
      const clients = createMemoryClients();
      return {
        clients,
        store: createMemoryClientSecrets(clients, () => undefined),
        add: async (clientId, hash, expiresAt) =>
          clients.add(makeClient({ clientId }), [{ hash, expiresAt: expiresAt ?? null }]),
      };
    },
  ],
  [
    'in Postgres',
    () => ({
      clients: createClientStore(database()),
      store: createClientSecretStore(database()),
      add: (clientId, hash, expiresAt) =>
        insertClient(database(), makeClient({ clientId }), [[hash, expiresAt ?? null]]),
    }),
  ],
];

describe.each(places)('the store of client secrets %s', (_place, makePlace) => {
  const after = (seconds: number) => new Date(startMs + seconds * 1000);

  async function make() {
    const { store, clients, add } = makePlace();
    const clientId = crypto.randomUUID();
    await add(clientId, 'first');
    const change = (oldHash: string, newHash: string, seconds: number) => {
      const times = { row: makeLogEntry({ createdAt: after(seconds) }), oldExpiresAt: after(seconds + 100) };
      return store.change({ id: crypto.randomUUID(), clientId, oldHash, newHash, ...times });
    };
    const liveAt = async (seconds: number) =>
      (await clients.find(clientId, after(seconds)))?.secretHashes.toSorted();
    return { store, clients, add, clientId, change, liveAt };
  }

  test('keeps the newest and, for a while, the one before', async () => {
    const { store, clients, clientId, change, liveAt } = await make();
    expect(await store.findNewest(clientId)).toBe('first');
    expect(await store.findNewest('nobody')).toBeUndefined();
    expect(await change('first', 'second', 10)).toBe(true);
    expect(await store.findNewest(clientId)).toBe('second');
    expect([await liveAt(109), await liveAt(110)]).toEqual([['first', 'second'], ['second']]);
    expect((await clients.find(clientId, after(10)))?.client).toMatchObject({
      secretRotatedAt: after(10),
      updatedAt: after(10),
    });
    expect(await change('second', 'third', 20)).toBe(true);
    expect([await liveAt(20), await liveAt(120)]).toEqual([['second', 'third'], ['third']]);
  });

  test('changes nothing but from the newest one, to one that never was', async () => {
    const { change, liveAt } = await make();
    expect(await change('other', 'second', 0)).toBe(false);
    expect(await change('first', 'first', 0)).toBe(false);
    expect(await change('first', 'second', 0)).toBe(true);
    expect(await change('first', 'third', 1)).toBe(false);
    expect(await change('second', 'first', 200)).toBe(false);
    expect(await liveAt(1)).toEqual(['first', 'second']);
  });

  test('changes the secrets of one client alone, though others have the same', async () => {
    const { store, clients, add, change } = await make();
    const [same, ending] = [crypto.randomUUID(), crypto.randomUUID()];
    await add(same, 'first');
    await add(ending, 'second', after(50));
    expect(await change('first', 'second', 0)).toBe(true);
    expect(await change('second', 'third', 1)).toBe(true);
    expect((await clients.find(same, after(200)))?.secretHashes).toEqual(['first']);
    expect((await clients.find(ending, after(49)))?.secretHashes).toEqual(['second']);
    expect(await store.findNewest(ending)).toBeUndefined();
  });

  test('one of 10 parallel changes wins', async () => {
    const { change, liveAt } = await make();
    const changes = await Promise.all(Array.from({ length: 10 }, (_, at) => change('first', `new ${at}`, 0)));
    expect(changes.filter(Boolean)).toHaveLength(1);
    expect(await liveAt(1)).toHaveLength(2);
  });
});
