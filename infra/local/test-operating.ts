import { requirePrograms } from './require-programs.ts';

/**
 * The command `npm run test:operating`: what an operator runs beside the services, with Debian's programs. Backup and
 * restore on a PostgreSQL with its own pg_dump, the examples of proxies, and docs/operating.md on both.
 */
requirePrograms(
  ['nginx', 'caddy', 'psql', 'pg_dump', 'curl', 'python3'],
  'postgresql nginx-light caddy curl python3-authlib python3-requests',
);
process.env['LATCHKEY_TEST_ALSO'] = 'operating';
if (process.argv.length === 2) process.argv.push('e2e/operating/');
await import('./test.ts');
