import { createProcessAttempts, type Attempts } from '@latchkey/attempts';
import { createAttemptsWithFallback } from '@latchkey/attempts/redis';
import type { Outbox } from '../event/event.ts';
import type { Database } from './database.ts';

interface OutboxOptions {
  readonly attempts: Attempts;
  readonly now: () => number;
  readonly newId: () => string;
  /** Events of one type about one subject. */
  readonly perMinute: number;
  /** Called with what kept an event from being written. */
  readonly report: (error: unknown) => void;
}

/** Subjects that a process counts for itself at a time. */
const localSubjects = 1_000;

/**
 * Appends events that belong to no other write. Strangers can cause them, so each subject has a budget per type, and an
 * event beyond the budget is not written. While Redis cannot be asked, each process has the budget for itself. A failure
 * to write is reported and does not fail the request. Source: contract part 1 "Events and metrics".
 */
export function createOutboxStore(
  database: Database,
  { attempts: shared, newId, now, perMinute, report }: OutboxOptions,
): Outbox {
  const local = createProcessAttempts({ now, maxKeys: localSubjects });
  const attempts = createAttemptsWithFallback({ shared, local, now, onLost: report });
  const budget = { limit: perMinute, windowMs: 60_000 };
  return {
    async append(type, data) {
      try {
        const counter = { key: `event:${type}:${subjectOf(data)}`, budget };
        if ((await attempts.hold([counter], newId())) > 0) return;
        await database.event.create({ data: { type, data, createdAt: new Date(now()) } });
      } catch (error) {
        report(error);
      }
    },
  };
}

/** What the budget of an event is counted by: the network when it is known, because a caller cannot choose it. */
function subjectOf(data: Parameters<Outbox['append']>[1]): string {
  return data['network'] ?? data['device_id'] ?? data['family_id'] ?? '';
}
