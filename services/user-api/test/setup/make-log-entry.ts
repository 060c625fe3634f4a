import type { LogEntry } from '../../src/request-log/request-log.ts';
import { startMs } from './signer.ts';

/** A row of the request log with an id of its own. */
export function makeLogEntry(changes: Partial<LogEntry> = {}): LogEntry {
  return {
    id: crypto.randomUUID(),
    event: 'user.login',
    outcome: 'success',
    code: null,
    method: null,
    userId: null,
    actorId: null,
    orgId: null,
    clientId: null,
    ip: '192.0.2.1',
    userAgent: 'Browser',
    details: null,
    createdAt: new Date(startMs),
    ...changes,
  };
}
