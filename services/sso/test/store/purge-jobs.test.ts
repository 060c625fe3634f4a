import { randomBytes, randomUUID } from 'node:crypto';
import { useTestDatabase } from '@latchkey/testing';
import { countPending, createDeviceHistoryStore } from '../../src/store/device-history-store.ts';
import { createFamilyStore } from '../../src/store/family-store.ts';
import { createPurgeJobs, createSealedAnswersJob, type PurgeLimits } from '../../src/store/purge-jobs.ts';
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
async function openFamily(sealedResponse: Buffer<ArrayBuffer> | null = null): Promise<void> {
  const device = { ...(await issue()), state: 'approved_waiting_pickup', wrongPasswords: 0 } as const;
  const families = createFamilyStore(store().pool);
  const [familyId, tokenHash, linkHash] = [randomUUID(), hash(), hash()];
  const idleExpiresAt = new Date(startMs + 30 * dayMs);
  const absoluteExpiresAt = new Date(startMs + 90 * dayMs);
  const ends = { nowMs: startMs, tokensValidAfter: new Date(0), idleExpiresAt };
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
    sealedResponse,
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

test('superseded tokens go when their family is over, the family and its authorization long after', async () => {
  await openFamily();
  const endMs = startMs + 90 * dayMs;
  expect(await purge({ nowMs: endMs - 1 })).toEqual({});
  expect(await purge({ nowMs: endMs })).toEqual({ superseded_tokens: 1 });
  expect(await count()).toMatchObject({ families: 1, tokens: 0, devices: 1 });
  expect(await purge({ nowMs: endMs + dayMs, historyBeforeMs: endMs })).toEqual({});
  expect(await purge({ nowMs: endMs + dayMs, historyBeforeMs: endMs + 1 })).toEqual({
    refresh_families: 1,
    device_authorizations: 1,
  });
  expect(await count()).toEqual({ families: 0, tokens: 0, devices: 0, events: 4 });
});

test('superseded tokens that a long pause left go with their family', async () => {
  await openFamily();
  const endMs = startMs + 90 * dayMs;
  expect(await purge({ nowMs: endMs + 8 * dayMs })).toEqual({});
  expect(await purge({ nowMs: endMs + 181 * dayMs, historyBeforeMs: endMs + 1 })).toEqual({
    superseded_tokens: 1,
    refresh_families: 1,
    device_authorizations: 1,
  });
});

test('a family that still has superseded tokens stays, so that no deletion takes more than a batch', async () => {
  await openFamily();
  const [, families] = createPurgeJobs(store().database, {
    nowMs: startMs,
    historyBeforeMs: startMs + 91 * dayMs,
    eventsBeforeMs: 0,
  });
  expect(await families!.run()).toBe(0);
});

test('thousands of superseded tokens of one family go in batches, also when several purge at once', async () => {
  await openFamily();
  await store().database.$executeRaw`
    insert into superseded_tokens (token_hash, family_id, link_hash, generation, request_hash, superseded_at)
    select 'hash ' || n, (select id from refresh_families), 'link', n, 'request', ${new Date(startMs)}
    from generate_series(1, 3500) as n`;
  const removed = await Promise.all([1, 2, 3].map(() => purge({ nowMs: startMs + 90 * dayMs })));
  const rows = removed.map((one) => one['superseded_tokens'] ?? 0);
  expect(rows.reduce((sum, one) => sum + one, 0)).toBe(3_501);
  expect(await count()).toMatchObject({ families: 1, tokens: 0 });
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

test('sealed answers are forgotten when their window is over, and the tokens stay', async () => {
  await openFamily(Buffer.from('sealed'));
  const sealed = async () =>
    (await store().database.supersededToken.findMany()).map(({ sealedResponse }) => sealedResponse !== null);
  expect(await createSealedAnswersJob(store().database, startMs - 1).run()).toBe(0);
  expect(await sealed()).toEqual([true]);
  expect(await createSealedAnswersJob(store().database, startMs).run()).toBe(1);
  expect(await sealed()).toEqual([false]);
  expect(await createSealedAnswersJob(store().database, startMs).run()).toBe(0);
});

test('pending are those that nobody has decided and that have time left', async () => {
  await issue();
  const history = createDeviceHistoryStore(store().pool, () => undefined);
  await history.recordApproved({ ...(await issue()), state: 'pending', wrongPasswords: 0 }, createApproval());
  expect(await countPending(store().database, startMs + 599_999)).toBe(1);
  expect(await countPending(store().database, startMs + 600_000)).toBe(0);
});
