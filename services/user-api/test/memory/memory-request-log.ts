import type { LogEntry, RequestLogStore } from '../../src/request-log/request-log.ts';

export interface MemoryRequestLog extends RequestLogStore {
  readonly entries: LogEntry[];
}

/** The request log in memory. */
export function createMemoryRequestLog(): MemoryRequestLog {
  const entries: LogEntry[] = [];
  return {
    entries,
    add(entry) {
      entries.push(entry);
      return Promise.resolve();
    },
    remove({ id }) {
      entries.splice(0, entries.length, ...entries.filter((entry) => entry.id !== id));
      return Promise.resolve();
    },
  };
}
