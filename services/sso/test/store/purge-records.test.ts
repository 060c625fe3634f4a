import { randomBytes, randomUUID } from 'node:crypto';
import { useTestDatabase } from '@latchkey/testing';
import { countPending } from '../../src/store/count-pending.ts';
import { createDeviceHistoryStore } from '../../src/store/device-history-store.ts';
import { createFamilyStore } from '../../src/store/family-store.ts';
import { purgeRecords } from '../../src/store/purge-records.ts';
import { createApproval, createDeviceRequest, startMs } from '../device-request.ts';
import { openDatabase } from './open-database.ts';

const dayMs = 86_400_000;
const hash = () => randomBytes(32).toString('hex');
const store = useTestDatabase('sso', openDatabase);

beforeEach(() =>
  store().pool.query('truncate device_authorizations, refresh_families, superseded_tokens, events'),
);

async function issue(createdAtMs = startMs) {
  const request = createDeviceRequest({ createdAtMs, expiresAtMs: createdAtMs + 600_000 });
  await createDeviceHistoryStore(store().pool, () => undefined).recordIssued(request);
  return request;
}

/** A family that ends 90 days after the start, its token rotated once. */
async function openFamily(): Promise<void> {
  const device = { ...(await issue()), state: 'approved_waiting_pickup', wrongPasswords: 0 } as const;
  const families = createFamilyStore(store().pool);
  const [familyId, tokenHash, linkHash] = [randomUUID(), hash(), hash()];
  const idleExpiresAt = new Date(startMs + 30 * dayMs);
  const absoluteExpiresAt = new Date(startMs + 90 * dayMs);
  const ends = { nowMs: startMs, idleExpiresAt };
  const approval = createApproval();
  const limit = { rotations: 0, windowMs: 1 };
  await families.open({
    familyId,
    device,
    approval,
    claim: 1,
    tokenHash,
    linkHash,
    ...ends,
    absoluteExpiresAt,
  });
  const next = {
    nextTokenHash: hash(),
    nextLinkHash: hash(),
    requestHash: hash(),
    sealedResponse: null,
    limit,
  };
  await families.rotate({ familyId, clientId: device.clientId, tokenHash, linkHash, ...next, ...ends });
}

async function count() {
  const [rows] = await store().database.$queryRaw<
    { families: number; tokens: number; devices: number; events: number }[]
  >`
    select (select count(*) from refresh_families)::int as families,
      (select count(*) from superseded_tokens)::int as tokens,
      (select count(*) from device_authorizations)::int as devices,
      (select count(*) from events)::int as events`;
  return rows;
}

test('a device authorization stays with its family, and both go once it has been over for long', async () => {
  await openFamily();
  await issue();
  const eventsBeforeMs = 0;
  expect(await purgeRecords(store().database, { eventsBeforeMs, historyBeforeMs: startMs })).toBe(0);
  expect(await purgeRecords(store().database, { eventsBeforeMs, historyBeforeMs: startMs + 1 })).toBe(1);
  expect(
    await purgeRecords(store().database, { eventsBeforeMs, historyBeforeMs: startMs + 90 * dayMs }),
  ).toBe(0);
  expect(await count()).toMatchObject({ families: 1, tokens: 1, devices: 1 });
  expect(
    await purgeRecords(store().database, { eventsBeforeMs, historyBeforeMs: startMs + 90 * dayMs + 1 }),
  ).toBe(2);
  expect(await count()).toEqual({ families: 0, tokens: 0, devices: 0, events: 4 });
});

test('events go by their age, batch after batch, also when several purge at once', async () => {
  await store().database.$executeRaw`
    insert into events (type, data, created_at)
    select 'device.issued', '{}', ${new Date(startMs)} from generate_series(1, 2500)`;
  const limits = { historyBeforeMs: 0, eventsBeforeMs: startMs + 1 };
  expect(await purgeRecords(store().database, { ...limits, eventsBeforeMs: startMs })).toBe(0);
  const removed = await Promise.all([1, 2, 3].map(() => purgeRecords(store().database, limits)));
  expect(removed.reduce((sum, rows) => sum + rows, 0)).toBe(2500);
  expect((await count())?.events).toBe(0);
});

test('pending are those that nobody has decided and that have time left', async () => {
  await issue();
  const history = createDeviceHistoryStore(store().pool, () => undefined);
  await history.recordApproved({ ...(await issue()), state: 'pending', wrongPasswords: 0 }, createApproval());
  expect(await countPending(store().database, startMs + 599_999)).toBe(1);
  expect(await countPending(store().database, startMs + 600_000)).toBe(0);
});
