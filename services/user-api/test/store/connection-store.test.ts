import type { PagePlan } from '@latchkey/pagination';
import { useTestDatabase } from '@latchkey/testing';
import type { Client, OwnerScope } from '../../src/client/client.ts';
import {
  directionOf,
  requestLifeMs,
  type Connection,
  type ConnectionFilters,
  type ConnectionStore,
  type ListedConnection,
} from '../../src/connection/connection.ts';
import { noLimits, type ConnectionLimits } from '../../src/connection/limits.ts';
import type { LogEntry } from '../../src/request-log/request-log.ts';
import { createConnectionStore, insertConnection } from '../../src/store/connection-store.ts';
import { createDatabase } from '../../src/store/database.ts';
import { makeAccount, makeClient } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { insertAccount, insertClient } from './rows.ts';

type Changes = Partial<Pick<ListedConnection, 'status' | 'createdAt'>>;

interface Place {
  readonly store: ConnectionStore;
  addClient(client: Client): Promise<void>;
  add(connection: Connection, changes?: Changes): Promise<void>;
  remove(connectionId: string): Promise<void>;
  verifiedAt(connectionId: string): Promise<Date | null | undefined>;
  /** The rows of the request log among these. */
  logged(ids: readonly string[]): Promise<readonly { readonly id: string }[]>;
}

const database = useTestDatabase('user-api', createDatabase);
const after = (seconds: number) => new Date(startMs + seconds * 1000);

const makePlace: () => Place = () => ({
  store: createConnectionStore(database()),
  addClient: (client) => insertClient(database(), client),
  async add(connection, { createdAt = after(0), status = 'active' } = {}) {
    await database().execute(insertConnection(connection, createdAt));
    await database().prisma.connection.update({ where: { id: connection.id }, data: { status } });
  },
  async remove(id) {
    await database().prisma.connection.update({ where: { id }, data: { status: 'removed' } });
  },
  async verifiedAt(id) {
    return (await database().prisma.connection.findUnique({ where: { id } }))?.lastVerifiedAt;
  },
  logged: (ids) => database().prisma.requestLogEntry.findMany({ where: { id: { in: [...ids] } } }),
});

