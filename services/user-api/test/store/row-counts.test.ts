import { totalNames } from '@latchkey/contracts';
import { runJobs, withClient } from '@latchkey/database';
import { useTestDatabase } from '@latchkey/testing';
import { createAccountStore } from '../../src/store/accounts/account-store.ts';
import { createClientStore } from '../../src/store/clients/client-store.ts';
import { createOperatorRecords } from '../../src/store/commands/operator-records.ts';
import { seedDemo } from '../../src/store/commands/seed-demo.ts';
import { at, createDatabase, Prisma, type Database } from '../../src/store/database.ts';
import { createOrgStore } from '../../src/store/people/org-store.ts';
import { createPurgeJobs } from '../../src/store/purge-jobs.ts';
import { createRequestLogStore } from '../../src/store/request-log/request-log-store.ts';
import { addRows, foldDays, removeRows, totalOf } from '../../src/store/row-counts.ts';
import { createSessionStore } from '../../src/store/sessions/session-store.ts';
import { makeAccount, makeClient, makeSession } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { insertAccount } from './rows.ts';

const database = useTestDatabase('user-api', (url) => ({ ...createDatabase(url), url }));
const now = new Date(startMs);
const longAgo = new Date(startMs - 91 * 24 * 3600 * 1000);

const lists = ['users', 'sessions', 'request_log'] as const;
type Counts = Record<(typeof lists)[number], number>;

async function readCounts() {
  const [counts] = await database().query<{ counted: Counts; held: Counts }>({
    text: `select
      json_build_object(${lists.map((list) => `'${list}', (select coalesce(sum(rows), 0) from (${totalOf(list)}) counts)`).join()}) as counted,
      json_build_object(${lists.map((list) => `'${list}', (select count(*) from ${list})`).join()}) as held`,
    values: [],
  });
  return counts!;
}

/** How many clients there are, all and of each owner, archived or not. */
async function readClientCounts() {
  const [counts] = await database().query<{ counted: object | null; held: object | null }>({
    text: `select
      (select json_object_agg(list, rows) from client_counts where rows <> 0) as counted,
      (select json_object_agg(list, rows) from (
        select concat(case when archived_at is not null then 'archived ' end, 'clients', ' ' || owner) as list,
          count(*) as rows
        from oauth_clients, unnest(array[null, owner_id]) as owner group by 1
      ) held) as held`,
    values: [],
  });
  return counts!;
}

/** The totals of the log, in the order of their names. */
async function readTotals() {
  const names = totalNames.toSorted();
  const sums = names.map((name) => `coalesce(sum(${name}), 0)::int`);
  const counts = names.map((name) => `count(*) filter (where log_total(event, outcome) = '${name}')::int`);
  const [totals] = await database().query<{ counted: number[]; held: number[] }>({
    text: `select (select array[${sums.join()}] from row_counts) as counted,
      (select array[${counts.join()}] from request_log) as held`,
    values: [],
  });
  return totals!;
}

/** The counters, which say what the tables hold. */
async function exactCounts(): Promise<Counts> {
  const { counted, held } = await readCounts();
  expect(counted).toEqual(held);
  const totals = await readTotals();
  expect(totals.counted).toEqual(totals.held);
  const clients = await readClientCounts();
  expect(clients.counted).toEqual(clients.held);
  return held;
}

function newAccount(changes: object = {}) {
  const id = crypto.randomUUID();
  return makeAccount({ id, email: `${id}@example.test`, ...changes });
}

test('the seed counts its accounts', async () => {
  const newId = () => crypto.randomUUID();
  const tools = { now, newId, hashPassword: async () => 'hash', hashSecret: newId, seal: () => 'sealed' };
  const seed = () => seedDemo(database(), { ...tools, services: ['https://a.test', 'https://b.test'] });
  expect([await seed(), await seed()]).toEqual(['written', 'present']);
  expect((await exactCounts()).users).toBeGreaterThan(0);
});

test('the commands beside the service count the operators that they make', async () => {
  const records = createOperatorRecords(database());
  const { users } = await exactCounts();
  const operator = newAccount({ kind: 'root' });
  const client = makeClient({ clientId: 'counted' });
  expect(await records.add(operator, client)).toMatchObject({ found: undefined });
  expect(await records.add(newAccount({ email: operator.email }), client)).toMatchObject({
    found: { id: operator.id },
  });
  const squatter = newAccount({ emailVerifiedAt: null });
  await insertAccount(database(), squatter);
  const again = newAccount({ email: squatter.email, kind: 'root' });
  expect(await records.add(again, client)).toMatchObject({ hasRetired: true });
  expect((await exactCounts()).users).toBe(users + 3);
});

