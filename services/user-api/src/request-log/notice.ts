import { consoleClientId } from '@latchkey/tokens';
import type { Approval, LogEntry, Notice, RequestLogStore } from './request-log.ts';

/** The events that a person is notified of by mail. Source: contract part 2 "Mail". */
const noticeKinds = {
  'password.change': 'changed',
  'totp.confirm': 'changed',
  'totp.disable': 'changed',
  'recovery_code.used': 'changed',
  'recovery_codes.replaced': 'changed',
  'passkey.added': 'changed',
  'passkey.removed': 'changed',
  'passkey.refused': 'changed',
  'passkey.reset': 'changed',
  'account.locked': 'changed',
  'account.delete': 'changed',
  'admin.user.reset_passkeys': 'changed',
  'admin.user.reset_password': 'changed',
  'admin.user.reset_totp': 'changed',
  'operator.reset': 'changed',
  'device.approved': 'device',
  'device.confirmation_failed': 'device',
  'app.signed_in': 'device',
  'admin.granted': 'device',
  'signal.off': 'changed',
  'drop.filled': 'drop',
  'drop.taken': 'drop',
  'drop.closed': 'drop',
} as const;

export type NoticeEvent = keyof typeof noticeKinds;

export function isNoticeEvent(event: string): event is NoticeEvent {
  return event in noticeKinds;
}

/** That a device or an app was let in. */
export const approvals = ['device.approved', 'app.signed_in'] as const satisfies readonly NoticeEvent[];
type ApprovalEvent = (typeof approvals)[number];

export function isApproval<Entry extends { readonly event: string }>(
  entry: Entry,
): entry is Entry & { readonly event: ApprovalEvent } {
  return approvals.some((event) => event === entry.event);
}

/** The events that {@link markNewDevices} decides on, and those that are no success. */
const undecided = new Set<string>(approvals);
const failures = new Set<string>(['account.locked', 'passkey.refused', 'device.confirmation_failed']);

/** The notice of a row; undefined where it causes none by itself. */
export function noticeOf(entry: LogEntry, nowMs: number): Notice | undefined {
  const { event, outcome, userId } = entry;
  if (userId === null || !isNoticeEvent(event) || undecided.has(event)) return undefined;
  return outcome === 'success' || failures.has(event) ? makeNotice(entry, event, nowMs) : undefined;
}

const ofBrowsers = ({ event, clientId }: LogEntry): boolean =>
  event === 'app.signed_in' || clientId === consoleClientId;

/** An operator's address is no business of the person. */
function makeNotice(entry: LogEntry, event: NoticeEvent, nowMs: number): Notice {
  const { actorId, clientId, ip, userAgent, details } = entry;
  const { device_name: deviceName, request_ip: deviceIp, kind: dropKind, label } = details ?? {};
  const facts = {
    event,
    ...(actorId === null && { ip, userAgent }),
    ...(typeof deviceName === 'string' && { deviceName }),
    ...(typeof dropKind === 'string' && { dropKind }),
    ...(typeof label === 'string' && { label }),
    // An app of a browser has no address of its own.
    ...(typeof deviceIp === 'string' && !ofBrowsers(entry) && { deviceIp }),
    // No client has that id, and so no name is found for it.
    ...(clientId === consoleClientId && { clientName: 'Console' }),
  };
  return { kind: noticeKinds[event], facts, writtenAt: new Date(nowMs) };
}

interface DevicePorts {
  now(): number;
  readonly sendsMail: boolean;
  readonly requestLog: Pick<RequestLogStore, 'listApprovals'>;
  networkOf(ip: string): string;
}

const knownMs = 90 * 24 * 3600 * 1000;

/**
 * Adds a notice to each approval of an app, a device's name or a device's network that its account has not approved in
 * 90 days. Source: contract part 2 "Mail".
 */
export async function markNewDevices(
  ports: DevicePorts,
  entries: readonly LogEntry[],
): Promise<readonly LogEntry[]> {
  const approved = entries.filter(isApproval);
  if (!ports.sendsMail || approved.length === 0) return entries;
  const since = new Date(ports.now() - knownMs);
  const known = new Set((await ports.requestLog.listApprovals(approved, since)).flatMap(namesOf));
  function namesOf({ userId, clientId, deviceName, deviceIp }: Approval): string[] {
    const names = { clientId, deviceName, network: deviceIp && ports.networkOf(deviceIp) };
    return Object.entries(names).map((name) => JSON.stringify([userId, ...name]));
  }
  return entries.map((entry) => {
    if (!isApproval(entry)) return entry;
    const names = namesOf(toApproval(entry));
    const isNew = names.some((name) => !known.has(name));
    for (const name of names) known.add(name);
    return isNew ? { ...entry, notice: makeNotice(entry, entry.event, ports.now()) } : entry;
  });
}

/** What the row of an approval says of the device. */
function toApproval({ userId, clientId, details }: LogEntry): Approval {
  const { device_name: name, request_ip: ip } = details ?? {};
  return {
    userId,
    clientId,
    deviceName: typeof name === 'string' ? name : null,
    deviceIp: typeof ip === 'string' ? ip : null,
  };
}
