import { useTestDatabase } from '@latchkey/testing';
import { createDatabase } from '../../src/store/database.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { acts, makeScene, misses } from './acts.ts';

/** Each change with its row of the request log: there are both or neither, whenever the connection is lost. */
const database = useTestDatabase('user-api', createDatabase);

const tables = [
  'users',
  'orgs',
  'members',
  'invitations',
  'sessions',
  'oauth_clients',
  'client_secrets',
  'connections',
  'credentials',
  'known_devices',
  'recovery_codes',
] as const;

// Each test reads all rows there are, so it finds none of the one before it.
const deletes = [...tables, 'request_log'].map((table) => `delete from ${table};`).join(' ');
const empty = `do $$ begin set local session_replication_role = replica; ${deletes} end $$`;
beforeEach(() => database().prisma.$executeRawUnsafe(empty));

/** Every row of every table but the log. */
async function readAll(): Promise<unknown> {
  const all: Record<string, unknown> = {};
  for (const table of tables)
    all[table] = await database().prisma.$queryRawUnsafe(
      `select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`,
    );
  return all;
}
const readLog = async () => (await database().prisma.requestLogEntry.findMany()).map(({ id }) => id);
/** What the counters say that the log has. */
const readCount = async () =>
  Number(
    (await database().prisma.rowCount.aggregate({ where: { list: 'request_log' }, _sum: { rows: true } }))
      ._sum.rows,
  );

/** From now on, whoever writes to the log has this happen to them. */
async function breakLog(how: string): Promise<void> {
  const statements = [
    `create function break_log() returns trigger language plpgsql as $$ begin ${how}; return new; end $$`,
    'create trigger break_log before insert on request_log for each row execute function break_log()',
  ];
  for (const statement of statements) await database().prisma.$executeRawUnsafe(statement);
}
const mendLog = () => database().prisma.$executeRawUnsafe('drop function if exists break_log cascade');
afterEach(mendLog);

const noRow = `raise exception 'no room for the row'`;
const lost = 'perform pg_terminate_backend(pg_backend_pid())';
/** Every third act also loses its connection between the change and the row. */
const faults = Object.keys(acts).flatMap((name, at) => [
  [name, 'the log takes no row', noRow, /no room for the row/] as const,
  ...(at % 3 === 0
    ? [[name, 'the connection is lost', lost, /terminat|closed the connection/] as const]
    : []),
]);

test.each(faults)(
  '%s has changed nothing when %s; again it is there with its row',
  async (...[name, , how, message]) => {
    const scene = await makeScene(database());
    const before = [await readAll(), await readLog(), await readCount()] as const;
    await breakLog(how);
    await expect(acts[name]!(scene)).rejects.toThrow(message);
    expect([await readAll(), await readLog(), await readCount()]).toEqual(before);
    await mendLog();
    await acts[name]!(scene);
    const { orgId, row } = scene;
    const { id } = row;
    const stored = await database().prisma.requestLogEntry.findFirst({ where: { id } });
    const { email } = scene.account;
    const owner = await database().prisma.user.findFirst({ where: { email } });
    if (name === 'a takeover') expect(stored).toEqual({ ...row, userId: owner?.id });
    else expect(stored).toEqual(name === 'an acceptance' ? { ...row, orgId } : row);
    expect(await readCount()).toBe(before[2] + 1);
    const isSame = JSON.stringify(await readAll()) === JSON.stringify(before[0]);
    expect(isSame).toBe(name === 'a signup for an address that is taken');
  },
);

test.each(Object.keys(misses))('%s: nothing changes, and no row is written', async (name) => {
  const scene = await makeScene(database());
  const before = [await readAll(), await readLog()];
  expect([false, undefined, []]).toContainEqual(await misses[name]!(scene));
  expect([await readAll(), await readLog()]).toEqual(before);
});

test.each(Object.keys(acts).filter((name) => name.startsWith('the end') || name.startsWith('one-time')))(
  '%s by 10 callers is one change with one row',
  async (name) => {
    const scene = await makeScene(database());
    const before = await readLog();
    const rows = Array.from({ length: 10 }, () => makeLogEntry({ userId: scene.account.id }));
    await Promise.all(rows.map((row) => acts[name]!({ ...scene, row })));
    const expected = name === 'the end of all sessions' ? 10 : 1;
    expect((await readLog()).length - before.length).toBe(expected);
  },
);
