import { setTimeout as pause } from 'node:timers/promises';
import { defineCommand } from '@latchkey/database';
import { readDatabaseUrl } from '../config.ts';
import { connectDatabase } from '../connect.ts';
import { followOutbox } from '../event/outbox-reader.ts';
import { createOutboxReader } from '../store/outbox-reader.ts';

const pauseMs = 500;

/** When the reader of the pipe ends, the next reader gets the events that it did not get. */
export const followEvents = defineCommand({
  name: 'events follow',
  summary: 'Prints security events as lines of JSON, and continues where the last reader stopped.',
  options: { once: { type: 'flag', summary: 'End after the last event that is stored.' } },
  async run({ once }, { env, print }) {
    const { database, close } = connectDatabase(readDatabaseUrl(env), { size: 1, name: 'sso-events' });
    let continues = !once;
    process.once('SIGINT', () => (continues = false));
    process.once('SIGTERM', () => (continues = false));
    const wait = () => (continues ? pause(pauseMs, true).then(() => continues) : Promise.resolve(false));
    // Only written events are marked as delivered.
    const write = async (events: readonly object[]) =>
      print(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    try {
      await followOutbox(createOutboxReader(database), { now: Date.now, write, wait });
    } finally {
      await close();
    }
    return '';
  },
});
