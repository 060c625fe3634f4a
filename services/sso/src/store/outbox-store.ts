import type { Outbox, OutboxEvent } from '../event/event.ts';
import type { Limiter } from '../limit/limiter.ts';
import type { Database } from './database.ts';

/**
 * Appends events that belong to no other write. Strangers can cause them, so each subject has a budget per type, and an
 * event beyond the budget is not written. A failure to write is reported and does not fail the request.
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
        await database.event.create({ data: { type, data, createdAt: new Date(occurredAtMs) } });
      } catch (error) {
        report(error);
      }
    },
  };
}

/** What the budget of an event is counted by: the network when it is known, because a caller cannot choose it. */
function subjectOf({ data }: OutboxEvent): string {
  return data['network'] ?? data['device_id'] ?? data['family_id'] ?? '';
}
