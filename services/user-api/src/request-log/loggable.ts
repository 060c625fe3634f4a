import { isUuid } from '@latchkey/contracts';
import type { LogEntry } from './request-log.ts';

/** For clocks that differ. No month is made for what is later. */
const futureMs = 3600 * 1000;
/** Older rows would be dropped at once. Source: contract part 0 "What is kept, and for how long". */
const keptMs = 90 * 24 * 3600 * 1000;

/** Whether the log takes a row that another service has made. */
export function isLoggable({ id, userId, orgId, createdAt }: LogEntry, nowMs: number): boolean {
  const ageMs = nowMs - createdAt.getTime();
  const isOfUuids = [id, userId, orgId].every((one) => one === null || isUuid(one));
  return isOfUuids && ageMs < keptMs && ageMs >= -futureMs;
}
