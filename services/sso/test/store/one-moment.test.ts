import { randomUUID } from 'node:crypto';
import { createPostgresPool } from '@latchkey/database';
import { useTestDatabase } from '@latchkey/testing';
import type { FamilyRotation, FamilyStore } from '../../src/oauth/family/family-store.ts';
import { createConsentStore } from '../../src/store/consent-store.ts';
import { createFamilyStore } from '../../src/store/family-store.ts';
import { createApproval, startMs } from '../device-request.ts';
import { createPickup, createRotation, randomHash } from './family-rows.ts';
import { openDatabase } from './open-database.ts';

// What is asked of a store at the same moment goes into one statement.

const database = useTestDatabase('sso', openDatabase);
const replica = () => createFamilyStore(database().pool);
type Pickup = ReturnType<typeof createPickup>;

async function open(store: FamilyStore, count: number): Promise<Pickup[]> {
  const pickups = Array.from({ length: count }, () => createPickup());
  await Promise.all(pickups.map((pickup) => store.open(pickup)));
  return pickups;
}

/** Waits until that many statements wait for another one. */
async function untilBlocked(count: number): Promise<void> {
  const blocked = `select from pg_stat_activity where datname = current_database() and pg_blocking_pids(pid) <> '{}'`;
  while ((await database().pool.query(blocked)).rowCount !== count);
}

const won = (results: readonly unknown[]) => results.filter((one) => one !== undefined && one !== false);

test('each rotation decides for itself', async () => {
  const store = replica();
  const pickups = await open(store, 4);
  const [first, second, third, fourth] = pickups.map((one) => createRotation(one)) as [
    FamilyRotation,
    FamilyRotation,
    FamilyRotation,
    FamilyRotation,
  ];
  await store.revoke(fourth.familyId, 'client', startMs);
  const rotations = [
    first,
    { ...second, linkHash: randomHash() },
    { ...second, jkt: 'key' },
    { ...third, clientId: 'another' },
    { ...first, requestHash: randomHash() },
    fourth,
  ];
  const [isFirst, ...others] = await Promise.all(rotations.map((rotation) => store.rotate(rotation)));
  // Of the two of one token either wins.
  expect(others).toEqual([false, true, false, isFirst !== true, false]);
  const found = await Promise.all(
    [first, second, { familyId: randomUUID() }, third].map(({ familyId }) => store.findById(familyId)),
  );
  expect(found.map((one) => [one?.id, one?.generation, one?.jkt])).toEqual([
    [first.familyId, 1, null],
    [second.familyId, 1, 'key'],
    [undefined, undefined, undefined],
    [third.familyId, 0, null],
  ]);
});

test('of several claims of one code the latest is written, and every other code for itself', async () => {
  const store = replica();
  const pickup = createPickup({ claim: 2 });
  const claims = [1, 3, 2].map((claim) => ({ ...pickup, claim, tokenHash: randomHash() }));
  const opened = await Promise.all([...claims, createPickup()].map((one) => store.open(one)));
  expect(opened).toEqual([false, true, false, true]);
  expect((await store.findById(claims[1]!.device.id))?.tokenHash).toBe(claims[1]?.tokenHash);
});

test('each delivery decides for itself', async () => {
  const store = replica();
  const [first, second] = (await open(store, 2)) as [Pickup, Pickup];
  const pickups = [first, { ...first, tokenHash: second.tokenHash }, { ...first, claim: 2 }, first];
  const delivered = await Promise.all(pickups.map((one) => store.deliver(one)));
  expect(delivered.filter(Boolean)).toHaveLength(1);
  expect(delivered.slice(1, 3)).toEqual([false, false]);
  expect((await store.findById(second.device.id))?.deliveredAt).toBeNull();
});

