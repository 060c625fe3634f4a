import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withAdvisoryLock, withClient, withDatabaseName } from '@latchkey/database';
import { stateDir } from './paths.ts';
import { loadSecrets } from './secrets.ts';

/** The line of PostgreSQL's own postmaster.pid that holds its port. */
const portLine = 3;

/** The address of a database of the local stack's own PostgreSQL while that runs. */
async function findLocalDatabase(name: string): Promise<string | undefined> {
  const lockFile = join(stateDir, 'postgres/data/postmaster.pid');
  if (!existsSync(lockFile)) return undefined;
  const port = readFileSync(lockFile, 'utf8').split('\n')[portLine];
  const { postgresPassword } = await loadSecrets(stateDir);
  return `postgresql://latchkey:${postgresPassword}@127.0.0.1:${port}/${name}`;
}

/**
 * Prints the address of a database, made first where it is missing: `npm run --silent database -- <name>`. The server is
 * the one of DATABASE_URL, else that of the local stack while it runs.
 */
async function ensureDatabase(server: string, name: string): Promise<string> {
  await withAdvisoryLock(server, `database ${name}`, () =>
    withClient(server, async (client) => {
      const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
      if (rowCount === 0) await client.query(`CREATE DATABASE "${name}"`);
    }),
  );
  return withDatabaseName(server, name);
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}

const [name = ''] = process.argv.slice(2);
const server = process.env['DATABASE_URL'] ?? (await findLocalDatabase('postgres'));
if (server === undefined)
  fail('Start the local stack with npm start, or name a database of another server in DATABASE_URL.');
else if (!/^[a-z][a-z0-9_]{0,62}$/.test(name))
  fail('Give the database a name of small letters, digits and underscores.');
else console.log(await ensureDatabase(server, name));
