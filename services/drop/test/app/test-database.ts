import { setTimeout as pause } from 'node:timers/promises';
import { createPostgresPool, fieldsBut, selectList } from '@latchkey/database';
import { createTestDatabase } from '@latchkey/testing';
import { Prisma } from '../../prisma/generated/client.ts';
import type { DropEventModel } from '../../prisma/generated/models.ts';

const { url, drop } = await createTestDatabase({ service: 'drop' });
/** The database of a test file. Each test finds it empty. */
export const pool = createPostgresPool(url, { size: 4, name: 'drop' });

// PostgreSQL looks for now() in the schemas of the search path, and its own schema is not the first one here.
await pool.query(`
  create schema test_clock;
  create table test_clock.instant as select now() as at;
  create function test_clock.now() returns timestamptz stable language sql as 'select at from test_clock.instant';
  alter database "${new URL(url).pathname.slice(1)}" set search_path = test_clock, pg_catalog, public`);
await pool.query('set search_path = test_clock, pg_catalog, public');

beforeEach(async () => {
  await pool.query(`
    delete from drops; delete from drop_events; delete from drop_counters`);
});

afterAll(async () => {
  await pool.end();
  await drop();
});

/** Sets the clock of the database, which stands still. */
export async function setDatabaseClock(nowMs: number): Promise<void> {
  await pool.query('update test_clock.instant set at = $1', [new Date(nowMs)]);
}

/** The events of all drops, in the order in which they happened. */
export async function listEvents() {
  const columns = selectList(fieldsBut(Prisma.DropEventScalarFieldEnum, 'id', 'at'));
  return (await pool.query<DropEventModel>(`select ${columns} from drop_events t order by id`)).rows;
}

/** Waits until all events may be read on. Tests beside this one hold them back: a snapshot knows all databases of a server. */
export async function untilReadable(): Promise<void> {
  const held = 'select from drop_events where tx >= pg_snapshot_xmin(pg_current_snapshot()) limit 1';
  while ((await pool.query(held)).rowCount !== 0) await pause(5);
}
