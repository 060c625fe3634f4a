import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stateDir } from './paths.ts';
import { loadSecrets } from './secrets.ts';

/** The line of PostgreSQL's own postmaster.pid that holds its port. */
const portLine = 3;

/** The address of a database of the local stack's own PostgreSQL while that runs. */
export async function findLocalDatabase(name: string): Promise<string | undefined> {
  const lockFile = join(stateDir, 'postgres/data/postmaster.pid');
  if (!existsSync(lockFile)) return undefined;
  const port = readFileSync(lockFile, 'utf8').split('\n')[portLine];
  const { postgresPassword } = await loadSecrets(stateDir);
  return `postgresql://latchkey:${postgresPassword}@127.0.0.1:${port}/${name}`;
}
