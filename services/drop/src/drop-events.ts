import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { followEvents, type FollowOptions } from './event/follow-events.ts';
import { createDatabase } from './store/database.ts';
import { createEventLogStore } from './store/event-log-store.ts';

const pauseMs = 500;
const usage = 'Usage: DATABASE_URL=postgresql://… drop:events [--all] [--once]\n';
const options = { all: { type: 'boolean' }, once: { type: 'boolean' } } as const;

/** Prints each new event as a line of JSON. --all prints the stored events first; --once ends after the last stored one. */
async function printEvents(databaseUrl: string, from: FollowOptions['from'], once: boolean): Promise<void> {
  const database = createDatabase(databaseUrl, 1);
  let continues = !once;
  process.once('SIGINT', () => (continues = false));
  await followEvents(createEventLogStore(database.prisma), {
    from,
    write: (event) => void process.stdout.write(`${JSON.stringify(event)}\n`),
    wait: () => pause(pauseMs, true).then(() => continues),
  });
  await database.close();
}

function readArgs() {
  try {
    return parseArgs({ options }).values;
  } catch {
    return undefined;
  }
}

const url = process.env['DATABASE_URL'];
const args = readArgs();
if (url === undefined || args === undefined) {
  process.stderr.write(usage);
  process.exitCode = 1;
} else {
  await printEvents(url, args.all ? 'start' : 'end', args.once ?? false);
}
