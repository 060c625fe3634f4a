import { setTimeout as pause } from 'node:timers/promises';
import { followOutbox, type DeliveredEvent } from './event/outbox-reader.ts';
import { createDatabase } from './store/database.ts';
import { createOutboxReader } from './store/outbox-reader.ts';

const pauseMs = 500;
const usage = 'Usage: DATABASE_URL=postgresql://… events [--once]\n';

/** Resolves when the lines have left, so that none counts as delivered that nobody got. */
function printEvents(events: readonly DeliveredEvent[]): Promise<void> {
  const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('');
  return new Promise((resolve, reject) => {
    process.stdout.write(lines, (error) => (error ? reject(error) : resolve()));
  });
}

/** The command `events`: prints the outbox as lines of JSON, going on where the last reader stopped. */
async function run(databaseUrl: string, once: boolean): Promise<void> {
  const database = createDatabase(databaseUrl);
  let going = !once;
  process.once('SIGINT', () => (going = false));
  process.once('SIGTERM', () => (going = false));
  const wait = () => (going ? pause(pauseMs, true).then(() => going) : Promise.resolve(false));
  try {
    await followOutbox(createOutboxReader(database), { now: Date.now, write: printEvents, wait });
  } finally {
    await database.$disconnect();
  }
}

const url = process.env['DATABASE_URL'];
const args = process.argv.slice(2);
if (url === undefined || args.some((arg) => arg !== '--once')) {
  process.stderr.write(usage);
  process.exitCode = 1;
} else {
  // A reader that has gone away takes the pipe with it; what it did not get is delivered to the next.
  process.stdout.on('error', () => undefined);
  await run(url, args.includes('--once')).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}