describe('the connection store', () => {
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
    expect({
      'source to off': await store.findActive(name('source'), name('off')),
      'source to old': await store.findActive(name('source'), name('old')),
      'source to source': await store.findActive(name('source'), name('source')),
      'source to nobody': await store.findActive(name('source'), name('nobody')),
      'a to any': await store.findActive(name('a')),
      'off to any': await store.findActive(name('off')),
    }).toEqual({
      'source to off': [],
      'source to old': [],
      'source to source': [],
      'source to nobody': [],
      'a to any': [],
      'off to any': [],
    });
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

describe('a change in the connection store', () => {
  const plan: PagePlan = { kind: 'offset', limit: 20, offset: 0, binding: '' };

  async function make() {
    const place = makePlace();
    const owner = crypto.randomUUID();
    const ends = { source: `source-${owner}`, target: `target-${owner}` };
    for (const clientId of Object.values(ends))
      await place.addClient(makeClient({ clientId, ownerId: owner }));
    const rows: LogEntry[] = [];
    const makeRow = (seconds: number) => {
      const row = makeLogEntry({ event: 'connection.add', createdAt: after(seconds) });
      rows.push(row);
      return row;
    };
    return {
      ...place,
      ends,
      /** Which of several callers at once did it; exactly the row of that one is in the log. */
      async race(act: (row: LogEntry, at: number) => Promise<boolean>, seconds: number) {
        const before = rows.length;
        const race = Array.from({ length: 20 }, (_, at) => act(makeRow(seconds), at));
        const winners = (await Promise.all(race)).flatMap((wins, at) => (wins ? [at] : []));
        const own = rows.slice(before).map(({ id }) => id);
        const logged = await place.logged(own);
        expect(logged.map(({ id }) => own.indexOf(id))).toEqual(winners);
        expect(winners).toHaveLength(1);
        return winners[0]!;
      },
      makeRow,
      connect: (id: string, scopes: readonly string[], row: LogEntry) =>
        place.store.connect({ id, ...ends, scopes }, row),
      disconnect: (row: LogEntry) => place.store.disconnect(ends.source, ends.target, row),
      list: async () => (await place.store.search({ all: false, ownerIds: [owner] }, {}, plan)).items,
      findActive: () => place.store.findActive(ends.source),
    };
  }

  test('connects a pair for one of 20 callers, whose scopes it has, and logs that once', async () => {
    const { race, connect, list, findActive } = await make();
    const ids = Array.from({ length: 20 }, () => crypto.randomUUID());
    const winner = await race((row, at) => connect(ids[at]!, [`scope-${at}`], row), 5);
    const made = { id: ids[winner], scopes: [`scope-${winner}`] };
    expect(await findActive()).toMatchObject([made]);
    expect(await list()).toMatchObject([{ ...made, status: 'active', createdAt: after(5) }]);
  });

  test('disconnects a pair for one of 20 callers, and logs that once', async () => {
    const { race, connect, disconnect, list, findActive, makeRow, logged } = await make();
    const early = makeRow(1);
    expect([await disconnect(early), await logged([early.id])]).toEqual([false, []]);
    const id = crypto.randomUUID();
    await connect(id, ['email'], makeRow(5));
    await race((row) => disconnect(row), 6);
    expect(await findActive()).toEqual([]);
    expect(await list()).toMatchObject([{ id, status: 'removed', scopes: ['email'], createdAt: after(5) }]);
  });

  test('connects a removed pair again for one of 20 callers, as a new connection in its place', async () => {
    const { store, race, connect, disconnect, list, makeRow } = await make();
    const first = crypto.randomUUID();
    await connect(first, ['email', 'profile'], makeRow(5));
    await store.noteVerified(first, after(6));
    await disconnect(makeRow(7));
    const ids = Array.from({ length: 20 }, () => crypto.randomUUID());
    const winner = await race((row, at) => connect(ids[at]!, ['openid'], row), 8);
    expect(await list()).toMatchObject([
      { id: ids[winner], status: 'active', scopes: ['openid'], createdAt: after(8), lastVerifiedAt: null },
    ]);
  });

  test('accepts a request for one of 20 callers, with the scopes of that one, and logs that once', async () => {
    const { store, race, ends, list, findActive, makeRow } = await make();
    const scopes = ['email', 'openid', 'profile'];
    const as = { status: 'requested', limits: noLimits } as const;
    await store.connect({ id: crypto.randomUUID(), ...ends, scopes }, makeRow(5), as);
    expect([await findActive(), await store.findRequested(ends.source, ends.target, after(6))]).toEqual([
      [],
      scopes,
    ]);
    expect(await store.accept({ ...ends, scopes: ['other'] }, makeRow(6))).toBe(false);
    const winner = await race((row, at) => store.accept({ ...ends, scopes: [scopes[at % 3]!] }, row), 7);
    expect(await list()).toMatchObject([{ status: 'active', scopes: [scopes[winner % 3]] }]);
  });

  test('callers who connect and disconnect at once leave one state, and a log row for each change', async () => {
    const { connect, disconnect, list, logged, makeRow } = await make();
    const rows: LogEntry[] = [];
    const acts = Array.from({ length: 20 }, (_, at) => {
      const row = makeRow(at);
      rows.push(row);
      return at % 2 === 0 ? connect(crypto.randomUUID(), ['email'], row) : disconnect(row);
    });
    const did = await Promise.all(acts);
    const found = await list();
    expect(found).toHaveLength(1);
    const [connected, disconnected] = [0, 1].map(
      (odd) => did.filter((wins, at) => wins && at % 2 === odd).length,
    );
    expect(connected! - disconnected!).toBe(found[0]?.status === 'active' ? 1 : 0);
    expect(await logged(rows.map(({ id }) => id))).toHaveLength(connected! + disconnected!);
  });
});

describe('the search of the connection store', () => {
  const all: OwnerScope = { all: true };
  const firstPage: PagePlan = { kind: 'offset', limit: 20, offset: 0, binding: '' };

  /** Clients of me, of an org of mine and of somebody else, who are all new. */
  async function make() {
    const place = makePlace();
    const [me, org, other] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const id = (clientId: string) => `${clientId}-${me}`;
    const owners = { mine: me, 'mine-too': me, ofOrg: org, foreign: other, 'foreign-too': other };
    for (const [clientId, ownerId] of Object.entries(owners))
      await place.addClient(makeClient({ clientId: id(clientId), ownerId, name: `50%_\\Off ${clientId}` }));
    let seconds = 0;
    const connect = async (source: string, target: string, changes: Changes = {}) => {
      const connection = { id: crypto.randomUUID(), source: id(source), target: id(target), scopes: ['a'] };
      await place.add(connection, { createdAt: after((seconds += 1)), ...changes });
      return connection;
    };
    const scope: OwnerScope = { all: false, ownerIds: [me, org] };
    const list = async (filters: ConnectionFilters = {}, seen: OwnerScope = scope, plan = firstPage) => {
      const { items, totalCount } = await place.store.search(seen, filters, plan);
      expect(totalCount).toBe(items.length);
      return items.map((one) => {
        const [source, target] = [one.source, one.target].map((text) => text.replace(`-${me}`, ''));
        return `${source} ${directionOf(one, seen, filters)} ${target}`;
      });
    };
    return { ...place, me, org, id, connect, list, scope };
  }

  test('lists a connection once, whoever owns which end, and none of others', async () => {
    const { connect, list, me, org } = await make();
    await connect('foreign', 'foreign-too');
    await connect('mine', 'foreign');
    await connect('foreign', 'mine');
    await connect('mine', 'mine-too');
    await connect('mine', 'ofOrg');
    await connect('ofOrg', 'foreign');
    expect(await list()).toEqual([
      'ofOrg out foreign',
      'mine out ofOrg',
      'mine out mine-too',
      'foreign in mine',
      'mine out foreign',
    ]);
    const onlyMe: OwnerScope = { all: false, ownerIds: [me] };
    expect(await list({}, onlyMe)).toEqual([
      'mine out ofOrg',
      'mine out mine-too',
      'foreign in mine',
      'mine out foreign',
    ]);
    expect(await list({}, { all: false, ownerIds: [org] })).toEqual(['ofOrg out foreign', 'mine in ofOrg']);
    expect(await list({}, { all: false, ownerIds: [] })).toEqual([]);
  });

  test('lists each direction; a connection between two own clients goes both ways', async () => {
    const { connect, list, id } = await make();
    await connect('mine', 'foreign');
    await connect('foreign', 'mine');
    await connect('mine', 'mine-too');
    expect(await list({ direction: 'out' })).toEqual(['mine out mine-too', 'mine out foreign']);
    expect(await list({ direction: 'in' })).toEqual(['mine in mine-too', 'foreign in mine']);
    expect(await list({ direction: 'in', clientId: id('mine') })).toEqual([
      'mine in mine-too',
      'foreign in mine',
    ]);
    expect(await list({ direction: 'out', clientId: id('foreign') })).toEqual(['mine out foreign']);
    const theirs: OwnerScope = { all: false, ownerIds: [crypto.randomUUID()] };
    expect(await list({ clientId: id('mine') }, theirs)).toEqual([]);
    expect(await list({ clientId: id('mine'), direction: 'in' }, all)).toHaveLength(3);
  });

  test('lists by client, by status and by a literal part of a name or a client_id of either end', async () => {
    const { connect, list, me, id } = await make();
    await connect('mine', 'foreign');
    await connect('foreign-too', 'mine-too', { status: 'removed' });
    expect(await list({ clientId: id('foreign-too') })).toEqual(['foreign-too in mine-too']);
    expect(await list({ clientId: id('ofOrg') })).toEqual([]);
    expect(await list({ status: 'active' })).toEqual(['mine out foreign']);
    expect(await list({ status: 'removed' })).toEqual(['foreign-too in mine-too']);
    expect(await list({ search: 'OFF FOREIGN-' })).toEqual(['foreign-too in mine-too']);
    expect(await list({ search: `MINE-${me}` })).toEqual(['mine out foreign']);
    expect(await list({ search: '%_\\o' })).toHaveLength(2);
    const none = {
      '5_%': await list({ search: '5_%' }),
      ___: await list({ search: '___' }),
      nobody: await list({ search: 'nobody' }),
    };
    expect(none).toEqual({ '5_%': [], ___: [], nobody: [] });
    expect(await list({ search: `foreign-${me}` }, all)).toEqual(['mine out foreign']);
  });

  test('shows all of a connection, and pages by key', async () => {
    const { store, connect, scope, id, me } = await make();
    const made = [];
    for (let at = 0; at < 3; at += 1) made.push(await connect('mine', ['foreign', 'ofOrg', 'mine-too'][at]!));
    const { items, lastKey, totalCount } = await store.search(scope, {}, { ...firstPage, limit: 2 });
    await store.noteVerified(made[0]!.id, after(9));
    expect([items.map((one) => one.id), totalCount]).toEqual([[made[2]!.id, made[1]!.id], 3]);
    const plan: PagePlan = { kind: 'keyset', limit: 2, after: lastKey!, binding: '' };
    expect(await store.search(scope, {}, plan)).toEqual({
      items: [
        {
          ...made[0],
          sourceName: '50%_\\Off mine',
          sourceOwnerId: me,
          target: id('foreign'),
          targetName: '50%_\\Off foreign',
          status: 'active',
          createdAt: after(1),
          lastVerifiedAt: after(9),
        },
      ],
      totalCount: 3,
      offset: 2,
      lastKey: null,
    });
  });
});

describe('the bounds of connections', () => {
  /** A client of one owner, and how many of 20 callers at once it may ask one target. */
  async function ask(
    limits: ConnectionLimits,
    sources: number,
    status: 'requested' | 'active' = 'requested',
  ) {
    const store = createConnectionStore(database());
    const [target, ownerId] = [crypto.randomUUID(), crypto.randomUUID()];
    await insertClient(database(), makeClient({ clientId: target }));
    const names = Array.from({ length: 20 }, (_, at) => `${target}-${at % sources}`);
    for (const clientId of new Set(names)) await insertClient(database(), makeClient({ clientId, ownerId }));
    const targets = await Promise.all(
      names.map(async (_name, at) => {
        const clientId = `${target}-to-${at}`;
        await insertClient(database(), makeClient({ clientId }));
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

  test('a request ends after 30 days', async () => {
    const store = createConnectionStore(database());
    const ends = { source: crypto.randomUUID(), target: crypto.randomUUID() };
    for (const clientId of Object.values(ends)) await insertClient(database(), makeClient({ clientId }));
    const as = { status: 'requested', limits: noLimits } as const;
    await store.connect(
      { id: crypto.randomUUID(), ...ends, scopes: ['email'] },
      makeLogEntry({ createdAt: after(0) }),
      as,
    );
    const late = new Date(startMs + requestLifeMs);
    expect(await store.findRequested(ends.source, ends.target, new Date(late.getTime() - 1))).toEqual([
      'email',
    ]);
    expect(await store.findRequested(ends.source, ends.target, late)).toBeUndefined();
    expect(await store.accept({ ...ends, scopes: ['email'] }, makeLogEntry({ createdAt: late }))).toBe(false);
  });
});

test('a connection from or to a client of a disabled person is not in force, until the account is enabled', async () => {
  const owner = makeAccount({ id: crypto.randomUUID(), email: `${crypto.randomUUID()}@example.test` });
  await insertAccount(database(), owner);
  const [own, other] = [crypto.randomUUID(), crypto.randomUUID()];
  await insertClient(database(), makeClient({ clientId: own, ownerId: owner.id }));
  await insertClient(database(), makeClient({ clientId: other, ownerId: crypto.randomUUID() }));
  const store = createConnectionStore(database());
  for (const [source, target] of [
    [own, other],
    [other, own],
  ] as const)
    await store.connect({ id: crypto.randomUUID(), source, target, scopes: [] }, makeLogEntry());
  const setStatus = (status: string) =>
    database().prisma.user.update({ where: { id: owner.id }, data: { status } });
  const count = async () => (await Promise.all([own, other].map((id) => store.findActive(id)))).flat().length;
  expect(await count()).toBe(2);
  await setStatus('disabled');
  expect(await count()).toBe(0);
  await setStatus('active');
  expect(await count()).toBe(2);
});
