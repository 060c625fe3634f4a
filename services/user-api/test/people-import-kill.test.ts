import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { withClient } from '@latchkey/database';
import { createTestDatabase } from '@latchkey/testing';
import { createDatabase, type Database } from '../src/store/database.ts';
import { insertOrg } from './store/rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'people-kill-'));
const file = join(folder, 'people.jsonl');
const size = 3_000;
const SEALING_KEYS = `s1:${randomBytes(32).toString('base64url')}`;

let made: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
beforeAll(async () => {
  made = await createTestDatabase({ service: 'user-api' });
  database = createDatabase(made.url);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.close();
  await made.drop();
});

interface Printed {
  readonly ref: string;
  readonly outcome: 'made' | 'exists';
  readonly id: string;
}

/** Runs the command in a process of its own, and kills it once `isTime`; answers its code and the whole lines it printed. */
async function run(isTime: () => Promise<boolean>, from = file) {
  const args = [join(import.meta.dirname, '../bin/latchkey-user-api.ts'), 'people', 'import', from];
  const env = { ...process.env, NODE_ENV: 'test', DATABASE_URL: made.url, SEALING_KEYS };
  const command = spawn(process.execPath, args, { env, stdio: [openSync(file, 'r'), 'pipe', 'ignore'] });
  let text = '';
  command.stdout?.setEncoding('utf8').on('data', (part: string) => (text += part));
  const ended = new Promise<number | null>((resolve) => command.once('close', resolve));
  while (command.exitCode === null && !(await isTime())) await wait(2);
  command.kill('SIGKILL');
  const code = await ended;
  const lines = text.split('\n').slice(0, -1);
  return { code, printed: lines.map((line) => JSON.parse(line) as Printed) };
}

const countStored = () => database.prisma.user.count();
const isAny = async (activity: string) =>
  (
    await database.pool.query(`select from pg_stat_activity where datname = current_database()
      and backend_type = 'client backend' and pid <> pg_backend_pid() and ${activity}`)
  ).rowCount !== 0;

/** Kills the command where it waits, in the middle of a batch, for whoever is storing the same person. */
const killAt = (person: number) =>
  withClient(made.url, async (other) => {
    await other.query('begin');
    await other.query(`insert into users (id, email, name, kind, status, created_at, updated_at)
      values (gen_random_uuid(), 'p${person}@example.test', '', 'user', 'active', now(), now())`);
    const killed = await run(() => isAny(`wait_event_type = 'Lock'`));
    await other.query('rollback');
    // What it began is undone once its connection is found to be lost.
    while (await isAny('backend_xid is not null')) await wait(2);
    return killed;
  });

test('kill -9 at several points of an import, and then the same file again: nothing twice, nothing lost', async () => {
  const orgId = crypto.randomUUID();
  await insertOrg(database, orgId, 'acme');
  const lines = Array.from({ length: size }, (_, at) => ({
    ref: String(at),
    email: `p${at}@example.test`,
    email_verified: true,
    ...(at % 2 === 0 && { org: 'acme' }),
  }));
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  const printed: Printed[] = [];
  for (const [person, stored] of [
    [100, 0],
    [700, 500],
    [2_600, 2_500],
  ] as const) {
    const killed = await killAt(person);
    expect([killed.code, await countStored()]).toEqual([null, stored]);
    // What was printed as made is stored.
    const ids = killed.printed.map(({ id }) => id);
    expect(await database.prisma.user.count({ where: { id: { in: ids } } })).toBe(ids.length);
    printed.push(...killed.printed);
  }
  const last = await run(() => Promise.resolve(false), '-');
  expect([last.code, last.printed.map(({ ref }) => ref)]).toEqual([0, lines.map(({ ref }) => ref)]);
  const idOf = new Map(last.printed.map(({ ref, id }) => [ref, id]));
  expect(printed.filter(({ ref, id }) => idOf.get(ref) !== id)).toEqual([]);
  const inOrg = await database.prisma.member.count({ where: { orgId, status: 'active' } });
  const rows = await database.prisma.requestLogEntry.findMany({ where: { event: 'user.imported' } });
  expect([await countStored(), inOrg, rows.length]).toEqual([size, size / 2, size]);
  expect(new Set(rows.map(({ userId }) => userId))).toEqual(new Set(idOf.values()));
  const counted = await database.prisma.$queryRaw`
    select list, sum(rows)::int as rows from row_counts group by list order by list`;
  expect(counted).toEqual([
    { list: 'request_log', rows: size },
    { list: 'users', rows: size },
  ]);
});