/** The next of three events, which several totals count, or none. */
const someEvents = ['user.signup', 'device.approved', 'account.update'] as const;
let made = 0;
const nextEvent = () => someEvents[(made += 1) % someEvents.length]!;

/** Does each act that adds or removes rows, as one person; leaves two accounts, 4 sessions and 15 rows of the log. */
async function live(place: Database): Promise<void> {
  const [accounts, sessions, orgs] = [
    createAccountStore(place),
    createSessionStore(place),
    createOrgStore(place),
  ];
  const account = newAccount({ emailVerifiedAt: null });
  const { id: userId, email } = account;
  const row = () => makeLogEntry({ userId, event: nextEvent() });
  expect(await accounts.create(account, makeLogEntry())).toBe(true);
  expect(await accounts.create(newAccount({ email }), makeLogEntry())).toBe(false);
  expect(await accounts.create(newAccount({ email }), makeLogEntry(), makeLogEntry())).toBe(false);

  const clients = createClientStore(place);
  const client = makeClient({ clientId: crypto.randomUUID(), name: userId, ownerId: userId });
  expect(await clients.create(client, undefined, { maker: account, row: row() })).toBe(true);
  expect(await clients.setArchived(client.clientId, true, row())).toBeDefined();
  expect(await clients.setArchived(client.clientId, false, row())).toBeDefined();

  const session = (changes = {}) => makeSession({ id: crypto.randomUUID(), userId, ...changes });
  const open = () =>
    sessions.start([session({ expiresAt: longAgo }), session(), session()], {
      account,
      orgId: null,
      row: row(),
    });
  expect([await open(), await open()]).toEqual([true, true]);
  const log = createRequestLogStore(place);
  const taken = row();
  for (const entry of [row(), taken]) await log.add(entry);
  for (const entry of [taken, row()]) await log.remove(entry);

  const orgId = crypto.randomUUID();
  await orgs.create(
    { id: orgId, slug: orgId, name: 'Org', status: 'active', createdAt: now },
    makeLogEntry(),
  );
  await orgs.putMember(
    { id: crypto.randomUUID(), orgId, userId, role: 'member', createdAt: now },
    makeLogEntry(),
  );
  expect(await orgs.removeMember({ orgId, userId, by: null }, row())).toMatchObject({ ended: [] });
  expect(await orgs.removeMember({ orgId, userId, by: null }, row())).toBeUndefined();

  const voided = () => ({ validAfter: now, kept: { sessionIds: [], familyId: null }, row: row() });
  const owner = newAccount({ email });
  expect(await accounts.takeOver(owner, row())).toBeDefined();
  expect(await open()).toBe(false);
  expect(await sessions.revoke(orgId, row())).toEqual([]);
  expect(await sessions.revokeAll(userId, row())).toEqual([]);
  expect(await accounts.setPassword(owner.id, { hash: 'new', ...voided() })).toBeDefined();
  expect(await accounts.setStatus(owner.id, { status: 'disabled', ...voided() })).toBeDefined();
  expect(await accounts.setStatus(owner.id, { status: 'disabled', ...voided() })).toBeUndefined();
  const failed: string[] = [];
  await runJobs(createPurgeJobs(place, startMs), {
    done: () => undefined,
    failed: (kind) => failed.push(kind),
  });
  expect(failed).toEqual([]);
}

const after = ({ users, sessions, request_log }: Counts, lives: number): Counts => ({
  users: users + 2 * lives,
  sessions: sessions + 4 * lives,
  request_log: request_log + 15 * lives,
});

test('every act of the stores leaves the counters exact', async () => {
  const before = await exactCounts();
  await live(database());
  expect(await exactCounts()).toEqual(after(before, 1));
});

test('many at once who wait for the same counters leave them exact, and none waits in a ring', async () => {
  const before = await exactCounts();
  const { url } = database();
  const countOthers = async () =>
    (await database().prisma.rowCount.aggregate({ where: { shard: { not: 7 } }, _sum: { rows: true } }))._sum
      .rows;
  const others = await countOthers();
  // Every connection has the same shard, as connections have when there are more of them than shards.
  await database().prisma
    .$executeRaw`create function pg_backend_pid() returns int language sql as 'select 7'`;
  const { pathname } = new URL(url);
  await database().prisma.$executeRawUnsafe(
    `alter database "${pathname.slice(1)}" set search_path = public, pg_catalog`,
  );
  const narrow = createDatabase(url);
  // Fewer than its pool has connections: a call that waits for a connection fails after 5 s, however slow the machine is.
  const lives = 8;
  try {
    await Promise.all(Array.from({ length: lives }, () => live(narrow)));
  } finally {
    await narrow.close();
  }
  expect(await exactCounts()).toEqual(after(before, lives));
  expect(await countOthers()).toBe(others);
});