test('replicas that hold the same families in any order neither fail nor let two win', async () => {
  const replicas = [replica(), replica(), replica()];
  const pickups = await open(replicas[0]!, 40);
  const orders = [
    pickups,
    pickups.toReversed(),
    pickups.toSorted((a, b) => (a.tokenHash < b.tokenHash ? -1 : 1)),
  ];
  const each = async (act: (store: FamilyStore, pickup: Pickup) => Promise<boolean>) =>
    await Promise.all(replicas.flatMap((store, index) => orders[index]!.map((pickup) => act(store, pickup))));
  const delivered = await each((store, pickup) => store.deliver(pickup));
  expect(won(delivered)).toHaveLength(40);
  const rotated = await each((store, pickup) => store.rotate(createRotation(pickup)));
  expect(won(rotated)).toHaveLength(40);
});

test('pickups that come again and deliveries hold families in one order, so that none waits in a ring', async () => {
  const { pool } = database();
  const [first, second] = [replica(), replica()];
  const pickups = (await open(first, 2)).toSorted((a, b) => (a.device.id < b.device.id ? 1 : -1));
  const blocker = await pool.connect();
  await blocker.query('begin');
  await blocker.query('select from refresh_families where id = $1 for update', [pickups[0]?.device.id]);
  const delivered = Promise.all(pickups.map((one) => first.deliver(one)));
  await untilBlocked(1);
  const opened = Promise.all(
    pickups.map((one) => second.open({ ...one, claim: 2, tokenHash: randomHash() })),
  );
  await untilBlocked(2);
  await blocker.query('commit');
  blocker.release();
  expect(await Promise.all([delivered, opened])).toEqual([
    [true, true],
    [false, false],
  ]);
});

test('one who ends every family of a person waits for no rotation in a ring', async () => {
  const replicas = [replica(), replica()];
  const userId = randomUUID();
  const approval = createApproval({ userId });
  const pickups = Array.from({ length: 40 }, () => createPickup({ approval }));
  await Promise.all(pickups.map((pickup) => replicas[0]!.open(pickup)));
  const [rotated, revoked] = await Promise.all([
    Promise.all(
      replicas.flatMap((store, index) =>
        (index === 0 ? pickups : pickups.toReversed()).map((one) => store.rotate(createRotation(one))),
      ),
    ),
    replicas[1]!.revokeAll({ userId }, 'user', startMs + 1),
  ]);
  expect(revoked).toBe(40);
  expect(won(rotated).length).toBeLessThanOrEqual(40);
});

test('one who ends every consent of a person holds them in the order of pickups', async () => {
  const { pool, database: prisma } = database();
  const userId = randomUUID();
  for (const [clientId, at] of [
    ['b', startMs],
    ['a', startMs - 1],
  ] as const) {
    const time = new Date(at);
    await prisma.consent.create({
      data: { userId, clientId, clientName: clientId, createdAt: time, updatedAt: time },
    });
  }
  const pickup = await pool.connect();
  const hold = (clientId: string) =>
    pickup.query('select from consents where user_id = $1 and client_id = $2 for update nowait', [
      userId,
      clientId,
    ]);
  await pickup.query('begin');
  await hold('a');
  const revoked = createConsentStore(prisma).revokeAll(userId, startMs);
  await untilBlocked(1);
  const held = await hold('b').catch((error: unknown) => error);
  await pickup.query('rollback');
  pickup.release();
  await revoked;
  expect(held).toMatchObject({ rowCount: 1 });
  expect(await prisma.consent.count({ where: { userId, revokedAt: null } })).toBe(0);
});

test('PostgreSQL plans each of these statements for a connection, and not each time', async () => {
  const pool = createPostgresPool(database().url, { size: 1, name: 'sso-test' });
  const store = createFamilyStore(pool);
  for (let turn = 0; turn < 10; turn += 1) {
    const pickup = createPickup();
    await store.open(pickup);
    await store.deliver(pickup);
    await store.findById(pickup.device.id);
    await store.rotate(createRotation(pickup));
  }
  const { rows } = await pool.query<{ statement: string; plans: number }>(
    'select statement, custom_plans::int as plans from pg_prepared_statements',
  );
  await pool.end();
  expect(rows).toHaveLength(4);
  // PostgreSQL tries five plans for the values that it gets before it settles for one for all.
  expect(rows.filter(({ plans }) => plans > 5)).toEqual([]);
});
