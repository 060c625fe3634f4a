import { useTestDatabase, useTestRedis } from '@latchkey/testing';
import type { DeviceHistory } from '../../src/oauth/device/device-history.ts';
import type { DeviceStore } from '../../src/oauth/device/device-store.ts';
import type { DeviceRequest } from '../../src/oauth/device/device.ts';
import { settleEnded } from '../../src/oauth/device/settle-ended.ts';
import { createDeviceHistoryStore } from '../../src/store/device-history-store.ts';
import { createDeviceStore } from '../../src/store/device-store.ts';
import { createApproval, createDeviceRequest, startMs, testState } from '../device-request.ts';
import type { StoredEvent } from '../test-servers.ts';
import { openDatabase } from './open-database.ts';

const store = useTestDatabase('sso', openDatabase);
const redis = useTestRedis();

interface Parts {
  readonly devices: DeviceStore;
  readonly history: DeviceHistory;
  /** All events, in order. */
  listEvents(): Promise<Pick<StoredEvent, 'type' | 'occurredAtMs' | 'data'>[]>;
}

async function create(): Promise<Parts> {
  await store().pool.query('truncate device_authorizations, events restart identity');
  const fail = (error: unknown) => {
    throw error;
  };
  return {
    devices: createDeviceStore(redis(), { wrongPasswords: 1, state: testState }),
    history: createDeviceHistoryStore(store().pool, fail),
    async listEvents() {
      const rows = await store().database.event.findMany({ orderBy: { id: 'asc' } });
      return rows.map(({ type, data, createdAt }) => ({
        type: type as StoredEvent['type'],
        data: data as StoredEvent['data'],
        occurredAtMs: createdAt.getTime(),
      }));
    },
  };
}

describe('ended authorizations', () => {
  const asPending = (request: DeviceRequest) =>
    ({ ...request, state: 'pending', wrongPasswords: 0 }) as const;
  async function start({ devices, history }: Parts) {
    const request = createDeviceRequest();
    await devices.create(request);
    await history.recordVerified(asPending(request), 'user-1');
    return request;
  }
  const endMs = startMs + 600_000;
  const settleAt = ({ devices, history }: Parts, nowMs: number) =>
    settleEnded({ devices, history, now: () => nowMs });

  test('a decision whose record was lost is recorded once, at its own time', async () => {
    const parts = await create();
    const [denied, approved, failed] = [await start(parts), await start(parts), await start(parts)];
    const approval = createApproval({ approvedAtMs: startMs + 20_000 });
    await parts.devices.deny(denied.deviceCodeHash, 'user-1', startMs + 10_000);
    await parts.devices.approve(approved.deviceCodeHash, approval);
    await parts.devices.countWrongPassword(failed.deviceCodeHash, startMs + 30_000);
    expect(await settleAt(parts, startMs + 60_000)).toBe(0);
    // Whoever decided half a minute ago may still be recording it.
    expect(await settleAt(parts, startMs + 70_000)).toBe(0);
    const settled = await Promise.all([1, 2, 3].map(() => settleAt(parts, startMs + 90_001)));
    expect(Math.max(...settled)).toBe(3);
    expect(await settleAt(parts, startMs + 90_002)).toBe(0);
    const events = (await parts.listEvents()).toSorted((one, other) => one.occurredAtMs - other.occurredAtMs);
    const dataOf = ({ id }: { id: string }) => ({ device_id: id, client_id: 'demo-cli' });
    expect(events).toEqual([
      {
        type: 'device.denied',
        occurredAtMs: startMs + 10_000,
        data: {
          ...dataOf(denied),
          reason: 'denied',
          user_id: 'user-1',
          request_ip: '192.0.2.1',
          browser_ip: '',
        },
      },
      {
        type: 'device.approved',
        occurredAtMs: startMs + 20_000,
        data: {
          ...dataOf(approved),
          user_id: 'user-1',
          road: 'device',
          scope: 'openid offline_access',
          request_ip: '192.0.2.1',
          browser_ip: '198.51.100.7',
        },
      },
      {
        type: 'device.denied',
        occurredAtMs: startMs + 30_000,
        data: { ...dataOf(failed), reason: 'attempts' },
      },
    ]);
  });

  test('what was recorded is left alone', async () => {
    const parts = await create();
    const request = await start(parts);
    await parts.devices.deny(request.deviceCodeHash, 'user-1', startMs);
    const device = await parts.devices.findByDeviceCodeHash(request.deviceCodeHash, startMs);
    await parts.history.recordFailed(device!, 'denied', startMs);
    expect(await settleAt(parts, endMs + 60_001)).toBe(0);
    expect((await parts.listEvents()).map(({ type }) => type)).toEqual(['device.denied']);
  });

  test('the row of a code that nobody decided ends with it, and the poll after it adds nothing', async () => {
    const parts = await create();
    const request = await start(parts);
    expect(await settleAt(parts, endMs + 60_000)).toBe(0);
    expect(await settleAt(parts, endMs + 60_001)).toBe(1);
    const poll = await parts.devices.poll(request.deviceCodeHash, 'demo-cli', endMs + 60_002);
    expect(poll).toMatchObject({ outcome: 'expired', isFirst: true });
    if (poll.outcome === 'expired') await parts.history.recordExpired(poll.device, endMs + 60_002);
    expect(await parts.listEvents()).toEqual([
      {
        type: 'device.expired',
        occurredAtMs: endMs + 60_001,
        data: { device_id: request.id, client_id: 'demo-cli' },
      },
    ]);
    expect(await store().database.deviceAuthorization.count()).toBe(0);
  });

  test('many at once', async () => {
    const parts = await create();
    const verify = () => parts.history.recordVerified(asPending(createDeviceRequest()), 'user-1');
    await Promise.all(Array.from({ length: 1_200 }, verify));
    expect(await settleAt(parts, endMs + 60_001)).toBe(1_200);
    expect(await parts.listEvents()).toHaveLength(1_200);
  });

  test('one that the store cannot read is reported, left alone and keeps back no other', async () => {
    const parts = await create();
    const [broken, denied] = [await start(parts), await start(parts)];
    await start(parts);
    await parts.devices.deny(denied.deviceCodeHash, 'user-1', startMs);
    const findByDeviceCodeHash: DeviceStore['findByDeviceCodeHash'] = (hash, nowMs) =>
      hash === broken.deviceCodeHash
        ? Promise.reject(new SyntaxError('the record is no JSON'))
        : parts.devices.findByDeviceCodeHash(hash, nowMs);
    const devices = { findByDeviceCodeHash };
    const settling = settleEnded({ devices, history: parts.history, now: () => endMs + 60_001 });
    await expect(settling).rejects.toThrow('the record is no JSON');
    expect((await parts.listEvents()).map(({ type }) => type)).toEqual(['device.denied', 'device.expired']);
    expect(await settleAt(parts, endMs + 60_002)).toBe(1);
  });

  test('nothing is taken for expired while the store cannot be asked', async () => {
    const parts = await create();
    await start(parts);
    const devices = { findByDeviceCodeHash: () => Promise.reject(new Error('Command timed out')) };
    const settling = settleEnded({ devices, history: parts.history, now: () => endMs + 60_001 });
    await expect(settling).rejects.toThrow('Command timed out');
    expect(await parts.listEvents()).toEqual([]);
  });
});
