import { useTestDatabase } from '@latchkey/testing';
import type { Client, ClientSecretStore, ClientStore } from '../../src/client/client.ts';
import type { LogEntry } from '../../src/request-log/request-log.ts';
import { createClientSecretStore } from '../../src/store/client-secret-store.ts';
import { createClientStore } from '../../src/store/client-store.ts';
import { createDatabase } from '../../src/store/database.ts';
import { makeClient } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { insertClient } from './rows.ts';

interface Place {
  readonly store: ClientSecretStore;
  readonly clients: Pick<ClientStore, 'find'>;
  add(client: Partial<Client>, hash: string, expiresAt?: Date): Promise<void>;
  logOf(clientId: string): Promise<LogEntry['event'][]>;
}

const database = useTestDatabase('user-api', createDatabase);
const makePlace: () => Place = () => ({
  clients: createClientStore(database()),
  store: createClientSecretStore(database()),
  add: (client, hash, expiresAt) => insertClient(database(), makeClient(client), [[hash, expiresAt ?? null]]),
  async logOf(clientId) {
    const rows = await database().prisma.requestLogEntry.findMany({ where: { clientId } });
    return rows.map(({ event }) => event as LogEntry['event']);
  },
});

describe('the store of client secrets', () => {
  const after = (seconds: number) => new Date(startMs + seconds * 1000);

  async function make(client: Partial<Client> = {}, expiresAt?: Date) {
    const { store, clients, add, logOf } = makePlace();
    const clientId = crypto.randomUUID();
    await add({ clientId, ...client }, 'first', expiresAt);
    const change = (seenAt: Date | null, hash: string, seconds: number) => {
      const times = {
        seenAt,
        at: after(seconds),
        newestExpiresAt: after(seconds + 100),
        promisedExpiresAt: after(seconds),
      };
      const row = makeLogEntry({ event: 'client.rotate_secret', clientId, createdAt: after(seconds) });
      return store.change({ id: crypto.randomUUID(), clientId, hash, ...times, row });
    };
    const liveAt = async (seconds: number) =>
      (await clients.find(clientId, after(seconds)))?.secrets.map(({ hash }) => hash).toSorted();
    return { store, clients, add, clientId, change, liveAt, log: () => logOf(clientId) };
  }

  test('keeps the newest and, for a while, the one before, and writes a row for each', async () => {
    const { store, clients, clientId, change, liveAt, log } = await make();
    expect(await store.findNewest(clientId)).toBe('first');
    expect(await store.findNewest('nobody')).toBeUndefined();
    expect(await change(null, 'second', 10)).toBe(true);
    expect(await store.findNewest(clientId)).toBe('second');
    expect([await liveAt(109), await liveAt(110)]).toEqual([['first', 'second'], ['second']]);
    const { client, secrets } = (await clients.find(clientId, after(10)))!;
    expect(client).toMatchObject({ secretRotatedAt: after(10), updatedAt: after(10) });
    expect(secrets).toEqual([
      { hash: 'second', createdAt: after(10), expiresAt: null },
      { hash: 'first', createdAt: client.createdAt, expiresAt: after(110) },
    ]);
    expect(await change(after(10), 'third', 20)).toBe(true);
    expect([await liveAt(20), await liveAt(120)]).toEqual([['second', 'third'], ['third']]);
    expect(await log()).toEqual(['client.rotate_secret', 'client.rotate_secret']);
  });

  test('keeps a promised secret until its end, where its end is not named', async () => {
    const { store, clientId, change, liveAt } = await make();
    await change(null, 'second', 10);
    const row = makeLogEntry({ event: 'client.rotate_secret', clientId, createdAt: after(20) });
    const ends = { newestExpiresAt: after(20), promisedExpiresAt: null };
    const third = { id: crypto.randomUUID(), clientId, hash: 'third', seenAt: after(10), at: after(20) };
    expect(await store.change({ ...third, ...ends, row })).toBe(true);
    expect([await liveAt(21), await liveAt(110)]).toEqual([['first', 'third'], ['third']]);
  });

  test('gives a first secret to a client whose secrets have ended', async () => {
    const { change, liveAt } = await make({}, after(0));
    expect([await liveAt(1), await change(null, 'second', 1)]).toEqual([[], true]);
    expect(await liveAt(2)).toEqual(['second']);
  });

  test('changes nothing of an archived client, after another change, or of no client', async () => {
    const { store, change, liveAt, log } = await make();
    expect(await change(after(0), 'second', 1)).toBe(false);
    expect([await liveAt(1), await log()]).toEqual([['first'], []]);
    expect(await change(null, 'second', 1)).toBe(true);
    expect(await change(null, 'third', 2)).toBe(false);
    expect([await liveAt(2), await log()]).toEqual([['first', 'second'], ['client.rotate_secret']]);
    const archived = await make({ archivedAt: after(0) });
    expect([await archived.change(null, 'second', 1), await archived.log()]).toEqual([false, []]);
    const times = { seenAt: null, at: after(1), newestExpiresAt: after(2), promisedExpiresAt: null };
    const nobody = { id: crypto.randomUUID(), clientId: 'nobody', hash: 'a', ...times };
    expect(await store.change({ ...nobody, row: makeLogEntry() })).toBe(false);
  });

  test('changes the secrets of one client alone, though others have the same', async () => {
    const { store, clients, add, change } = await make();
    const [same, ending] = [crypto.randomUUID(), crypto.randomUUID()];
    await add({ clientId: same }, 'first');
    await add({ clientId: ending }, 'second', after(50));
    expect(await change(null, 'second', 0)).toBe(true);
    expect(await change(after(0), 'third', 1)).toBe(true);
    const hashOf = async (clientId: string, seconds: number) =>
      (await clients.find(clientId, after(seconds)))?.secrets.map(({ hash }) => hash);
    expect([await hashOf(same, 200), await hashOf(ending, 49)]).toEqual([['first'], ['second']]);
    expect(await store.findNewest(ending)).toBeUndefined();
  });

  test('one of 10 parallel changes wins', async () => {
    const { change, liveAt, log } = await make();
    const changes = await Promise.all(Array.from({ length: 10 }, (_, at) => change(null, `new ${at}`, 0)));
    const won = changes.indexOf(true);
    expect(changes.filter(Boolean)).toHaveLength(1);
    expect([await liveAt(1), await log()]).toEqual([['first', `new ${won}`], ['client.rotate_secret']]);
  });
});
