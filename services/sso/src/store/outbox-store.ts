import type { Outbox, OutboxEvent } from '../event/event.ts';
import type { Limiter } from '../limit/limiter.ts';
import type { Database } from './database.ts';

/**
 * Appends events that belong to no other write. Strangers can cause them, so each subject has a budget of each type,
 * and what goes beyond it is not written. One that cannot be written is reported, and fails nobody.
 */
export function createOutboxStore(
  database: Database,
  budget: Limiter,
  report: (error: unknown) => void,
): Outbox {
  return {
    async append(event) {
      const { type, occurredAtMs, data } = event;
      try {
        if ((await budget.take(`${type}:${subjectOf(event)}`)) !== undefined) return;
        await database.$executeRaw`
          INSERT INTO events (type, data, created_at)
          VALUES (${type}, ${JSON.stringify(data)}::jsonb, ${new Date(occurredAtMs)})`;
      } catch (error) {
        report(error);
      }
    },
  };
}

/** Who or what the event is about; where it came from, when that is all that is known for sure. */
function subjectOf({ data }: OutboxEvent): string {
  return data['network'] ?? data['device_id'] ?? data['family_id'] ?? '';
}
