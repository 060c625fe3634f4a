import { noLimits, type ConnectionLimits } from '../../src/clients/connection-limits.ts';
import { requestLifeMs } from '../../src/clients/connection.ts';
import { createConnectionStore } from '../../src/store/clients/connection-store.ts';
import { makeClient } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { database, keepRows } from '../setup/test-database.ts';
import { insertClient } from './rows.ts';

keepRows();
const after = (seconds: number) => new Date(startMs + seconds * 1000);

describe('a pair whose callers act at once', () => {
  async function make() {
    const store = createConnectionStore(database);
    const owner = crypto.randomUUID();
    const ends = { source: `source-${owner}`, target: `target-${owner}` };
    for (const clientId of Object.values(ends))
      await insertClient(database, makeClient({ clientId, ownerId: owner }));
    const ids: string[] = [];
    const makeRow = (seconds: number) => {
      const row = makeLogEntry({ event: 'connection.add', createdAt: after(seconds) });
      ids.push(row.id);
      return row;
    };
    return {
      store,
      connect: (id: string, scopes: readonly string[], seconds: number) =>
        store.connect({ id, ...ends, scopes }, makeRow(seconds)),
      disconnect: (seconds: number) => store.disconnect(ends.source, ends.target, makeRow(seconds)),
      find: () => database.prisma.connection.findMany({ where: ends }),
      countRows: () => database.prisma.requestLogEntry.count({ where: { id: { in: ids } } }),
    };
  }

  test('is connected again by one of 20, as a new connection in the place of the removed one', async () => {
    const { store, connect, disconnect, find, countRows } = await make();
    const first = crypto.randomUUID();
    await connect(first, ['email', 'profile'], 5);
    await store.noteVerified(first, after(6));
    await disconnect(7);
    const ids = Array.from({ length: 20 }, () => crypto.randomUUID());
    const wins = await Promise.all(ids.map((id, at) => connect(id, [`scope-${at}`], 8)));
    const winner = wins.indexOf(true);
    expect(wins.filter(Boolean)).toHaveLength(1);
    const made = { status: 'active', scopes: [`scope-${winner}`], createdAt: after(8), lastVerifiedAt: null };
    expect(await find()).toMatchObject([{ id: ids[winner], ...made }]);
    expect(await countRows()).toBe(3);
  });

  test('has one state where some connect and some disconnect, and a log row for each change', async () => {
    const { connect, disconnect, find, countRows } = await make();
    const acts = Array.from({ length: 20 }, (_, at) =>
      at % 2 === 0 ? connect(crypto.randomUUID(), ['email'], at) : disconnect(at),
    );
    const did = await Promise.all(acts);
    const found = await find();
    expect(found).toHaveLength(1);
    const [connected, disconnected] = [0, 1].map(
      (odd) => did.filter((wins, at) => wins && at % 2 === odd).length,
    );
    expect(connected! - disconnected!).toBe(found[0]?.status === 'active' ? 1 : 0);
    expect(await countRows()).toBe(connected! + disconnected!);
  });
});

describe('the bounds of connections', () => {
  /** A client of one owner, and how many of 20 callers at once it may ask one target. */
  async function ask(
    limits: ConnectionLimits,
    sources: number,
    status: 'requested' | 'active' = 'requested',
  ) {
    const store = createConnectionStore(database);
    const [target, ownerId] = [crypto.randomUUID(), crypto.randomUUID()];
    await insertClient(database, makeClient({ clientId: target }));
    const names = Array.from({ length: 20 }, (_, at) => `${target}-${at % sources}`);
    for (const clientId of new Set(names)) await insertClient(database, makeClient({ clientId, ownerId }));
    const targets = await Promise.all(
      names.map(async (_name, at) => {
        const clientId = `${target}-to-${at}`;
        await insertClient(database, makeClient({ clientId }));
        return clientId;
      }),
    );
    const outcomes = await Promise.allSettled(
      names.map((source, at) => {
        const connection = { id: crypto.randomUUID(), source, target, scopes: ['email'] };
        const one = sources === 1 ? { ...connection, target: targets[at]! } : connection;
        return store.connect(one, makeLogEntry({ createdAt: after(0) }), { status, limits });
      }),
    );
    const refused = outcomes.filter((one) => one.status === 'rejected');
    expect(refused).toMatchObject(refused.map(() => ({ reason: { code: 'quota_exceeded' } })));
    return outcomes.filter((one) => one.status === 'fulfilled').length;
  }

  test.each<[string, Partial<ConnectionLimits>, number, 'requested' | 'active', number]>([
    ['a source has no more connections than it may', { ofSource: 7 }, 1, 'active', 7],
    ['a target has no more open requests than it may', { openForTarget: 6 }, 20, 'requested', 6],
    ['one owner has no more of them than they may', { openOfOwner: 3 }, 20, 'requested', 3],
    ['a connection that is active at once asks nobody', { openOfOwner: 3 }, 20, 'active', 20],
  ])('%s, also of 20 callers at once', async (_what, limits, sources, status, expected) => {
    expect(await ask({ ...noLimits, ...limits }, sources, status)).toBe(expected);
  });

  test('a request ends after 30 days, and other scopes are never accepted', async () => {
    const store = createConnectionStore(database);
    const ends = { source: crypto.randomUUID(), target: crypto.randomUUID() };
    for (const clientId of Object.values(ends)) await insertClient(database, makeClient({ clientId }));
    const as = { status: 'requested', limits: noLimits } as const;
    await store.connect(
      { id: crypto.randomUUID(), ...ends, scopes: ['email'] },
      makeLogEntry({ createdAt: after(0) }),
      as,
    );
    const early = makeLogEntry({ createdAt: after(1) });
    expect(await store.accept({ ...ends, scopes: ['other'] }, early)).toBe(false);
    const late = new Date(startMs + requestLifeMs);
    expect(await store.findRequested(ends.source, ends.target, new Date(late.getTime() - 1))).toEqual([
      'email',
    ]);
    expect(await store.findRequested(ends.source, ends.target, late)).toBeUndefined();
    expect(await store.accept({ ...ends, scopes: ['email'] }, makeLogEntry({ createdAt: late }))).toBe(false);
  });
});
