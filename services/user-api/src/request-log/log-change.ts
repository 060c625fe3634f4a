import type { Origin } from '../sign-in/attempt.ts';
import type { RequestLogStore } from './request-log.ts';

interface LogPorts {
  readonly requestLog: RequestLogStore;
  now(): number;
  newId(): string;
}

/** A change of a session, factor or account that has been made. */
export interface Change {
  readonly event: string;
  /** Whose session, factor or account it was. */
  readonly userId: string;
  readonly orgId?: string | null;
  readonly clientId?: string | null;
}

/** Writes the one row of the request log that a change gets. */
export async function logChange(
  ports: LogPorts,
  { event, userId, orgId = null, clientId = null }: Change,
  origin: Pick<Origin, 'ip' | 'userAgent'>,
): Promise<void> {
  await ports.requestLog.add({
    id: ports.newId(),
    event,
    outcome: 'success',
    code: null,
    method: null,
    userId,
    orgId,
    clientId,
    ip: origin.ip,
    userAgent: origin.userAgent,
    createdAt: new Date(ports.now()),
  });
}
