import { totalNames } from '@latchkey/contracts';
import { runJobs, withClient } from '@latchkey/database';
import { useTestDatabase } from '@latchkey/testing';
import { createAccountStore } from '../../src/store/accounts/account-store.ts';
import { createClientStore } from '../../src/store/clients/client-store.ts';
import { at, createDatabase, Prisma } from '../../src/store/database.ts';
import { createOrgStore } from '../../src/store/people/org-store.ts';
import { createPurgeJobs } from '../../src/store/purge-jobs.ts';
import { createRequestLogStore } from '../../src/store/request-log/request-log-store.ts';
import { writeLog } from '../../src/store/request-log/write-log.ts';
import { foldCounts, totalOf } from '../../src/store/row-counts.ts';
import { createSessionStore } from '../../src/store/sessions/session-store.ts';
import { makeAccount, makeClient, makeSession } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { untilWaiting } from '../setup/until-waiting.ts';

const database = useTestDatabase('user-api', (url) => ({ url, ...createDatabase(url) }));
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

/** The next of three events, which several totals count, or none. */
const someEvents = ['user.signup', 'device.approved', 'account.update'] as const;
let made = 0;
const nextEvent = () => someEvents[(made += 1) % someEvents.length]!;

/** Does each act that adds or removes rows, as one person; leaves two accounts, 4 sessions and 15 rows of the log. */
async function live(): Promise<void> {
  const place = database();
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
  await live();
  expect(await exactCounts()).toEqual(after(before, 1));
});

test('many at once leave the counters exact, and none waits in a ring', async () => {
  const before = await exactCounts();
  // Fewer than its pool has connections: a call that waits for a connection fails after 5 s, however slow the machine is.
  const lives = 8;
  await Promise.all(Array.from({ length: lives }, live));
  expect(await exactCounts()).toEqual(after(before, lives));
});

test('a transaction that is undone undoes its count', async () => {
  const before = await exactCounts();
  const undone = database().prisma.$transaction(async (transaction) => {
    await transaction.$executeRaw(writeLog([makeLogEntry(), makeLogEntry()]));
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
  await database().execute(foldCounts);
  const times = ['2026-03-01T23:59:59.999Z', '2026-03-02T00:00:00.000Z', '2026-03-01T00:00:00.000Z'];
  const entries = times.map((time) => makeLogEntry({ createdAt: new Date(time) }));
  await database().prisma.$transaction(async (transaction) => {
    await transaction.$executeRaw`set local time zone 'Asia/Kolkata'`;
    await transaction.$executeRaw(writeLog(entries));
  });
  expect(await daysOf()).toMatchObject([
    { since: new Date('2026-03-01T00:00:00Z'), rows: 2n },
    { since: new Date('2026-03-02T00:00:00Z'), rows: 1n },
  ]);
});

test('counts are added up exactly while others write and while another adds up', async () => {
  const entry = (daysAgo: number) => makeLogEntry({ createdAt: new Date(startMs - daysAgo * dayMs) });
  const add = (turn: number) => database().execute(writeLog([entry(turn % 3), entry((turn % 7) + 88)]));
  const fold = () => database().execute(foldCounts);
  const old = Prisma.sql`select id from request_log where created_at < ${at(longAgo)} limit 9 for update skip locked`;
  const remove = () => database().execute(Prisma.sql`delete from request_log where id in (${old})`);
  const turns = Array.from({ length: 40 }, (_, turn) => 3 * turn);
  await Promise.all(
    turns.flatMap((turn) => [fold(), remove(), add(turn), fold(), add(turn + 1), add(turn + 2)]),
  );
  await exactCounts();
  await fold();
  const { request_log } = await exactCounts();
  const days = await daysOf();
  expect(new Set(days.map(({ since }) => since.getTime())).size).toBe(days.length);
  expect(days.reduce((sum, { rows }) => sum + Number(rows), 0)).toBe(request_log);
});

test('of very many counts a part is added up at a time, and no total of them is lost', async () => {
  const where = { list: 'request_log', since: new Date('2026-04-01T00:00:00Z') };
  // As of sign-ins that came while as many other rows went.
  await database().execute(Prisma.sql`
    insert into row_counts (list, since, rows, sign_ins)
    select 'request_log', ${at(where.since)}, 0, 1 from generate_series(1, 50002)`);
  const read = () => database().prisma.rowCount.aggregate({ where, _count: true, _sum: { signIns: true } });
  await database().execute(foldCounts);
  const first = await read();
  expect([first._count > 1, first._sum.signIns]).toEqual([true, 50_002n]);
  await database().execute(foldCounts);
  expect(await read()).toEqual({ _count: 1, _sum: { signIns: 50_002n } });
  await database().prisma.rowCount.deleteMany({ where });
});

test('a day whose rows are deleted has no count', async () => {
  await database().prisma.$executeRaw`delete from request_log`;
  await database().execute(foldCounts);
  expect(await daysOf()).toEqual([]);
});

test('rows that another program writes are counted', async () => {
  const before = await exactCounts();
  const { details: _none, ...data } = makeLogEntry();
  await database().prisma.requestLogEntry.create({ data });
  expect((await exactCounts()).request_log).toBe(before.request_log + 1);
});

test('lists that are emptied have no count, also while counts are added up', async () => {
  await live();
  await withClient(database().url, async (client) => {
    await client.query('begin');
    expect((await client.query(foldCounts.text)).rowCount).toBeGreaterThan(0);
    const emptied = database().prisma.$executeRaw`truncate users, oauth_clients, request_log cascade`;
    await untilWaiting(database(), 1, emptied);
    await client.query('commit');
    await emptied;
  });
  expect(await exactCounts()).toEqual({ users: 0, sessions: 0, request_log: 0 });
});

test('rows that two deliver in different orders are written once, and neither is refused', async () => {
  const rows = [makeLogEntry(), makeLogEntry()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const before = (await exactCounts()).request_log;
  await withClient(database().url, async (client) => {
    const write = ({ text, values }: Prisma.Sql) => client.query(text, values);
    await client.query('begin');
    await write(writeLog(rows.slice(0, 1)));
    const added = createRequestLogStore(database()).addMissing(rows.toReversed());
    await untilWaiting(database(), 1, added);
    await write(writeLog(rows.slice(1)));
    await client.query('commit');
    expect(await added).toBe(0);
  });
  expect((await exactCounts()).request_log).toBe(before + 2);
});
