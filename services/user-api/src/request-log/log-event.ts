import type { RelayPurpose } from '@latchkey/tokens';
import { isVerdict } from '../errors.ts';
import { noticeOf } from './notice.ts';
import type { LogEntry, RequestLogStore } from './request-log.ts';

export interface EntryPorts {
  now(): number;
  newId(): string;
  /** Whether notices are written; none where it is missing. */
  readonly sendsMail?: boolean;
}

export interface LogPorts extends EntryPorts {
  readonly requestLog: RequestLogStore;
}

/** The event that a payload's purpose leads to. */
export const purposeEvents = {
  user_login: 'user.login',
  user_root_session: 'user.root_session',
  user_exchange: 'user.exchange',
  member_login: 'member.login',
  member_root_session: 'member.root_session',
  member_exchange: 'member.exchange',
} as const satisfies Partial<Record<RelayPurpose, LogEntry['event']>>;

/** What happened, and to whom. A missing value is null. An event with a code is a failure. */
export type LogEvent = Pick<LogEntry, 'event'> &
  Partial<Pick<LogEntry, 'code' | 'method' | 'userId' | 'actorId' | 'orgId' | 'clientId' | 'details'>>;

export type Where = Pick<LogEntry, 'ip' | 'userAgent'>;

/** Makes one row of the request log, for the store that makes the change: it writes both in one act. */
export function createEntry(
  ports: EntryPorts,
  { event, code = null, ...facts }: LogEvent,
  { ip, userAgent }: Where,
): LogEntry {
  const outcome = code === null ? 'success' : 'failure';
  const {
    method = null,
    userId = null,
    actorId = null,
    orgId = null,
    clientId = null,
    details = null,
  } = facts;
  const entry: LogEntry = {
    id: ports.newId(),
    event,
    outcome,
    code,
    method,
    userId,
    actorId,
    orgId,
    clientId,
    ip,
    userAgent,
    details,
    createdAt: new Date(ports.now()),
  };
  const notice = ports.sendsMail ? noticeOf(entry, ports.now()) : undefined;
  return notice === undefined ? entry : { ...entry, notice };
}

/** Writes one row of the request log without any other change: of a failure, or of what another service is to do. */
export async function logEvent(ports: LogPorts, event: LogEvent, where: Where): Promise<void> {
  await ports.requestLog.add(createEntry(ports, event, where));
}

/** Runs `check` and logs a rejection. `check` logs its own success. */
export async function logFailure<Result>(
  ports: LogPorts,
  event: Omit<LogEvent, 'code'>,
  where: Where,
  check: () => Promise<Result>,
): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    if (isVerdict(error)) await logEvent(ports, { ...event, code: error.code }, where);
    throw error;
  }
}
