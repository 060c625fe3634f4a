import { findLocalDatabase } from './local-database.ts';
import { runScript } from './run-command.ts';

/** Drop's database: the one that is named, else that of the local stack while it runs. */
const named = process.env['DATABASE_URL'] ?? process.env['DATABASE_URL_DROP'];
const databaseUrl = named ?? (await findLocalDatabase('drop'));
if (databaseUrl === undefined) {
  console.error('Start the local stack with npm start, or name the database of drop in DATABASE_URL.');
  process.exitCode = 1;
} else runScript('services/drop/src/drop-events.ts', { DATABASE_URL: databaseUrl });
