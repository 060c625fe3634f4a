import { readdirSync } from 'node:fs';
import { findProgram, isExecutable } from './child-process.ts';

const postgresFolder = '/usr/lib/postgresql';

/** The newest PostgreSQL of Debian, which comes with its own pg_dump and pg_basebackup. */
function findPostgres(): string | undefined {
  const { POSTGRES_DIR } = process.env;
  if (POSTGRES_DIR) return POSTGRES_DIR;
  try {
    const versions = readdirSync(postgresFolder).toSorted((one, other) => Number(other) - Number(one));
    return versions
      .map((version) => `${postgresFolder}/${version}`)
      .find((folder) => isExecutable(`${folder}/bin/postgres`));
  } catch {
    return undefined;
  }
}

/**
 * What a test command needs of Debian beside a PostgreSQL, whose folder is then in POSTGRES_DIR. Where something is
 * missing, the process ends with a sentence that names it and how to install it.
 */
export function requirePrograms(names: readonly string[], packages: string): void {
  process.env['PATH'] += ':/usr/sbin';
  const postgres = findPostgres();
  const missing = names.filter((name) => findProgram(name) === undefined);
  if (postgres === undefined) missing.push('a PostgreSQL server');
  if (missing.length > 0) {
    console.error(
      `This needs ${missing.join(', ')}. On Debian: apt-get install --no-install-recommends ${packages}`,
    );
    console.log('0 passed, 1 failed');
    process.exit(1);
  }
  process.env['POSTGRES_DIR'] = postgres;
}
