import { withClient } from '@latchkey/database';

/**
 * Makes `copy` a database with what `source` holds now. PostgreSQL copies a database that nobody is connected to, so whoever
 * is connected must connect again afterwards, as pools do.
 */
export function copyDatabase(postgresUrl: string, source: string, copy: string): Promise<void> {
  return withClient(postgresUrl, async (client) => {
    await client.query(`drop database if exists "${copy}" with (force)`);
    await client.query(`alter database "${source}" with allow_connections false`);
    try {
      await client.query(
        'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
        [source],
      );
      await client.query(`create database "${copy}" template "${source}" strategy file_copy`);
    } finally {
      await client.query(`alter database "${source}" with allow_connections true`);
    }
    await client.query(`alter database "${copy}" with allow_connections true`);
  });
}
