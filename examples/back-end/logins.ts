import { LatchkeyError, type DeviceLogin, type Latchkey, type Session } from '@latchkey/client';
import type { Pool } from 'pg';
import { createLoginTable, openLoginTable } from './login-table.ts';
import { createPgStore, createTable } from './pg-store.ts';

/** One transaction; the lock is for two processes that start at once. */
export const createTables = `SELECT pg_advisory_xact_lock(1); ${createTable}; ${createLoginTable}`;

const dayMs = 24 * 60 * 60 * 1000;

/** Logins in PostgreSQL, each under an id that the caller chooses. Any number of processes may share the database. */
export interface Logins {
  read(id: string): Promise<DeviceLogin | undefined>;
  start(id: string): Promise<void>;
  /** The person says that they have approved. */
  goOn(id: string): Promise<void>;
  /** Asks for the tokens of every login that is due, also after a restart and where another process has died. */
  collectAll(): Promise<void>;
  openSession(id: string): Promise<Session>;
  /** Signs out. Where sso does not answer it throws, and nothing has changed. */
  end(id: string): Promise<void>;
}

export function createLogins(latchkey: Latchkey, pool: Pool, locks: Pool): Logins {
  const table = openLoginTable(pool);
  const openSession = (id: string, login?: DeviceLogin) =>
    latchkey.openSession(createPgStore(pool, locks, id), login);

  /** Asks for the tokens of a login. Each record is stored before the next step. */
  async function follow(id: string): Promise<void> {
    let stored = await table.read(id);
    if (stored === undefined || !isDue(stored)) return;
    try {
      for await (const next of latchkey.followDeviceLogin(stored)) {
        if (!(await table.replace(id, stored, next))) return;
        stored = next;
        // No tokens yet: its turn comes again later, and nothing waits here until then.
        if (next.nextPollAtMs > Date.now()) return;
      }
    } catch (error) {
      const isFinal = error instanceof LatchkeyError && error.code !== 'already_followed';
      if (isFinal) await table.replace(id, stored, { ...stored, status: 'failed' });
      throw error;
    }
  }

  /** One follower at a time. New tokens move from the login into the session's store; after a crash they are in one of the two. */
  async function collect(id: string): Promise<void> {
    await tryLock(locks, id, () => follow(id));
    const login = await table.read(id);
    if (login?.tokens === undefined) return;
    await openSession(id, login);
    const { tokens: _tokens, ...kept } = login;
    await table.replace(id, login, kept);
  }

  return {
    read: table.read,
    openSession,
    async start(id) {
      await table.insert(
        id,
        await latchkey.startDeviceLogin({ scope: 'openid profile email offline_access' }),
      );
    },
    async goOn(id) {
      const login = await table.read(id);
      if (login === undefined) return;
      await table.replace(id, login, latchkey.continueDeviceLogin(login));
      await collect(id);
    },
    async collectAll() {
      await table.removeOld(Date.now() - dayMs);
      const due = (await table.listOpen()).filter(({ record }) => isDue(record));
      await Promise.all(due.map(({ id }) => collect(id).catch(console.error)));
    },
    async end(id) {
      await (await openSession(id)).end();
      await table.remove(id);
      await pool.query('DELETE FROM latchkey_sessions WHERE id = $1', [id]);
    },
  };
}

/** A pending login waits for the person, until its time is over and the service is asked to say so. */
function isDue({ status, tokens, nextPollAtMs, expiresAtMs }: DeviceLogin): boolean {
  if (tokens !== undefined) return true;
  if (status === 'pending') return Date.now() >= Math.max(nextPollAtMs, expiresAtMs);
  return status === 'approved_waiting_pickup' && Date.now() >= nextPollAtMs;
}

/** Runs `work` unless it runs already, here or in another process. The lock ends with its connection, as in the store. */
async function tryLock(locks: Pool, id: string, work: () => Promise<void>): Promise<void> {
  const client = await locks.connect();
  client.on('error', () => undefined);
  try {
    const sql = 'SELECT pg_try_advisory_lock(hashtextextended($1, 1)) AS "isFree"';
    const { rows } = await client.query(sql, [id]);
    if ((rows as { isFree: boolean }[])[0]?.isFree) await work();
  } finally {
    client.release(true);
  }
}
