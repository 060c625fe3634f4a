import { setTimeout as pause } from 'node:timers/promises';
import { createPostgresPool, defineCommand } from '@latchkey/database';
import { readDatabaseUrl } from '../config.ts';
import { followEvents as follow } from '../event/follow-events.ts';
import { createEventLogStore } from '../store/event-log-store.ts';

const pauseMs = 500;

export const followEvents = defineCommand({
  name: 'events follow',
  summary: 'Prints each new event as a line of JSON.',
  options: {
    all: { type: 'flag', summary: 'Print the stored events first.' },
    once: { type: 'flag', summary: 'End after the last event that is stored.' },
  },
  async run({ all, once }, { env, print }) {
    const pool = createPostgresPool(readDatabaseUrl(env), { size: 1, name: 'drop' });
    let continues = !once;
    process.once('SIGINT', () => (continues = false));
    try {
      await follow(createEventLogStore(pool), {
        from: all ? 'start' : 'end',
        write: async (event) => print(`${JSON.stringify(event)}\n`),
        wait: () => pause(pauseMs, true).then(() => continues),
      });
    } finally {
      await pool.end();
    }
    return '';
  },
});
