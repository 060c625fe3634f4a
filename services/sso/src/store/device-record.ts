import type { DeviceMove, DevicePoll } from '../oauth/device/device-store.ts';
import type {
  DeviceApproval,
  DeviceAuthorization,
  DeviceFailure,
  DeviceRequest,
  DeviceState,
  HeldApproval,
} from '../oauth/device/device.ts';
import type { SignedState } from './signed-state.ts';

export type DeviceRecord = Readonly<Record<string, string>>;

/**
 * The Redis hash of a new authorization: the request, signed, since a person decides by what it says, and what scripts
 * read in fields of their own.
 */
export function toRecord(request: DeviceRequest, signed: SignedState): DeviceRecord {
  return {
    request: signed.sign(requestPlace(request.deviceCodeHash), JSON.stringify(request)),
    client_id: request.clientId,
    road: request.road,
    expires_at: String(request.expiresAtMs),
    interval: String(request.intervalSeconds),
    state: 'pending',
  };
}

/** The place that the request behind a device code is signed for. */
const requestPlace = (deviceCodeHash: string) => `request:${deviceCodeHash}`;
/** The place that the approval of a device code is signed for. */
export const approvalPlace = (deviceCodeHash: string) => `approval:${deviceCodeHash}`;
/** The same for one that waits for its number: it is valid nowhere as an approval. */
export const heldPlace = (deviceCodeHash: string) => `held:${deviceCodeHash}`;
/** The place of a number: its HMAC is kept, and the number nowhere. */
export const numberPlace = (deviceCodeHash: string, number: string) => `number:${deviceCodeHash}:${number}`;

/**
 * Reads the authorization that is kept under the hash of a device code, at a time; undefined when there is none, and for
 * a request that is not ours or not of this code. Such an approval is left out: what the record says of itself proves
 * nothing.
 */
export function readRecord(
  deviceCodeHash: string,
  record: DeviceRecord,
  nowMs: number,
  signed: SignedState,
): DeviceAuthorization | undefined {
  const { state, failure, failed_at: failedAt, bound, polls } = record;
  const request = openRequest(deviceCodeHash, record, signed);
  if (request === undefined || state === undefined) return undefined;
  return {
    ...request,
    deviceCodeHash,
    state: isOverdue(record, nowMs) ? 'expired' : (state as DeviceState),
    wrongPasswords: Number(record['wrong_passwords'] ?? 0),
    ...(polls === undefined ? {} : { polls: Number(polls) }),
    ...(failure === undefined ? {} : { failure: failure as DeviceFailure }),
    ...(failedAt === undefined ? {} : { failedAtMs: Number(failedAt) }),
    ...(bound === undefined ? {} : { boundUserId: bound }),
    ...openApproval(deviceCodeHash, record, signed),
  };
}

function openApproval(
  deviceCodeHash: string,
  { approval, held = '' }: DeviceRecord,
  signed: SignedState,
): Pick<DeviceAuthorization, 'approval' | 'held'> {
  const granted = approval && signed.open(approvalPlace(deviceCodeHash), approval);
  const waiting = openHeld(deviceCodeHash, held, signed);
  return {
    ...(granted === undefined ? {} : { approval: JSON.parse(granted) as DeviceApproval }),
    ...(waiting === undefined ? {} : { held: waiting }),
  };
}

/** Undefined for one that is not ours or not of this code. */
export function openHeld(
  deviceCodeHash: string,
  held: string,
  signed: SignedState,
): HeldApproval | undefined {
  const opened = signed.open(heldPlace(deviceCodeHash), held);
  return opened === undefined ? undefined : (JSON.parse(opened) as HeldApproval);
}

function openRequest(
  deviceCodeHash: string,
  { request = '' }: DeviceRecord,
  signed: SignedState,
): DeviceRequest | undefined {
  const opened = signed.open(requestPlace(deviceCodeHash), request);
  return opened === undefined ? undefined : (JSON.parse(opened) as DeviceRequest);
}

/** Says the same as `overdue` in device.lua. */
function isOverdue(record: DeviceRecord, nowMs: number): boolean {
  const waits = record['state'] === 'approved_waiting_pickup';
  const isClaimed = waits && Number(record['claimed_until'] ?? 0) > nowMs;
  // An expiry that cannot be read is NaN, and no time is before it: the record is treated as expired.
  const isBeforeExpiry = nowMs < Number(record['expires_at']);
  return (waits || record['state'] === 'pending') && !isClaimed && !isBeforeExpiry;
}

export function readMove(reply: unknown): DeviceMove {
  const [won, state, failure] = reply as [number, DeviceMove['state'], DeviceFailure | ''];
  return { won: won === 1, state, ...(failure === '' ? {} : { failure }) };
}

/** Reads what a poll by device.lua answers. A code behind which there is no request of ours is unknown. */
export function readPoll(hash: string, reply: unknown, nowMs: number, signed: SignedState): DevicePoll {
  const { record, ...poll } = JSON.parse(String(reply)) as DevicePoll & { record?: DeviceRecord };
  if (record === undefined) return poll;
  const device = readRecord(hash, record, nowMs, signed);
  return device === undefined ? { outcome: 'unknown' } : ({ ...poll, device } as DevicePoll);
}
