import type { Outbox } from '../event/event.ts';
import type { Database } from './database.ts';

/** Appends events that belong to no other write. One that cannot be written is reported, and fails nobody. */
export function createPostgresOutbox(database: Database, report: (error: unknown) => void): Outbox {
  return {
    async append({ type, occurredAtMs, data }) {
      try {
        await database.$executeRaw`
          INSERT INTO events (type, data, created_at)
          VALUES (${type}, ${JSON.stringify(data)}::jsonb, ${new Date(occurredAtMs)})`;
      } catch (error) {
        report(error);
      }
    },
  };
}
