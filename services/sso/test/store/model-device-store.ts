import type { DeviceMove, DevicePoll, DeviceStore } from '../../src/oauth/device/device-store.ts';
import type { DeviceAuthorization, DeviceFailure, HeldApproval } from '../../src/oauth/device/device.ts';

interface Entry {
  device: DeviceAuthorization;
  claim: number;
  claimedUntilMs: number;
  intervalSeconds: number;
  polledAtMs?: number;
  redeemedAtMs?: number;
  grownAtMs?: number;
  number?: string;
  wrongNumbers?: number;
}

const leaseMs = 5_000;
/** Redis forgets a user code by itself, this long after its end. */
const forgottenMs = 600_000;
const toleranceMs = 500;
const longestSeconds = 30;

/** What the store in Redis is compared with, act by act: the state machine of the contract in plain code. */
export function createModelDeviceStore(limits: { wrongPasswords: number }): DeviceStore {
  const entries = new Map<string, Entry>();

  function look(hash: string, nowMs: number): DeviceAuthorization | undefined {
    const entry = entries.get(hash);
    if (entry === undefined) return undefined;
    return isOverdue(entry, nowMs) ? { ...entry.device, state: 'expired' } : entry.device;
  }
  function move(
    hash: string,
    nowMs: number,
    change: (entry: Entry) => Partial<DeviceAuthorization> | undefined,
  ) {
    const entry = entries.get(hash);
    const seen = look(hash, nowMs);
    if (entry === undefined || seen === undefined)
      return { won: false, state: 'unknown' } satisfies DeviceMove;
    const changed = seen.state === 'expired' ? undefined : change(entry);
    if (changed !== undefined) entry.device = { ...entry.device, ...changed };
    const { state, failure } = changed === undefined ? seen : entry.device;
    return {
      won: changed !== undefined,
      state,
      ...(failure === undefined ? {} : { failure }),
    } satisfies DeviceMove;
  }
  const decide = (hash: string, userId: string, nowMs: number, change: Partial<DeviceAuthorization>) =>
    Promise.resolve(
      move(hash, nowMs, ({ device }) => {
        const fits = device.boundUserId === undefined || device.boundUserId === userId;
        const isOpen = device.state === 'pending' && (device.held === undefined || change.state === 'failed');
        return isOpen && fits ? { ...change, boundUserId: userId } : undefined;
      }),
    );
  const settle = (hash: string, claim: number, nowMs: number, change: Partial<DeviceAuthorization>) => {
    const entry = entries.get(hash);
    const state = look(hash, nowMs)?.state;
    if (entry === undefined || state !== 'approved_waiting_pickup' || entry.claim !== claim) return false;
    entry.device = { ...entry.device, ...change };
    return true;
  };

  return {
    create(request) {
      for (const { device } of entries.values()) {
        if (device.userCode === request.userCode && device.expiresAtMs + forgottenMs > request.createdAtMs)
          return Promise.resolve(false);
      }
      const device: DeviceAuthorization = { ...request, state: 'pending', wrongPasswords: 0 };
      const { intervalSeconds } = request;
      entries.set(request.deviceCodeHash, { device, claim: 0, claimedUntilMs: 0, intervalSeconds });
      return Promise.resolve(true);
    },
    createApproved(request, approval) {
      const decided = { state: 'approved_waiting_pickup', boundUserId: approval.userId, approval } as const;
      const device: DeviceAuthorization = { ...request, ...decided, wrongPasswords: 0 };
      const { intervalSeconds } = request;
      entries.set(request.deviceCodeHash, { device, claim: 0, claimedUntilMs: 0, intervalSeconds });
      return Promise.resolve();
    },
    findByDeviceCodeHash: (hash, nowMs) => Promise.resolve(look(hash, nowMs)),
    findByUserCode(userCode, nowMs) {
      const found = [...entries].findLast(
        ([, { device }]) => device.userCode === userCode && nowMs < device.expiresAtMs + forgottenMs,
      );
      return Promise.resolve(found && look(found[0], nowMs));
    },
    bindAccount: (hash, userId, nowMs) => decide(hash, userId, nowMs, {}),
    approve: (hash, approval) =>
      decide(hash, approval.userId, approval.approvedAtMs, { state: 'approved_waiting_pickup', approval }),
    async hold(hash, held, number) {
      const { userId, approvedAtMs } = held.approval;
      const made = await decide(hash, userId, approvedAtMs, { held });
      const entry = entries.get(hash);
      if (made.won && entry) entry.number = number;
      return made;
    },
    deny: (hash, userId, nowMs) => decide(hash, userId, nowMs, failed('denied', nowMs)),
    countWrongPassword: (hash, nowMs) =>
      Promise.resolve(
        move(hash, nowMs, ({ device }) => {
          if (device.state !== 'pending' || device.held !== undefined) return undefined;
          const wrongPasswords = device.wrongPasswords + 1;
          return {
            wrongPasswords,
            ...(wrongPasswords >= limits.wrongPasswords ? failed('attempts', nowMs) : {}),
          };
        }),
      ),
    revoke: (hash, failure, nowMs) =>
      Promise.resolve(
        move(hash, nowMs, (entry) => {
          const isOpen = ['pending', 'approved_waiting_pickup'].includes(entry.device.state);
          return isOpen && entry.claimedUntilMs <= nowMs ? failed(failure, nowMs) : undefined;
        }),
      ),
    poll(hash, clientId, nowMs, number, road = 'device') {
      const device = look(hash, nowMs);
      const asked = device?.road === road ? device : undefined;
      return Promise.resolve(poll(entries.get(hash), asked, clientId, { nowMs, number }));
    },
    complete(hash, claim, nowMs) {
      const won = settle(hash, claim, nowMs, { state: 'redeemed' });
      const entry = entries.get(hash);
      if (won && entry) entry.redeemedAtMs = nowMs;
      return Promise.resolve(won);
    },
    failPickup: (hash, claim, nowMs, failure = 'account') =>
      Promise.resolve(settle(hash, claim, nowMs, failed(failure, nowMs))),
    release(hash, claim) {
      const entry = entries.get(hash);
      if (entry?.claim !== claim) return Promise.resolve();
      if (!['approved_waiting_pickup', 'redeemed'].includes(entry.device.state)) return Promise.resolve();
      entry.device = { ...entry.device, state: 'approved_waiting_pickup' };
      entry.claimedUntilMs = 0;
      return Promise.resolve();
    },
  };
}

