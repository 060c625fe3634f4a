import { LatchkeyError, type DeviceLogin, type Latchkey, type UserInfoResponse } from '@latchkey/client';
import type { Pool } from 'pg';
import { createLoginTable, isDue, openLoginTable } from './login-table.ts';
import { createPgStore, createTable, deleteOldSessions } from './pg-store.ts';
import type { Sealer } from './seal.ts';

/** One transaction; the lock is for two processes that start at once. */
export const createTables = `SELECT pg_advisory_xact_lock(1); ${createTable}; ${createLoginTable}`;

/** Logins in PostgreSQL, each under an id that the caller chooses. Any number of processes may share the database. */
export interface Logins {
  read(id: string): Promise<DeviceLogin | undefined>;
  start(id: string): Promise<void>;
  /** The person says that they have approved, or types the number that the approval page shows. */
  goOn(id: string, number?: string): Promise<void>;
  /** Asks for the tokens of every login that is due, also after a restart and where another process has died. */
  collectAll(): Promise<void>;
  /** Deletes logins that came to nothing and sessions that are over. */
  deleteOld(): Promise<void>;
  /** Who is signed in. */
  userInfo(id: string): Promise<UserInfoResponse>;
  /** Signs out. Where sso does not answer it throws, and nothing has changed. */
  end(id: string): Promise<void>;
}

export function createLogins(latchkey: Latchkey, pool: Pool, locks: Pool, sealer: Sealer): Logins {
  const table = openLoginTable(pool, sealer);
  const openSession = (id: string, login?: DeviceLogin) =>
    latchkey.openSession(createPgStore(pool, locks, sealer, id), login);

  /** Asks for the tokens of a login. Each record is stored before the next step. */
  async function follow(id: string, number?: string): Promise<void> {
    let stored = await table.read(id);
    if (stored?.login.confirmation === 'asked' && number !== undefined)
      stored = await table.replace(id, stored, makeDue(latchkey.continueDeviceLogin(stored.login)));
    if (stored === undefined || !isDue(stored.login)) return;
    try {
      for await (const next of latchkey.followDeviceLogin(stored.login, giveNumber(number))) {
        const replaced = await table.replace(id, stored, next);
        if (replaced === undefined) return;
        stored = replaced;
        // No tokens yet: its turn comes again later, and nothing waits here until then.
        if (next.nextPollAtMs > Date.now()) return;
      }
    } catch (error) {
      const isFinal = error instanceof LatchkeyError && error.code !== 'already_followed';
      if (isFinal) await table.replace(id, stored, { ...stored.login, status: 'failed' });
      throw error;
    }
  }

  /** One follower at a time. New tokens move from the login into the session's store; after a crash they are in one of the two. */
  async function collect(id: string, number?: string): Promise<void> {
    await tryLock(locks, id, () => follow(id, number));
    const stored = await table.read(id);
    if (stored?.login.tokens === undefined) return;
    await openSession(id, stored.login);
    const { tokens: _tokens, ...kept } = stored.login;
    await table.replace(id, stored, kept);
  }

  return {
    read: async (id) => (await table.read(id))?.login,
    userInfo: async (id) => latchkey.userInfo(await openSession(id)),
    async start(id) {
      await table.insert(
        id,
        await latchkey.startDeviceLogin({ scope: 'openid profile email offline_access' }),
      );
    },
    async goOn(id, number) {
      const stored = await table.read(id);
      if (stored === undefined) return;
      if (number === undefined) await table.replace(id, stored, latchkey.continueDeviceLogin(stored.login));
      await collect(id, number);
    },
    async collectAll() {
      const due = await table.listDue();
      await Promise.all(due.map((id) => collect(id).catch(console.error)));
    },
    async deleteOld() {
      await table.removeOld();
      await table.remove(await deleteOldSessions(pool));
    },
    async end(id) {
      await (await openSession(id)).end();
      await table.remove([id]);
      await pool.query('DELETE FROM latchkey_sessions WHERE id = $1', [id]);
    },
  };
}

/** A number of the person waits for no turn. */
const makeDue = (login: DeviceLogin): DeviceLogin => ({ ...login, nextPollAtMs: 0 });

/** Without a number the polls go on: the person types it at another moment. */
const giveNumber = (number?: string) => ({
  onConfirmation: () => new Promise<string>((resolve) => number !== undefined && resolve(number)),
});

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
