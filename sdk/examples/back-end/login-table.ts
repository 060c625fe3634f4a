import type { DeviceLogin } from '@latchkey/client';
import type { Pool } from 'pg';
import type { Sealer } from './seal.ts';

/** Outside the sealed record is only what the statements below ask for. */
export const createLoginTable = `CREATE TABLE IF NOT EXISTS logins
  (id text PRIMARY KEY, version integer NOT NULL, due_at_ms bigint, delete_after_ms bigint, record bytea NOT NULL)`;

/** How long a login that came to nothing can say so. */
const endedMs = 24 * 60 * 60 * 1000;

export interface StoredLogin {
  readonly version: number;
  readonly login: DeviceLogin;
}

/** The logins of all browsers, each as the record that the library gave, sealed. */
export function openLoginTable(pool: Pool, sealer: Sealer) {
  const toValues = (id: string, login: DeviceLogin) => [
    id,
    findDueMs(login),
    login.status === 'redeemed' ? null : login.expiresAtMs + endedMs,
    sealer.seal(login, `login ${id}`),
  ];
  return {
    async read(id: string): Promise<StoredLogin | undefined> {
      const { rows } = await pool.query('SELECT version, record FROM logins WHERE id = $1', [id]);
      const [row] = rows as { version: number; record: Buffer }[];
      return row && { version: row.version, login: sealer.open(row.record, `login ${id}`) as DeviceLogin };
    },
    async insert(id: string, login: DeviceLogin): Promise<void> {
      await pool.query('INSERT INTO logins VALUES ($1, 1, $2, $3, $4)', toValues(id, login));
    },
    /**
     * Stores `next` unless the record has changed meanwhile, and answers what is stored then. Tokens are stored in any
     * case: they come only once.
     */
    async replace(id: string, before: StoredLogin, next: DeviceLogin): Promise<StoredLogin | undefined> {
      const sql = `UPDATE logins SET version = version + 1, due_at_ms = $2, delete_after_ms = $3, record = $4
        WHERE id = $1 AND (version = $5 OR $6) RETURNING version`;
      const values = [...toValues(id, next), before.version, next.tokens !== undefined];
      const [row] = (await pool.query(sql, values)).rows as { version: number }[];
      return row && { version: row.version, login: next };
    },
    async remove(ids: readonly string[]): Promise<void> {
      await pool.query('DELETE FROM logins WHERE id = ANY ($1)', [ids]);
    },
    /** Removes what ended a day ago and is no session. */
    async removeOld(): Promise<void> {
      await pool.query('DELETE FROM logins WHERE delete_after_ms < $1', [Date.now()]);
    },
    /** The ids of logins that wait for a request or whose tokens have not moved on. */
    async listDue(): Promise<string[]> {
      const { rows } = await pool.query('SELECT id FROM logins WHERE due_at_ms <= $1', [Date.now()]);
      return (rows as { id: string }[]).map(({ id }) => id);
    },
  };
}

export const isDue = (login: DeviceLogin) => (findDueMs(login) ?? Number.POSITIVE_INFINITY) <= Date.now();

/** A pending login waits for the person, until its time is over and the service is asked to say so. */
function findDueMs({ status, tokens, nextPollAtMs, expiresAtMs }: DeviceLogin): number | null {
  if (tokens !== undefined) return 0;
  if (status === 'pending') return Math.max(nextPollAtMs, expiresAtMs);
  return status === 'approved_waiting_pickup' ? nextPollAtMs : null;
}
