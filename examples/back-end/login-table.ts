import type { DeviceLogin } from '@latchkey/client';
import type { Pool } from 'pg';

export const createLoginTable =
  'CREATE TABLE IF NOT EXISTS logins (id text PRIMARY KEY, record jsonb NOT NULL)';

interface Row {
  readonly id: string;
  readonly record: DeviceLogin;
}

/** The logins of all browsers, each as the record that the library gave. */
export function openLoginTable(pool: Pool) {
  return {
    async read(id: string): Promise<DeviceLogin | undefined> {
      const { rows } = await pool.query('SELECT record FROM logins WHERE id = $1', [id]);
      return (rows as Row[])[0]?.record;
    },
    async insert(id: string, login: DeviceLogin): Promise<void> {
      await pool.query('INSERT INTO logins (id, record) VALUES ($1, $2)', [id, JSON.stringify(login)]);
    },
    /** Stores `next` unless the record has changed meanwhile. Tokens are stored in any case: they come only once. */
    async replace(id: string, before: DeviceLogin, next: DeviceLogin): Promise<boolean> {
      const sql = 'UPDATE logins SET record = $3 WHERE id = $1 AND (record = $2 OR $4)';
      const values = [id, JSON.stringify(before), JSON.stringify(next), next.tokens !== undefined];
      return (await pool.query(sql, values)).rowCount === 1;
    },
    async remove(id: string): Promise<void> {
      await pool.query('DELETE FROM logins WHERE id = $1', [id]);
    },
    /** Removes what ended before `timeMs` and is no session. */
    async removeOld(timeMs: number): Promise<void> {
      const isOver = `record ->> 'status' <> 'redeemed' AND (record ->> 'expiresAtMs')::bigint < $1`;
      await pool.query(`DELETE FROM logins WHERE ${isOver}`, [timeMs]);
    },
    /** Logins that have not ended, and those whose tokens have not moved on. */
    async listOpen(): Promise<Row[]> {
      const isOpen = `record ->> 'status' IN ('pending', 'approved_waiting_pickup') OR record ? 'tokens'`;
      return (await pool.query(`SELECT id, record FROM logins WHERE ${isOpen}`)).rows as Row[];
    },
  };
}
