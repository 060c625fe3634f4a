import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { assertPostgresVersion } from '../postgres/postgres-version.ts';
import { ensureDatabase, withAdvisoryLock, withClient } from './database.ts';
import { readMigrations, type Migration } from './migration-files.ts';

/** The lock that Prisma's own `migrate deploy` takes in the database, so that the two take turns. */
const prismaLock = 72_707_369;
/** A migration that waits for a table longer than this would hold up everyone who comes after it. */
const lockTimeoutSeconds = 5;
/** lock_not_available and deadlock_detected */
const lockLost = ['55P03', '40P01'];

/** Prisma's table, byte for byte as its schema engine creates it. */
const createTable = `create table if not exists _prisma_migrations (
  id varchar(36) primary key not null,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`;

type Warn = (sentence: string) => void;

interface Row {
  name: string;
  checksum: string;
  isFinished: boolean;
}

/** What the database says it has: migrations that are applied, and those that failed and are not marked yet. */
async function readRows(client: pg.Client): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `select migration_name as name, checksum, finished_at is not null as "isFinished"
     from _prisma_migrations where rolled_back_at is null order by started_at`,
  );
  return rows;
}

/** Refuses a migration that failed or was changed. Warns of one that the folder lacks: a newer version applied it. */
function checkHistory(rows: Row[], migrations: Migration[], warn: Warn): void {
  for (const { name, checksum, isFinished } of rows) {
    const migration = migrations.find((one) => one.name === name);
    if (!isFinished) throw new Error(`migration ${name} failed before. ${remedy(name)}`);
    if (migration === undefined)
      warn(`Warning: migration ${name} is applied to the database, but the folder does not hold it.`);
    else if (!migration.checksums.includes(checksum))
      throw new Error(
        `migration ${name} was changed after it had been applied. Restore it; write a new one.`,
      );
  }
}

const remedy = (name: string): string =>
  `Once its reason is gone, run "migrate rolled-back ${name}", and then migrate again.`;

/** Writes the migration's row. `logs` is the reason of a failure. */
async function record(client: pg.Client, id: string, migration: Migration, logs?: string): Promise<void> {
  await client.query(
    `insert into _prisma_migrations (id, checksum, migration_name, logs) values ($1, $2, $3, $4)
     on conflict (id) do update set logs = excluded.logs`,
    [id, migration.checksums[0], migration.name, logs],
  );
}

const builtIndex = /^create (?:unique )?index concurrently (?:if not exists )?("[^"]+"|\w+)/im;

/** An attempt before, which failed or was cut short, may have left the index that this one builds: an invalid one, too. */
async function dropRemains(client: pg.Client, { name, script }: Migration): Promise<void> {
  const index = builtIndex.exec(script)?.[1];
  const before = await client.query('select from _prisma_migrations where migration_name = $1', [name]);
  if (index !== undefined && before.rowCount !== 0)
    await client.query(`drop index concurrently if exists ${index}`);
}

/**
 * A superuser may have made an extension in a schema of its own. Its names are found behind all others, and the next reset
 * takes them away.
 */
const findExtensions = `select set_config('search_path', concat_ws(', ', current_setting('search_path'), schemas), false)
  from (
    select string_agg(distinct quote_ident(nspname), ', ') as schemas
    from pg_extension join pg_namespace n on n.oid = extnamespace where nspname <> 'pg_catalog'
  ) made
  where current_schema() is not null`;

/**
 * Runs the script between the two writes of its row. In a transaction, a crash leaves neither. Without one, the
 * unfinished row says that the statement may be half done.
 */
async function runScript(client: pg.Client, id: string, migration: Migration): Promise<void> {
  if (migration.isTransactional)
    await client.query(`begin; set local lock_timeout = '${lockTimeoutSeconds}s'`);
  else await dropRemains(client, migration);
  await record(client, id, migration);
  await client.query(findExtensions);
  await client.query(migration.script);
  // A script may have set its own search_path.
  await client.query('reset all');
  await client.query(
    'update _prisma_migrations set finished_at = clock_timestamp(), applied_steps_count = 1 where id = $1',
    [id],
  );
  if (migration.isTransactional) await client.query('commit');
}

/** Applies one migration on a connection of its own, so that no setting of one script reaches the next. */
async function applyOne(databaseUrl: string, migration: Migration): Promise<void> {
  const { name, isTransactional } = migration;
  const id = randomUUID();
  await withClient(databaseUrl, async (client) => {
    try {
      await runScript(client, id, migration);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      if (isTransactional) await client.query('rollback');
      const reason = `PostgreSQL says: ${error.message}`;
      if (isTransactional && lockLost.includes(error.code ?? ''))
        throw new Error(
          `migration ${name} was not applied, as another transaction holds a lock. Run it again. ${reason}`,
          { cause: error },
        );
      await record(client, id, migration, error.message);
      const kept = isTransactional ? 'Nothing of it was kept.' : 'Part of it may have been kept.';
      throw new Error(`migration ${name} failed. ${kept} ${remedy(name)} ${reason}`, { cause: error });
    }
  });
}

/**
 * Brings the database up to the last migration of `<serviceDir>/prisma/migrations`. Creates the database when the
 * server lacks it. Keeps Prisma's `_prisma_migrations` table, so that `prisma migrate deploy` and this may be mixed;
 * all callers take turns. Returns the names that this call applied, oldest first. Throws a sentence when PostgreSQL is
 * too old, when a script fails, when one failed before and is not marked, and when an applied one is changed. An applied
 * one that the folder lacks is only warned of, so that an older version can be deployed again.
 * Source: contract part 4 "Prisma without downloads".
 */
export async function applyMigrations(options: {
  databaseUrl: string;
  serviceDir: string;
  warn?: Warn;
}): Promise<string[]> {
  const { databaseUrl, serviceDir, warn = console.warn } = options;
  const migrations = readMigrations(join(serviceDir, 'prisma/migrations'));
  await ensureDatabase(databaseUrl);
  return withAdvisoryLock(databaseUrl, prismaLock, async (client) => {
    await assertPostgresVersion(client);
    await client.query(createTable);
    const rows = await readRows(client);
    checkHistory(rows, migrations, warn);
    const pending = migrations.filter(({ name }) => !rows.some((row) => row.name === name));
    for (const migration of pending) await applyOne(databaseUrl, migration);
    return pending.map(({ name }) => name);
  });
}

/** Lets a migration that failed be tried again. Throws when it is not recorded as failed. */
export async function markRolledBack(databaseUrl: string, name: string): Promise<void> {
  await withAdvisoryLock(databaseUrl, prismaLock, async (client) => {
    await client.query(createTable);
    const { rowCount } = await client.query(
      `update _prisma_migrations set rolled_back_at = now()
       where migration_name = $1 and finished_at is null and rolled_back_at is null`,
      [name],
    );
    if (rowCount === 0) throw new Error(`migration ${name} is not recorded as failed.`);
  });
}
