import type { Budget } from '@latchkey/attempts';
import type { EventType, LogEvents, Outbox } from '../../event/event.ts';
import type { DeviceHistory } from '../../oauth/device/device-history.ts';
import type { DeviceStore } from '../../oauth/device/device-store.ts';
import type { DeviceAuthorization, HeldApproval } from '../../oauth/device/device.ts';
import { omitScopes, refuseAdmin, type OperatorRules } from '../../oauth/token/rights.ts';
import type { UserApi } from '../../sibling/user-api.ts';
import { findPolicyRefusal, type PolicyRefusal, type PolicyRules } from './device-policy.ts';
import type { GuessPorts } from './guess-code.ts';
import { browserHashOf, lookAtHeld, numberFor, type HeldStep } from './held-approval.ts';
import type { Ticket } from './ticket.ts';
import type { Visit } from './visit.ts';

export type Decision = 'approve' | 'deny';

/** `too_late`: another decision was made first, or the code has expired. */
export type Decided =
  | HeldStep
  /** Nothing is decided: the code waits for its approval at another place. */
  | { readonly kind: 'not_allowed'; readonly reason: PolicyRefusal | 'device_sign_in_off' }
  /** The account has reached its limit of approvals; the code stays pending. */
  | { readonly kind: 'too_many'; readonly retryAfterSeconds: number };

export interface DecidePorts {
  readonly now: () => number;
  readonly newId: () => string;
  readonly attempts: GuessPorts['attempts'];
  readonly settings: OperatorRules & PolicyRules & { readonly approvals: Budget };
  readonly devices: Pick<DeviceStore, 'approve' | 'hold' | 'deny'>;
  readonly history: DeviceHistory;
  readonly outbox: Outbox;
  readonly logEvents: LogEvents;
  readonly userApi: Pick<UserApi, 'logEvents'>;
}

/** The browser of the person who decides. */
type Place = Pick<Visit, 'ip' | 'browserSecret'>;

/**
 * Applies the person's decision, which was made in a browser. If several decisions are made about one code, only
 * the first takes effect. The request log of user-api gets it at once, which mails the person about a new device; nobody
 * waits for that, and upkeep brings what is not brought here.
 */
export async function decide(
  ports: DecidePorts,
  device: DeviceAuthorization,
  proven: Ticket,
  decision: Decision,
  place: Place,
): Promise<Decided> {
  const decided = await (decision === 'approve' ? approveWithin : deny)(ports, device, proven, place);
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
  place: Place,
): Promise<Decided> {
  const { settings, attempts } = ports;
  const reason = findPolicyRefusal(settings, device, { ...proven, ip: place.ip });
  if (reason !== undefined) return { kind: 'not_allowed', reason };
  const { approvals: budget } = settings;
  if (budget.limit === 0) return approve(ports, device, proven, place);
  const counters = [{ key: `approvals:${proven.userId}`, budget }];
  const slot = ports.newId();
  const waitMs = await attempts.hold(counters, slot);
  if (waitMs > 0) {
    await recordEvent(ports, 'device.throttled', device, { route: 'approval', user_id: proven.userId });
    return { kind: 'too_many', retryAfterSeconds: Math.ceil(waitMs / 1000) };
  }
  let isMade = false;
  try {
    const decided = await approve(ports, device, proven, place);
    isMade = decided.kind === 'approved' || decided.kind === 'number';
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
  place: Place,
): Promise<Decided> {
  const [request_ip, browser_ip, user_id] = [device.ip, place.ip, proven.userId];
  const facts = { ...proven, places: [request_ip, browser_ip], confirmation: device.confirmation };
  const adminRefusal = refuseAdmin(ports.settings, proven.scope, facts);
  const scope = adminRefusal === undefined ? proven.scope : omitScopes(proven.scope, ['admin']);
  if (adminRefusal !== undefined)
    await recordEvent(ports, 'admin.refused', device, {
      user_id,
      reason: adminRefusal,
      request_ip,
      browser_ip,
    });
  const {
    deviceCodeHash: _hash,
    kind: _kind,
    sessionHash: _session,
    cameFromAddress: _from,
    ...who
  } = proven;
  const approval = { ...who, scope, approvedAtMs: ports.now(), approvedFrom: place.ip };
  if (device.confirmation === 'number') return hold(ports, device, { approval, adminRefusal }, place);
  const { won } = await ports.devices.approve(device.deviceCodeHash, approval);
  if (!won) return { kind: 'too_late' };
  await ports.history.recordApproved(device, approval);
  return { kind: 'approved', clientName: device.clientName, adminRefusal };
}

/** Nothing is approved before the device gives the number back. */
async function hold(
  { devices }: DecidePorts,
  device: DeviceAuthorization,
  made: Omit<HeldApproval, 'browserHash'>,
  place: Place,
): Promise<Decided> {
  const held = { ...made, browserHash: browserHashOf(place) };
  const { won } = await devices.hold(device.deviceCodeHash, held, numberFor(place, device.deviceCodeHash));
  return won ? lookAtHeld(place, { ...device, held }) : { kind: 'too_late' };
}

/** Stops what waits for its number, in the browser that approved it; else says what became of it. */
export async function stopHeld(
  ports: DecidePorts,
  device: DeviceAuthorization,
  place: Place,
): Promise<Decided> {
  const userId = device.held?.approval.userId;
  if (device.state !== 'pending' || userId === undefined) return lookAtHeld(place, device);
  return deny(ports, device, { userId }, place);
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
  { userId }: Pick<Ticket, 'userId'>,
  { ip: from }: Place,
): Promise<Decided> {
  const { won } = await devices.deny(device.deviceCodeHash, userId, now());
  if (!won) return { kind: 'too_late' };
  await history.recordFailed({ ...device, boundUserId: userId }, 'denied', now(), from);
  return { kind: 'denied', clientName: device.clientName };
}
