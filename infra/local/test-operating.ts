import { readdirSync } from 'node:fs';
import { findProgram, isExecutable } from './child-process.ts';

const postgresFolder = '/usr/lib/postgresql';

/** The newest PostgreSQL of Debian, which comes with its own pg_dump. */
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
 * The command `npm run test:operating`: what an operator runs beside the services, with Debian's programs. Backup and
 * restore on a PostgreSQL with its own pg_dump, the examples of proxies, and docs/operating.md on both.
 */
process.env['PATH'] += ':/usr/sbin';
const postgres = findPostgres();
const missing = ['nginx', 'caddy', 'psql', 'pg_dump', 'curl'].filter(
  (name) => findProgram(name) === undefined,
);
if (postgres === undefined || missing.length > 0) {
  console.error(
    `This needs ${[...missing, ...(postgres === undefined ? ['a PostgreSQL server'] : [])].join(', ')}. On Debian: apt-get install --no-install-recommends postgresql nginx-light caddy curl`,
  );
  console.log('0 passed, 1 failed');
  process.exit(1);
}
process.env['POSTGRES_DIR'] = postgres;
process.env['LATCHKEY_TEST_OPERATING'] = 'yes';
if (process.argv.length === 2) process.argv.push('e2e/operating/');
await import('./test.ts');
