import { setTimeout as pause } from 'node:timers/promises';
import { followEvents } from './event/follow-events.ts';
import { openDatabase } from './store/open-database.ts';
import { createPrismaEventLog } from './store/prisma-event-log.ts';

const pauseMs = 500;
const url = process.env['DATABASE_URL'];
const args = new Set(process.argv.slice(2));

/** Prints events as lines of JSON: new ones as they come, with --all the old ones first, with --once no new ones. */
async function run(databaseUrl: string): Promise<void> {
  const prisma = openDatabase(databaseUrl, 1);
  let going = !args.has('--once');
  process.once('SIGINT', () => (going = false));
  await followEvents(createPrismaEventLog(prisma), {
    from: args.has('--all') ? 'start' : 'end',
    write: (event) => void process.stdout.write(`${JSON.stringify(event)}\n`),
    wait: () => pause(pauseMs, true).then(() => going),
  });
  await prisma.$disconnect();
}

if (url === undefined || [...args].some((arg) => arg !== '--all' && arg !== '--once')) {
  process.stderr.write('Usage: DATABASE_URL=postgresql://… drop:events [--all] [--once]\n');
  process.exitCode = 1;
} else {
  await run(url);
}
