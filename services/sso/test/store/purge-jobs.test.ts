import { useTestDatabase } from '@latchkey/testing';
import { createDeviceHistoryStore } from '../../src/store/device-history-store.ts';
import { createFamilyStore } from '../../src/store/family-store.ts';
import { createPurgeJobs, type PurgeLimits } from '../../src/store/purge-jobs.ts';
import { createDeviceRequest, startMs } from '../device-request.ts';
import { createPickup, createRotation } from './family-rows.ts';
import { openDatabase } from './open-database.ts';

const dayMs = 86_400_000;
const store = useTestDatabase('sso', openDatabase);

beforeEach(() => store().pool.query('truncate device_authorizations, refresh_families, events'));

/** A family that ends 90 days after the start, its token rotated once. */
async function openFamily(): Promise<void> {
  const families = createFamilyStore(store().pool);
  const pickup = createPickup();
  await families.open(pickup);
  await families.deliver(pickup);
  await families.rotate(createRotation(pickup));
}

async function count() {
  const [rows] = await store().database.$queryRaw<{ families: number; devices: number; events: number }[]>`
    select (select count(*) from refresh_families)::int as families,
      (select count(*) from device_authorizations)::int as devices,
      (select count(*) from events)::int as events`;
  return rows;
}

/** What one run removes, by kind. */
async function purge(limits: Partial<PurgeLimits>): Promise<Record<string, number>> {
  const jobs = createPurgeJobs(store().database, {
    historyBeforeMs: 0,
    briefBeforeMs: 0,
    eventsBeforeMs: 0,
    ...limits,
  });
  const removed: Record<string, number> = {};
  for (const { kind, run } of jobs) {
    const rows = await run();
    if (rows > 0) removed[kind] = rows;
  }
  return removed;
}

test('a family is deleted long after its end, and its authorization with it', async () => {
  await openFamily();
  const endMs = startMs + 90 * dayMs;
  expect(await purge({ historyBeforeMs: endMs })).toEqual({});
  expect(await purge({ historyBeforeMs: endMs + 1 })).toEqual({
    refresh_families: 1,
    device_authorizations: 1,
  });
  expect(await count()).toEqual({ families: 0, devices: 0, events: 2 });
});

test('a family without refresh material is deleted sooner, one that has it and one of a device are not', async () => {
  const families = createFamilyStore(store().pool);
  for (const [road, scope] of [
    ['browser', 'openid'],
    ['browser', 'openid offline_access'],
    ['device', 'openid'],
  ] as const) {
    const { device, approval, ...rest } = createPickup();
    await families.open({ ...rest, device: { ...device, road }, approval: { ...approval, scope } });
  }
  const endMs = startMs + 90 * dayMs;
  expect(await purge({ briefBeforeMs: endMs })).toEqual({});
  expect(await purge({ briefBeforeMs: endMs + 1 })).toEqual({ refresh_families: 1 });
  const left = await store().pool.query('select road, scope from refresh_families order by road');
  expect(left.rows).toEqual([
    { road: 'browser', scope: 'openid offline_access' },
    { road: 'device', scope: 'openid' },
  ]);
});

test('an authorization without a family is deleted long after its start', async () => {
  const history = createDeviceHistoryStore(store().pool, () => undefined);
  const device = { ...createDeviceRequest(), state: 'pending', wrongPasswords: 0 } as const;
  await history.recordFailed(device, 'denied', startMs);
  expect(await purge({ historyBeforeMs: startMs })).toEqual({});
  expect(await purge({ historyBeforeMs: startMs + 1 })).toEqual({ device_authorizations: 1 });
});

test('events go by their age, batch after batch, also when several purge at once', async () => {
  await store().database.$executeRaw`
    insert into events (type, data, created_at)
    select 'device.expired', '{}', ${new Date(startMs)} from generate_series(1, 2500)`;
  expect(await purge({ eventsBeforeMs: startMs })).toEqual({});
  const removed = await Promise.all([1, 2, 3].map(() => purge({ eventsBeforeMs: startMs + 1 })));
  expect(removed.reduce((sum, one) => sum + (one['events'] ?? 0), 0)).toBe(2500);
  expect((await count())?.events).toBe(0);
});
