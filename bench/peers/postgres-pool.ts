import pg from 'pg';

/** A pool of a peer, which outlives its connections: they are ended when a database is copied. */
export function connectPostgres(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max });
  pool.on('error', () => undefined);
  return pool;
}
