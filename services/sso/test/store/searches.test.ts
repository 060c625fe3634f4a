import { randomUUID } from 'node:crypto';
import type { OffsetPlan } from '@latchkey/pagination';
import { useTestDatabase } from '@latchkey/testing';
import type { ApprovedDevice, DeviceHandle } from '../../src/consent/approved-devices.ts';
import type { Consent } from '../../src/consent/consents.ts';
import { createApprovedDeviceStore } from '../../src/store/approved-device-store.ts';
import { createConsentStore } from '../../src/store/consent-store.ts';
import { createDeviceHistoryStore } from '../../src/store/device-history-store.ts';
import { createFamilyStore } from '../../src/store/family-store.ts';
import { createApproval, createDeviceRequest, startMs } from '../device-request.ts';
import { openDatabase } from './open-database.ts';

/** What searches should find, with whose it is. */
interface ApprovedRow extends ApprovedDevice, DeviceHandle {
  readonly userId: string;
}
interface ConsentRow extends Consent {
  readonly userId: string;
}

const dayMs = 86_400_000;
const nowMs = startMs + 20 * 60_000;
const userId = 'user-1';
const page = (changes: Partial<OffsetPlan> = {}): OffsetPlan => ({
  kind: 'offset',
  limit: 2,
  offset: 0,
  binding: '',
  ...changes,
});

const testDatabase = useTestDatabase('sso', openDatabase);
const devices: ApprovedRow[] = [];
const consents: ConsentRow[] = [];

/** Lets somebody approve a device through the stores that write, and says what searches should find. */
async function approve(
  number: number,
  changes: { clientId?: string; userId?: string; isPickedUp?: boolean },
) {
  const { clientId = 'demo-cli', isPickedUp = true } = changes;
  const createdAtMs = startMs + Math.floor(number / 2) * 1000;
  const request = createDeviceRequest({
    deviceName: 'anna’s laptop',
    clientId,
    clientName: `${clientId} 50%_`,
    createdAtMs,
  });
  const approval = createApproval({ userId: changes.userId ?? userId, approvedAtMs: createdAtMs + 1000 });
  const history = createDeviceHistoryStore(testDatabase().pool, (error) => {
    throw error;
  });
  await history.recordIssued(request);
  const device = { ...request, state: 'pending', wrongPasswords: 0 } as const;
  await history.recordApproved(device, approval);
  const row: ApprovedRow = {
    id: request.id,
    userId: approval.userId,
    deviceCodeHash: request.deviceCodeHash,
    familyId: null,
    clientId,
    clientName: request.clientName,
    scope: request.scope,
    audience: request.audience,
    state: 'expired',
    ip: request.ip,
    deviceName: request.deviceName ?? null,
    createdAt: new Date(createdAtMs),
    approvedAt: new Date(approval.approvedAtMs),
    redeemedAt: null,
    lastRefreshedAt: null,
    expiresAt: new Date(request.expiresAtMs),
  };
  if (!isPickedUp) return { row, device, history };
  const pickedUpAtMs = createdAtMs + 5000;
  const familyId = randomUUID();
  await createFamilyStore(testDatabase().pool).open({
    familyId,
    device,
    approval,
    claim: 1,
    tokenHash: randomUUID(),
    linkHash: randomUUID(),
    nowMs: pickedUpAtMs,
    tokensValidAfter: new Date(0),
    idleExpiresAt: new Date(startMs + 30 * dayMs),
    absoluteExpiresAt: new Date(startMs + 90 * dayMs),
  });
  const pickedUpAt = new Date(pickedUpAtMs);
  const times = { redeemedAt: pickedUpAt, lastRefreshedAt: pickedUpAt };
  const state = 'active' as const;
  return {
    row: { ...row, ...times, familyId, state, expiresAt: new Date(startMs + 30 * dayMs) },
    device,
    history,
  };
}

beforeAll(async () => {
  const active = await approve(0, {});
  const same = await approve(1, { clientId: 'other' });
  const foreign = await approve(2, { userId: 'user-2' });
  const expired = await approve(3, { isPickedUp: false });
  const denied = await approve(4, { isPickedUp: false });
  await denied.history.recordFailed({ ...denied.device, boundUserId: userId }, 'denied', nowMs);
  const revoked = await approve(5, {});
  await createFamilyStore(testDatabase().pool).revoke(revoked.row.familyId ?? '', 'user', nowMs);
  devices.push(active.row, same.row, foreign.row, expired.row, { ...revoked.row, state: 'revoked' });
  for (const row of await testDatabase().database.consent.findMany()) {
    const own = [active, same, foreign, revoked].filter(
      (one) => one.row.userId === row.userId && one.row.clientId === row.clientId,
    );
    consents.push({
      userId: row.userId,
      clientId: row.clientId,
      clientName: `${row.clientId} 50%_`,
      scope: ['openid', 'offline_access'],
      state: 'active',
      createdAt: row.createdAt,
      lastUsedAt: new Date(Math.max(...own.map((one) => one.row.lastRefreshedAt?.getTime() ?? 0))),
      sessionCount: own.filter((one) => one !== revoked).length,
    });
  }
});

