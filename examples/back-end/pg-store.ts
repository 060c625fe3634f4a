import type { SessionRecord, SessionStore } from '@latchkey/client';
import type { Pool } from 'pg';

/** The table that `createPgStore` needs. */
export const createTable = `CREATE TABLE IF NOT EXISTS latchkey_sessions
  (id text PRIMARY KEY, revision integer NOT NULL, record jsonb NOT NULL)`;

/**
 * A session in PostgreSQL. The lock is a connection's, so that the lock of a process that died ends with it. Locks have
 * a pool of their own: who holds one must not wait there for a connection to read and write with.
 */
export function createPgStore(pool: Pool, locks: Pool, id: string): SessionStore {
  return {
    async read() {
      const { rows } = await pool.query('SELECT record FROM latchkey_sessions WHERE id = $1', [id]);
      return (rows as { record: SessionRecord }[])[0]?.record;
    },
    async replace(record) {
      const sql =
        record.revision === 1
          ? 'INSERT INTO latchkey_sessions (id, revision, record) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING'
          : 'UPDATE latchkey_sessions SET revision = $2, record = $3 WHERE id = $1 AND revision = $2 - 1';
      const { rowCount } = await pool.query(sql, [id, record.revision, JSON.stringify(record)]);
      return rowCount === 1;
    },
    async lock(work) {
      const client = await locks.connect();
      // Without a listener, a connection that breaks while the work goes on would end the process.
      client.on('error', () => undefined);
      try {
        await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [id]);
        return await work();
      } finally {
        // Closing the connection ends the lock even where it could not be asked to.
        client.release(true);
      }
    },
  };
}
