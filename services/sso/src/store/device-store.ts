import { readFileSync } from 'node:fs';
import { defineScript, type RedisClient } from '@latchkey/database';
import type { DeviceStore } from '../oauth/device/device-store.ts';
import type { DeviceApproval, DeviceRequest } from '../oauth/device/device.ts';
import { endingOf } from '../oauth/device/user-code.ts';
import {
  approvalPlace,
  heldPlace,
  numberPlace,
  openHeld,
  readMove,
  readPoll,
  readRecord,
  toRecord,
  type DeviceRecord,
} from './device-record.ts';
import type { SignedState } from './signed-state.ts';

/** How long a pickup may take before the next poll takes it over; docs/decisions/0006-pickup.md. */
const leaseMs = 5_000;
/**
 * How long a record that nobody decided, and its user code, stay after their end. A decision keeps the record for a day.
 * Source: contract part 0 "What is kept, and for how long".
 */
const undecidedMs = 600_000;
const decidedMs = 86_400_000;

/** A Redis Cluster puts keys with the same braces on one node: both codes of an authorization have the same ending. */
const deviceKey = (deviceCodeHash: string) => `sso:device:{${endingOf(deviceCodeHash)}}:${deviceCodeHash}`;
const userCodeKey = (userCode: string) => `sso:user-code:{${userCode.slice(-2)}}:${userCode}`;

/** Device authorizations in Redis: each a hash and the key of its user code. Each move is one script. */
export function createDeviceStore(
  redis: RedisClient,
  { wrongPasswords, state }: { readonly wrongPasswords: number; readonly state: SignedState },
): DeviceStore {
  const act = defineActs(redis);
  const move = async (...args: Parameters<typeof act>) => readMove(await act(...args));

  /**
   * What the script compares a typed number with, and the approval that the right one makes; nothing where no approval
   * waits for one.
   */
  async function confirm(hash: string, typed: string): Promise<string[]> {
    const [held, number] = await redis.hmget(deviceKey(hash), 'held', 'number');
    if (!held || !number) return [];
    const isRight = state.open(numberPlace(hash, typed), number) !== undefined;
    const approval = openHeld(hash, held, state)?.approval;
    // The pickup finds out that what was held is not ours.
    return [isRight ? number : '', approval === undefined ? held : signApproval(state, hash, approval)];
  }

  async function find(hash: string, nowMs: number) {
    return readRecord(hash, await redis.hgetall(deviceKey(hash)), nowMs, state);
  }

  return {
    ...defineCreate(redis, state),
    findByDeviceCodeHash: find,
    async findByUserCode(userCode, nowMs) {
      const hash = await redis.get(userCodeKey(userCode));
      const device = hash === null ? undefined : await find(hash, nowMs);
      return device?.userCode === userCode ? device : undefined;
    },
    bindAccount: (hash, userId, nowMs) => move('bind', hash, nowMs, userId),
    approve: (hash, approval) =>
      move('approve', hash, approval.approvedAtMs, approval.userId, signApproval(state, hash, approval)),
    hold: (hash, held, number) => {
      const { approval } = held;
      const signed = state.sign(heldPlace(hash), JSON.stringify(held));
      const mark = state.sign(numberPlace(hash, number), '');
      return move('hold', hash, approval.approvedAtMs, approval.userId, signed, '', mark);
    },
    deny: (hash, userId, nowMs) => move('deny', hash, nowMs, userId),
    countWrongPassword: (hash, nowMs) => move('wrong_password', hash, nowMs, wrongPasswords),
    revoke: (hash, failure, nowMs) => move('revoke', hash, nowMs, failure),
    async poll(hash, clientId, nowMs, number, road = 'device') {
      const confirmation = number === undefined ? [] : await confirm(hash, number);
      const reply = await act('poll', hash, nowMs, clientId, leaseMs, road, ...confirmation);
      return readPoll(hash, reply, nowMs, state);
    },
    complete: async (hash, claim, nowMs) => (await act('complete', hash, nowMs, claim)) === 1,
    failPickup: async (hash, claim, nowMs, failure = 'account') =>
      (await act('fail_pickup', hash, nowMs, claim, failure)) === 1,
    release: async (hash, claim) => void (await act('release', hash, 0, claim)),
  };
}

/** Writes the record and, on the road of devices, its user code; neither where that is taken. */
function defineCreate(
  redis: RedisClient,
  state: SignedState,
): Pick<DeviceStore, 'create' | 'createApproved'> {
  const script = defineScript<number>(redis, { name: 'create-device', lua: readLua('create-device') });
  const keep = (request: DeviceRequest, userCodes: string[], afterMs: number, more: DeviceRecord = {}) => {
    const { deviceCodeHash: hash, createdAtMs, expiresAtMs } = request;
    const fields = Object.entries({ ...toRecord(request, state), ...more }).flat();
    return script([deviceKey(hash), ...userCodes], expiresAtMs - createdAtMs + afterMs, hash, ...fields);
  };
  return {
    create: async (request) => (await keep(request, [userCodeKey(request.userCode)], undecidedMs)) === 1,
    async createApproved(request, approval) {
      const signed = signApproval(state, request.deviceCodeHash, approval);
      const decided = { state: 'approved_waiting_pickup', bound: approval.userId, approval: signed };
      await keep(request, [], decidedMs, decided);
    },
  };
}

function signApproval(state: SignedState, hash: string, approval: DeviceApproval): string {
  return state.sign(approvalPlace(hash), JSON.stringify(approval));
}

/** The script of all other acts, each on one record. */
function defineActs(redis: RedisClient) {
  const script = defineScript<unknown>(redis, { name: 'device', lua: readLua('device'), numberOfKeys: 1 });
  return (act: string, hash: string, nowMs: number, ...args: readonly (string | number)[]) =>
    script([deviceKey(hash)], nowMs, act, ...args);
}

function readLua(file: string): string {
  return readFileSync(new URL(`lua/${file}.lua`, import.meta.url), 'utf8');
}
