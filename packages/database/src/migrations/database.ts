import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { isDependencyLost } from '../is-dependency-lost.ts';
import { withSessionOptions } from '../postgres/session-options.ts';

const databaseMissing = '3D000';
/** A rival job created it first: 42P04, or 23505 when both passed the existence check at once. */
const createdMeanwhile = ['42P04', '23505'];
const lockWaitMs = 600_000;
const lockPauseMs = 50;
const serverPauseMs = 500;

function isPgError(error: unknown, codes: string[]): boolean {
  return error instanceof pg.DatabaseError && error.code !== undefined && codes.includes(error.code);
}

/** The same server and credentials with another database name. Query parameters (TLS) are kept. */
export function withDatabaseName(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

/** The database name in a PostgreSQL URL. Throws a plain Error when there is none. */
export function readDatabaseName(databaseUrl: string): string {
  const name = URL.canParse(databaseUrl) ? decodeURIComponent(new URL(databaseUrl).pathname.slice(1)) : '';
  if (name === '')
    throw new Error('DATABASE_URL must look like postgresql://user:password@host:5432/database');
  return name;
}

/** Runs `work` on one connection of its own, which is in UTC, and closes it. */
export async function withClient<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: withSessionOptions(databaseUrl, '-c timezone=UTC'),
    connectionTimeoutMillis: 30_000,
    keepAlive: true,
  });
  // A connection that breaks while it is idle says so here alone; the next query, or `end`, fails with the reason.
  client.on('error', () => undefined);
  // With two addresses refused, Node's error is an AggregateError that says nothing itself.
  await client.connect().catch((error: unknown) => {
    throw error instanceof AggregateError ? error.errors[0] : error;
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Resolves when the server answers, also where it lacks the database, or refuses for good. Throws the last reason when it
 * has not answered for `limitMs`.
 */
export async function waitForServer(databaseUrl: string, limitMs: number): Promise<void> {
  const deadlineMs = performance.now() + limitMs;
  for (;;) {
    try {
      return await withClient(databaseUrl, async () => undefined);
    } catch (error) {
      if (!isDependencyLost(error)) return;
      if (performance.now() > deadlineMs) throw error;
    }
    await wait(serverPauseMs);
  }
}

/**
 * Creates the database named in the URL when the server lacks it. Needs CREATEDB only in that case. The ctype is that of
 * the server, unless that one knows ASCII letters only.
 */
export async function ensureDatabase(databaseUrl: string): Promise<void> {
  const name = readDatabaseName(databaseUrl);
  try {
    await withClient(databaseUrl, async () => undefined);
  } catch (error) {
    if (!isPgError(error, [databaseMissing])) throw error;
    await createDatabase(databaseUrl, name);
  }
}

const asciiOnly = `select from pg_database where datname = 'template0' and datctype in ('C', 'POSIX')`;

async function createDatabase(serverUrl: string, name: string): Promise<void> {
  try {
    await withClient(withDatabaseName(serverUrl, 'postgres'), async (client) => {
      const { rowCount } = await client.query(asciiOnly);
      const letters = rowCount === 0 ? '' : `template template0 encoding 'UTF8' lc_ctype 'C.UTF-8'`;
      await client.query(`create database ${pg.escapeIdentifier(name)} ${letters}`);
    });
  } catch (error) {
    if (!isPgError(error, createdMeanwhile)) throw error;
  }
}

/**
 * Holds a session lock in the database while `work` runs on the connection that holds it. Other callers take turns. A
 * name stands for the number that PostgreSQL's hash makes of it. Throws when the lock is not free within ten minutes.
 */
export function withAdvisoryLock<T>(
  databaseUrl: string,
  key: string | number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const number = typeof key === 'number' ? '$1::bigint' : 'hashtextextended($1, 0)';
  return withClient(databaseUrl, async (client) => {
    // A statement that waits keeps a snapshot, and CREATE INDEX CONCURRENTLY waits for that. So this asks again.
    const isLocked = async (): Promise<boolean> => {
      const sql = `select pg_try_advisory_lock(${number}) as locked`;
      return (await client.query<{ locked: boolean }>(sql, [key])).rows[0]?.locked === true;
    };
    const deadlineMs = performance.now() + lockWaitMs;
    while (!(await isLocked())) {
      if (performance.now() > deadlineMs) throw new Error(`the lock ${key} is held by another job.`);
      await wait(lockPauseMs);
    }
    return work(client);
  });
}
