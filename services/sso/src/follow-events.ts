import { setTimeout as pause } from 'node:timers/promises';
import { createPostgresPool } from '@latchkey/database';
import { followOutbox, type DeliveredEvent } from './event/outbox-reader.ts';
import { createDatabase } from './store/database.ts';
import { createOutboxReader } from './store/outbox-reader.ts';

const pauseMs = 500;
const usage = 'Usage: DATABASE_URL=postgresql://… events [--once]\n';

/** Resolves when the lines are written, so that only written events count as delivered. */
function printEvents(events: readonly DeliveredEvent[]): Promise<void> {
  const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('');
  return new Promise((resolve, reject) => {
    process.stdout.write(lines, (error) => (error ? reject(error) : resolve()));
  });
}

/** The command `events`: prints the outbox as lines of JSON and continues where the last reader stopped. */
async function run(databaseUrl: string, once: boolean): Promise<void> {
  const pool = createPostgresPool(databaseUrl, { size: 1, name: 'sso-events' });
  const database = createDatabase(pool);
  let going = !once;
  process.once('SIGINT', () => (going = false));
  process.once('SIGTERM', () => (going = false));
  const wait = () => (going ? pause(pauseMs, true).then(() => going) : Promise.resolve(false));
  try {
    await followOutbox(createOutboxReader(database), { now: Date.now, write: printEvents, wait });
  } finally {
    await database.$disconnect();
    await pool.end();
  }
}

const url = process.env['DATABASE_URL'];
const args = process.argv.slice(2);
if (url === undefined || args.some((arg) => arg !== '--once')) {
  process.stderr.write(usage);
  process.exitCode = 1;
} else {
  // When the reader of the pipe ends, the events that it did not get are delivered to the next reader.
  process.stdout.on('error', () => undefined);
  await run(url, args.includes('--once')).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}