describe('approved devices', () => {
  const createStore = () => createApprovedDeviceStore(testDatabase().database);
  const newestFirst = () =>
    devices
      .filter((row) => row.userId === userId)
      .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
      .map(({ userId: _user, deviceCodeHash: _hash, ...device }) => device);

  test('are those of the person, newest first, page by page, and none that was denied', async () => {
    const store = createStore();
    const first = await store.search(userId, {}, page(), nowMs);
    const expected = newestFirst();
    expect(expected).toHaveLength(4);
    const last = expected[1]!;
    const lastKey = { createdAtMs: last.createdAt.getTime(), id: last.id };
    expect(first).toEqual({ items: expected.slice(0, 2), totalCount: 4, offset: 0, lastKey });
    const plan = { kind: 'keyset', limit: 2, offset: 2, after: lastKey, binding: '' } as const;
    const rest = { items: expected.slice(2), totalCount: 4, offset: 2, lastKey: null };
    expect(await store.search(userId, {}, plan, nowMs)).toEqual(rest);
    expect(await store.search(userId, {}, page({ offset: 2 }), nowMs)).toEqual(rest);
  });

  test.each([
    [{ clientId: 'other' }, 1],
    [{ clientId: 'nobody' }, 0],
    [{ state: 'active' as const }, 2],
    [{ state: 'expired' as const }, 1],
    [{ state: 'revoked' as const }, 1],
    [{ state: 'approved_waiting_pickup' as const }, 0],
    [{ createdFrom: new Date(startMs + 1000) }, 2],
    [{ createdTo: new Date(startMs + 1000) }, 2],
    [{ clientId: 'demo-cli', state: 'active' as const, createdTo: new Date(startMs) }, 0],
  ])('are filtered by %j', async (filters, count) => {
    const { totalCount, items } = await createStore().search(userId, filters, page({ limit: 9 }), nowMs);
    expect([totalCount, items.length]).toEqual([count, count]);
  });

  test('lead to what can be revoked, for their person alone', async () => {
    const store = createStore();
    const [{ id, clientId, deviceCodeHash, familyId }, , { id: foreignId }] = devices as [
      ApprovedRow,
      never,
      ApprovedRow,
    ];
    expect(await store.find(userId, id)).toEqual({ id, clientId, deviceCodeHash, familyId });
    expect((await store.find(userId, id.toUpperCase()))?.id).toBe(id);
    expect(await store.find(userId, foreignId)).toBeUndefined();
    expect(await store.find(userId, 'no id')).toBeUndefined();
    const waiting = devices.find(({ state }) => state === 'expired');
    const endMs = (waiting?.expiresAt.getTime() ?? 0) + 60_000;
    const of = { id: waiting?.id, clientId: 'demo-cli', deviceCodeHash: waiting?.deviceCodeHash };
    const handles = [{ ...of, familyId: null }];
    for (const only of ['demo-cli', undefined])
      expect(await store.findWaiting(userId, endMs - 1, only)).toEqual(handles);
    expect(await store.findWaiting(userId, endMs)).toEqual([]);
    expect(await store.findWaiting(userId, startMs, 'other')).toEqual([]);
    expect(await store.findWaiting('user-2', startMs)).toEqual([]);
  });
});

test('a device in Postgres waits until its code expires', async () => {
  const store = createApprovedDeviceStore(testDatabase().database);
  const filters = { state: 'approved_waiting_pickup' } as const;
  const { items } = await store.search(userId, filters, page(), startMs + 60_000);
  expect(items.map(({ id }) => id)).toEqual([devices.find(({ state }) => state === 'expired')?.id]);
});

describe('consents', () => {
  const createStore = () => createConsentStore(testDatabase().database);

  test('are those of the person, with what their families did', async () => {
    const { items, totalCount } = await createStore().search(userId, {}, page({ limit: 9 }), nowMs);
    const own = consents.filter((row) => row.userId === userId);
    expect(totalCount).toBe(2);
    expect(own.map(({ sessionCount }) => sessionCount)).toEqual([1, 1]);
    const plain = own.map(({ userId: _userId, ...consent }) => consent);
    const byClient = (a: { clientId: string }, b: { clientId: string }) => (a.clientId < b.clientId ? -1 : 1);
    expect([...items].sort(byClient)).toEqual(plain.sort(byClient));
  });

  test.each([
    [{ clientId: 'other' }, 1],
    [{ scope: 'openid' }, 2],
    [{ scope: 'email' }, 0],
    [{ state: 'active' as const }, 2],
    [{ state: 'revoked' as const }, 0],
    [{ search: 'OTH' }, 1],
    [{ search: '50%_' }, 2],
    [{ search: '5%_' }, 0],
  ])('are filtered by %j', async (filters, count) => {
    const { totalCount } = await createStore().search(userId, filters, page(), nowMs);
    expect(totalCount).toBe(count);
  });

  test('are taken back by one of 20 callers', async () => {
    const store = createStore();
    const wins = await Promise.all(Array.from({ length: 20 }, () => store.revoke(userId, 'other', nowMs)));
    expect(wins.filter(Boolean)).toHaveLength(1);
    expect((await store.search(userId, { state: 'revoked' }, page(), nowMs)).totalCount).toBe(1);
    expect(await store.revoke(userId, 'other', nowMs)).toBe(false);
    expect(await store.revoke('user-2', 'other', nowMs)).toBeUndefined();
  });
});
