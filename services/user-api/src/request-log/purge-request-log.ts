import { keptDays, type RequestLogStore } from './request-log.ts';

const dayMs = 24 * 3600 * 1000;

/** Removes entries that are older than 90 days. Several replicas may do so at once. Answers how many it removed. */
export function purgeRequestLog(ports: {
  readonly requestLog: Pick<RequestLogStore, 'purge'>;
  now(): number;
}): Promise<number> {
  return ports.requestLog.purge(new Date(ports.now() - keptDays * dayMs));
}
