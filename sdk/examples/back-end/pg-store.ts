import type { SessionRecord, SessionStore } from '@latchkey/client';
import type { Pool } from 'pg';
import type { Sealer } from './seal.ts';

/** The table that `createPgStore` needs. */
export const createTable = `CREATE TABLE IF NOT EXISTS latchkey_sessions
  (id text PRIMARY KEY, revision integer NOT NULL, delete_after_ms bigint NOT NULL, record bytea NOT NULL)`;

/** How long a session that has ended can say so. */
const endedMs = 24 * 60 * 60 * 1000;

/**
 * A session in PostgreSQL, sealed. The lock is a connection's, so that the lock of a process that died ends with it.
 * Locks have a pool of their own: who holds one must not wait there for a connection to read and write with.
 */
export function createPgStore(pool: Pool, locks: Pool, sealer: Sealer, id: string): SessionStore {
  const place = `session ${id}`;
  return {
    async read() {
      const { rows } = await pool.query('SELECT record FROM latchkey_sessions WHERE id = $1', [id]);
      const [row] = rows as { record: Buffer }[];
      return row && (sealer.open(row.record, place) as SessionRecord);
    },
    async replace(record) {
      const sql =
        record.revision === 1
          ? 'INSERT INTO latchkey_sessions VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING'
          : `UPDATE latchkey_sessions SET revision = $2, delete_after_ms = $3, record = $4
             WHERE id = $1 AND revision = $2 - 1`;
      const values = [id, record.revision, findEnd(record), sealer.seal(record, place)];
      return (await pool.query(sql, values)).rowCount === 1;
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

/** Deletes sessions that ended a day ago or can no longer be refreshed, and answers their ids. To be called regularly. */
export async function deleteOldSessions(pool: Pool): Promise<string[]> {
  const sql = 'DELETE FROM latchkey_sessions WHERE delete_after_ms < $1 RETURNING id';
  const { rows } = await pool.query(sql, [Date.now()]);
  return (rows as { id: string }[]).map(({ id }) => id);
}

function findEnd(record: SessionRecord): number {
  if (record.status === 'ended') return Date.now() + endedMs;
  return record.tokens.refreshExpiresAtMs ?? record.tokens.accessExpiresAtMs;
}