function failed(failure: DeviceFailure, failedAtMs: number) {
  return { state: 'failed', failure, failedAtMs } as const;
}

function isOverdue({ device, claimedUntilMs }: Entry, nowMs: number): boolean {
  const waits = device.state === 'approved_waiting_pickup';
  return (device.state === 'pending' || (waits && claimedUntilMs <= nowMs)) && nowMs >= device.expiresAtMs;
}

function poll(
  entry: Entry | undefined,
  device: DeviceAuthorization | undefined,
  clientId: string,
  { nowMs, number }: { readonly nowMs: number; readonly number: string | undefined },
): DevicePoll {
  if (entry === undefined || device === undefined) return { outcome: 'unknown' };
  if (device.clientId !== clientId) return { outcome: 'foreign', device };
  switch (device.state) {
    case 'failed':
      return { outcome: 'failed', failure: device.failure ?? 'denied' };
    case 'redeemed':
      return { outcome: 'redeemed', device, redeemedForMs: nowMs - (entry.redeemedAtMs ?? 0) };
    case 'expired': {
      const isFirst = entry.device.state !== 'expired';
      entry.device = { ...entry.device, state: 'expired' };
      return { outcome: 'expired', isFirst, device };
    }
    case 'approved_waiting_pickup':
      return entry.claimedUntilMs > nowMs ? { outcome: 'busy' } : claimFor(entry, nowMs);
    default:
      if (device.held !== undefined && number !== undefined)
        return confirm(entry, device.held, { nowMs, number });
      countPoll(entry);
      return pace(entry, nowMs);
  }
}

function claimFor(entry: Entry, nowMs: number): Extract<DevicePoll, { outcome: 'claimed' }> {
  entry.claim += 1;
  entry.claimedUntilMs = nowMs + leaseMs;
  countPoll(entry);
  return { outcome: 'claimed', device: entry.device, claim: entry.claim };
}

function confirm(
  entry: Entry,
  { approval }: HeldApproval,
  { nowMs, number }: { readonly nowMs: number; readonly number: string },
): DevicePoll {
  if (number === entry.number) {
    entry.device = { ...entry.device, state: 'approved_waiting_pickup', approval };
    return { ...claimFor(entry, nowMs), isConfirmed: true };
  }
  entry.wrongNumbers = (entry.wrongNumbers ?? 0) + 1;
  if (entry.wrongNumbers < 2) return { outcome: 'wrong_number' };
  entry.device = { ...entry.device, ...failed('attempts', nowMs) };
  return { outcome: 'failed', failure: 'attempts', isFirst: true, device: entry.device };
}

function countPoll(entry: Entry): void {
  entry.device = { ...entry.device, polls: (entry.device.polls ?? 0) + 1 };
}

function pace(entry: Entry, nowMs: number): DevicePoll {
  const { polledAtMs } = entry;
  entry.polledAtMs = Math.max(nowMs, polledAtMs ?? nowMs);
  if (polledAtMs === undefined || nowMs >= polledAtMs + entry.intervalSeconds * 1000 - toleranceMs)
    return { outcome: entry.device.held === undefined ? 'pending' : 'held' };
  const mayGrow = entry.grownAtMs === undefined || nowMs >= entry.grownAtMs + entry.intervalSeconds * 1000;
  if (entry.intervalSeconds < longestSeconds && mayGrow) {
    entry.intervalSeconds = Math.min(entry.intervalSeconds + 5, longestSeconds);
    entry.grownAtMs = nowMs;
  }
  return { outcome: 'slow_down', intervalSeconds: entry.intervalSeconds };
}