test('a transaction that is undone undoes its count', async () => {
  const before = await exactCounts();
  const undone = database().prisma.$transaction(async (transaction) => {
    await transaction.$executeRaw(addRows('request_log', [makeLogEntry(), makeLogEntry()]));
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await exactCounts()).toEqual(before);
});

const dayMs = 24 * 3600 * 1000;
const daysOf = () =>
  database().prisma.rowCount.findMany({ where: { list: 'request_log' }, orderBy: { since: 'asc' } });

test('each day of UTC has its own count, of late rows too', async () => {
  await database().prisma.$executeRaw`delete from request_log`;
  await database().prisma.$executeRaw`select recount_rows()`;
  const times = ['2026-03-01T23:59:59.999Z', '2026-03-02T00:00:00.000Z', '2026-03-01T00:00:00.000Z'];
  const entries = times.map((time) => makeLogEntry({ createdAt: new Date(time) }));
  await database().prisma.$transaction(async (transaction) => {
    await transaction.$executeRaw`set local time zone 'Asia/Kolkata'`;
    await transaction.$executeRaw(addRows('request_log', entries));
  });
  expect(await daysOf()).toMatchObject([
    { since: new Date('2026-03-01T00:00:00Z'), rows: 2n },
    { since: new Date('2026-03-02T00:00:00Z'), rows: 1n },
  ]);
});

test('days that are over are added up exactly while others write to them', async () => {
  const entry = (daysAgo: number) => makeLogEntry({ createdAt: new Date(startMs - daysAgo * dayMs) });
  const isOver = at(new Date(startMs - dayMs));
  const add = (turn: number) =>
    database().execute(addRows('request_log', [entry(turn % 3), entry((turn % 7) + 88)]));
  const fold = () => database().execute(foldDays(isOver));
  const old = Prisma.sql`select id from request_log where created_at < ${at(longAgo)} limit 9 for update skip locked`;
  const remove = () =>
    database().execute(removeRows('request_log', Prisma.sql`delete from request_log where id in (${old})`));
  const turns = Array.from({ length: 40 }, (_, turn) => 3 * turn);
  await Promise.all(turns.flatMap((turn) => [fold(), remove(), add(turn), add(turn + 1), add(turn + 2)]));
  await exactCounts();
  await fold();
  const { request_log } = await exactCounts();
  const days = await daysOf();
  const over = days.filter(({ since }) => since.getTime() < startMs - dayMs);
  expect(over.every(({ shard }) => shard === -1)).toBe(true);
  expect(days.filter(({ shard }) => shard >= 0).length).toBeGreaterThan(0);
  expect(days.reduce((sum, { rows }) => sum + Number(rows), 0)).toBe(request_log);
});

test('a recount puts right what a process without deltas has written', async () => {
  const before = await exactCounts();
  const { details: _none, ...data } = makeLogEntry();
  await database().prisma.requestLogEntry.create({ data });
  expect((await readCounts()).counted).toEqual(before);
  await database().prisma.$executeRaw`select recount_rows()`;
  expect((await exactCounts()).request_log).toBe(before.request_log + 1);
});

test('a recount and a sign-in that begin while a user is being changed do not wait for each other', async () => {
  const account = newAccount();
  expect(await createAccountStore(database()).create(account, makeLogEntry())).toBe(true);
  await withClient(database().url, async (client) => {
    await client.query('begin; update users set name = name');
    const recounted = withClient(database().url, (other) => other.query('select recount_rows()'));
    await untilWaiting(1);
    const session = makeSession({ id: crypto.randomUUID(), userId: account.id });
    const opened = createSessionStore(database()).start([session], {
      account,
      orgId: null,
      row: makeLogEntry({ userId: account.id }),
    });
    await untilWaiting(2);
    await client.query('rollback');
    await recounted;
    expect(await opened).toBe(true);
  });
  await exactCounts();
});

/** Until that many statements wait for a lock. */
async function untilWaiting(expected: number): Promise<void> {
  const count = Prisma.sql`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  let waiting = 0;
  while (waiting < expected) waiting = (await database().query<{ n: number }>(count))[0]?.n ?? 0;
}
