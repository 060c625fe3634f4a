import { ApiError } from '@latchkey/errors';
import type { Origin } from '../sign-in/attempt.ts';
import { isVerdict } from '../sign-in/is-verdict.ts';
import type { LogEntry, RequestLogStore } from './request-log.ts';

export interface LogPorts {
  readonly requestLog: RequestLogStore;
  now(): number;
  newId(): string;
}

/** What happened and whom it was about; what is not said is null. With a code it is a failure. */
type LogEvent = Pick<LogEntry, 'event'> &
  Partial<Pick<LogEntry, 'code' | 'method' | 'userId' | 'orgId' | 'clientId'>>;

/** Writes one row of the request log: of a credential check, or of a change of a session, factor or account. */
export async function logEvent(
  ports: LogPorts,
  { event, code = null, method = null, userId = null, orgId = null, clientId = null }: LogEvent,
  { ip, userAgent }: Pick<Origin, 'ip' | 'userAgent'>,
): Promise<void> {
  const outcome = code === null ? 'success' : 'failure';
  const createdAt = new Date(ports.now());
  const facts = { event, outcome, code, method, userId, orgId, clientId, ip, userAgent } as const;
  await ports.requestLog.add({ id: ports.newId(), ...facts, createdAt });
}

/** Does a check; a verdict against what was presented gets its row. The row of a success is for `check` to write. */
export async function logFailure<Result>(
  ports: LogPorts,
  event: Omit<LogEvent, 'code'>,
  origin: Pick<Origin, 'ip' | 'userAgent'>,
  check: () => Promise<Result>,
): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof ApiError && isVerdict(error))
      await logEvent(ports, { ...event, code: error.code }, origin);
    throw error;
  }
}
