import type { Origin } from '../sign-in/attempt.ts';
import type { RequestLogStore } from './request-log.ts';

interface LogPorts {
  readonly requestLog: RequestLogStore;
  now(): number;
  newId(): string;
}

/** Writes the one row that a client gets for showing its secret wrongly, or for changing it; `code` of a failure. */
export async function logClientSecret(
  ports: LogPorts,
  clientId: string,
  { event, code }: { event: string; code: string | null },
  { ip, userAgent }: Pick<Origin, 'ip' | 'userAgent'>,
): Promise<void> {
  await ports.requestLog.add({
    id: ports.newId(),
    event,
    outcome: code === null ? 'success' : 'failure',
    code,
    method: null,
    userId: null,
    orgId: null,
    clientId,
    ip,
    userAgent,
    createdAt: new Date(ports.now()),
  });
}
