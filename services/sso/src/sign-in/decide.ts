import type { Budget } from '@latchkey/attempts';
import type { DeviceHistory } from '../device/device-history.ts';
import type { DeviceStore } from '../device/device-store.ts';
import type { DeviceApproval, DeviceAuthorization } from '../device/device.ts';
import type { EventType, LogEvents, Outbox } from '../event/event.ts';
import type { UserApi } from '../sibling/user-api.ts';
import { omitScopes, refuseAdmin, type OperatorRules } from '../token/rights.ts';
import { findPolicyRefusal, type PolicyRefusal, type PolicyRules } from './device-policy.ts';
import type { GuessPorts } from './guess-code.ts';
import type { DecisionMade, Ticket } from './ticket.ts';

export type Decision = 'approve' | 'deny';

/** `too_late`: another decision was made first, or the code has expired. */
export type Decided =
  | DecisionMade
  /** Nothing is decided: the code waits for its approval at another place. */
  | { readonly kind: 'not_allowed'; readonly reason: PolicyRefusal | 'device_sign_in_off' }
  /** The account has reached its limit of approvals; the code stays pending. */
  | { readonly kind: 'too_many'; readonly retryAfterSeconds: number }
  | { readonly kind: 'too_late' };

export interface DecidePorts {
  readonly now: () => number;
  readonly newId: () => string;
  readonly attempts: GuessPorts['attempts'];
  readonly settings: OperatorRules & PolicyRules & { readonly approvals: Budget };
  readonly devices: Pick<DeviceStore, 'approve' | 'deny'>;
  readonly history: DeviceHistory;
  readonly outbox: Outbox;
  readonly logEvents: LogEvents;
  readonly userApi: Pick<UserApi, 'logEvents'>;
}

/**
 * Applies the person's decision, which was made at the address `from`. If several decisions are made about one code, only
 * the first takes effect. The request log of user-api gets it at once, which mails the person about a new device; nobody
 * waits for that, and upkeep brings what is not brought here.
 */
export async function decide(
  ports: DecidePorts,
  device: DeviceAuthorization,
  proven: Ticket,
  { decision, from }: { readonly decision: Decision; readonly from: string },
): Promise<Decided> {
  const decided = await (decision === 'approve' ? approveWithin : deny)(ports, device, proven, from);
  void ports.logEvents((events) => ports.userApi.logEvents(events)).catch(() => undefined);
  return decided;
}

/**
 * Approves where the policy and the account's budget allow it. The approval is counted before it is made, so that parallel
 * ones cannot get past the budget. One that is not made is not counted.
 */
async function approveWithin(
  ports: DecidePorts,
  device: DeviceAuthorization,
  proven: Ticket,
  from: string,
): Promise<Decided> {
  const { settings, attempts } = ports;
  const reason = findPolicyRefusal(settings, device, { ...proven, ip: from });
  if (reason !== undefined) return { kind: 'not_allowed', reason };
  const { approvals: budget } = settings;
  if (budget.limit === 0) return approve(ports, device, proven, from);
  const counters = [{ key: `approvals:${proven.userId}`, budget }];
  const slot = ports.newId();
  const waitMs = await attempts.hold(counters, slot);
  if (waitMs > 0) {
    await recordEvent(ports, 'device.throttled', device, { route: 'approval', user_id: proven.userId });
    return { kind: 'too_many', retryAfterSeconds: Math.ceil(waitMs / 1000) };
  }
  let isMade = false;
  try {
    const decided = await approve(ports, device, proven, from);
    isMade = decided.kind === 'approved';
    return decided;
  } finally {
    if (!isMade) await attempts.release(counters, slot);
  }
}

/** Approves without the scope admin where the person does not get it here. */
async function approve(
  ports: DecidePorts,
  device: DeviceAuthorization,
  proven: Ticket,
  from: string,
): Promise<Decided> {
  const [request_ip, browser_ip, user_id] = [device.ip, from, proven.userId];
  const places = [request_ip, browser_ip];
  const adminRefusal = refuseAdmin(ports.settings, proven.scope, { ...proven, places });
  const scope = adminRefusal === undefined ? proven.scope : omitScopes(proven.scope, ['admin']);
  if (adminRefusal !== undefined)
    await recordEvent(ports, 'admin.refused', device, {
      user_id,
      reason: adminRefusal,
      request_ip,
      browser_ip,
    });
  const won = await recordApproval(ports, device, proven, { scope, from });
  return won ? { kind: 'approved', clientName: device.clientName, adminRefusal } : { kind: 'too_late' };
}

async function recordApproval(
  { now, devices, history }: DecidePorts,
  device: DeviceAuthorization,
  { deviceCodeHash, kind: _kind, sessionHash: _session, cameFromAddress: _from, ...proven }: Ticket,
  { scope, from }: { readonly scope: string; readonly from: string },
): Promise<boolean> {
  const approval: DeviceApproval = { ...proven, scope, approvedAtMs: now(), approvedFrom: from };
  const { won } = await devices.approve(deviceCodeHash, approval);
  if (won) await history.recordApproved(device, approval);
  return won;
}

/** Writes an event of a decision that is not made, or not whole. */
async function recordEvent(
  { outbox }: DecidePorts,
  type: EventType,
  { id, clientId }: DeviceAuthorization,
  more: Readonly<Record<string, string>>,
): Promise<void> {
  await outbox.append(type, { device_id: id, client_id: clientId, ...more });
}

async function deny(
  { now, devices, history }: DecidePorts,
  device: DeviceAuthorization,
  { userId }: Ticket,
  from: string,
): Promise<Decided> {
  const { won } = await devices.deny(device.deviceCodeHash, userId, now());
  if (!won) return { kind: 'too_late' };
  await history.recordFailed({ ...device, boundUserId: userId }, 'denied', now(), from);
  return { kind: 'denied', clientName: device.clientName };
}
