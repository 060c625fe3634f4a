import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stateDir } from './paths.ts';
import { runScript } from './run-command.ts';
import { loadSecrets } from './secrets.ts';

/** The line of PostgreSQL's own postmaster.pid that holds its port. */
const portLine = 3;

/** Drop's database: the one that is named, else that of the local stack while it runs. */
async function findDatabaseUrl(): Promise<string | undefined> {
  const named = process.env['DATABASE_URL'] ?? process.env['DATABASE_URL_DROP'];
  const lockFile = join(stateDir, 'postgres/data/postmaster.pid');
  if (named !== undefined || !existsSync(lockFile)) return named;
  const port = readFileSync(lockFile, 'utf8').split('\n')[portLine];
  const { postgresPassword } = await loadSecrets(stateDir);
  return `postgresql://latchkey:${postgresPassword}@127.0.0.1:${port}/drop`;
}

const databaseUrl = await findDatabaseUrl();
if (databaseUrl === undefined) {
  console.error('Start the local stack with npm start, or name the database of drop in DATABASE_URL.');
  process.exitCode = 1;
} else runScript('services/drop/src/drop-events.ts', { DATABASE_URL: databaseUrl });
