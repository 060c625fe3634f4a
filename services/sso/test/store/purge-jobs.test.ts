import { useTestDatabase } from '@latchkey/testing';
import { countPending, createDeviceHistoryStore } from '../../src/store/device-history-store.ts';
import { createFamilyStore } from '../../src/store/family-store.ts';
import { createPurgeJobs, type PurgeLimits } from '../../src/store/purge-jobs.ts';
import { createApproval, createDeviceRequest, startMs } from '../device-request.ts';
import { createPickup, createRotation } from './family-rows.ts';
import { openDatabase } from './open-database.ts';

const dayMs = 86_400_000;
const store = useTestDatabase('sso', openDatabase);

beforeEach(() => store().pool.query('truncate device_authorizations, refresh_families, events'));

async function issue(createdAtMs = startMs) {
  const request = createDeviceRequest({ createdAtMs, expiresAtMs: createdAtMs + 600_000 });
  await createDeviceHistoryStore(store().pool, () => undefined).recordIssued(request);
  return request;
}

/** A family that ends 90 days after the start, its token rotated once. */
async function openFamily(): Promise<void> {
  const families = createFamilyStore(store().pool);
  const device = { ...(await issue()), state: 'approved_waiting_pickup', wrongPasswords: 0 } as const;
  const pickup = createPickup({ device });
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
    nowMs: startMs,
    historyBeforeMs: 0,
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
  expect(await purge({ nowMs: endMs + dayMs, historyBeforeMs: endMs })).toEqual({});
  expect(await purge({ nowMs: endMs + dayMs, historyBeforeMs: endMs + 1 })).toEqual({
    refresh_families: 1,
    device_authorizations: 1,
  });
  expect(await count()).toEqual({ families: 0, devices: 0, events: 3 });
});

test('undecided authorizations are deleted a day after their end, decided ones stay', async () => {
  const history = createDeviceHistoryStore(store().pool, () => undefined);
  await issue();
  await history.recordFailed({ ...(await issue()), state: 'pending', wrongPasswords: 0 }, 'denied', startMs);
  const endMs = startMs + 600_000;
  expect(await purge({ nowMs: endMs + dayMs })).toEqual({});
  expect(await purge({ nowMs: endMs + dayMs + 1 })).toEqual({ undecided_authorizations: 1 });
  expect(await count()).toMatchObject({ devices: 1 });
});

test('events go by their age, batch after batch, also when several purge at once', async () => {
  await store().database.$executeRaw`
    insert into events (type, data, created_at)
    select 'device.issued', '{}', ${new Date(startMs)} from generate_series(1, 2500)`;
  expect(await purge({ eventsBeforeMs: startMs })).toEqual({});
  const removed = await Promise.all([1, 2, 3].map(() => purge({ eventsBeforeMs: startMs + 1 })));
  expect(removed.reduce((sum, one) => sum + (one['events'] ?? 0), 0)).toBe(2500);
  expect((await count())?.events).toBe(0);
});

test('pending are those that nobody has decided and that have time left', async () => {
  await issue();
  const history = createDeviceHistoryStore(store().pool, () => undefined);
  await history.recordApproved({ ...(await issue()), state: 'pending', wrongPasswords: 0 }, createApproval());
  expect(await countPending(store().database, startMs + 599_999)).toBe(1);
  expect(await countPending(store().database, startMs + 600_000)).toBe(0);
});
