import { randomBytes } from 'node:crypto';
import type { Deposit } from '../../src/drop/drop-store.ts';
import {
  createDeposit,
  createMemoryTwin,
  createPostgresTwin,
  newId,
  owner,
  retentionSeconds,
  type Twin,
} from './drop-twins.ts';

const wide = { rows: 1000, bytes: 1024 * 1024 };
/** Full with two of 100 bytes. */
const narrow = { rows: 1000, bytes: 150 };

describe.each([
  ['memory', createMemoryTwin],
  ['PostgreSQL', createPostgresTwin],
])('upkeep of drops in %s', (_name, createTwin) => {
  let twin: Twin;
  beforeAll(async () => {
    twin = await createTwin();
  });
  afterAll(() => twin.close());

  async function storeOne(): Promise<Deposit> {
    const deposit = createDeposit(newId());
    await twin.drops.store(deposit, owner);
    return deposit;
  }

  test('a sweep shreds expired drops and removes tombstones past retention', async () => {
    const { id } = await storeOne();
    await twin.age(id, 61);
    expect(await twin.upkeep.shredExpired(wide)).toBeGreaterThanOrEqual(1);
    expect(await twin.upkeep.shredExpired(wide)).toBe(0);
    expect(await twin.drops.find(id)).toMatchObject({ status: 'expired' });
    await twin.upkeep.removeEnded(wide, retentionSeconds);
    expect(await twin.drops.find(id)).toBeDefined();
    await twin.age(id, retentionSeconds);
    expect(await twin.upkeep.removeEnded(wide, retentionSeconds)).toBeGreaterThanOrEqual(1);
    expect(await twin.drops.find(id)).toBeUndefined();
    expect((await twin.events(id)).map(({ event }) => event)).toEqual(['stored', 'expired', 'removed']);
  });

  /** Three overdue drops of 100 bytes, and no other. */
  async function storeLarge(): Promise<void> {
    await twin.age(newId(), 61);
    await twin.upkeep.cleanUp(wide, retentionSeconds, owner);
    const ids = [newId(), newId(), newId()];
    for (const id of ids) {
      const { sealed, ...deposit } = createDeposit(id);
      await twin.drops.store({ ...deposit, sealed: { ...sealed, ciphertext: randomBytes(100) } }, owner);
    }
    for (const id of ids) await twin.age(id, 61);
  }

  test('a batch of large payloads ends at its bytes, so that it is done in time', async () => {
    await storeLarge();
    expect(await twin.upkeep.shredExpired(narrow)).toBe(2);
    expect(await twin.upkeep.shredExpired({ rows: 1000, bytes: 1 })).toBe(1);
    expect(await twin.upkeep.shredExpired(wide)).toBe(0);
    await storeLarge();
    expect(await twin.upkeep.cleanUp(narrow, retentionSeconds, owner)).toEqual({ scanned: 2, deleted: 2 });
    expect(await twin.upkeep.cleanUp(narrow, retentionSeconds, owner)).toEqual({ scanned: 1, deleted: 1 });
  });

  test('cleanup of one looks at that one', async () => {
    const admin = { id: 'admin-1', requestId: 'request-3' };
    const live = await storeOne();
    expect(await twin.upkeep.cleanUpOne(newId(), retentionSeconds, admin)).toEqual({
      scanned: 0,
      deleted: 0,
    });
    expect(await twin.upkeep.cleanUpOne(live.id, retentionSeconds, admin)).toEqual({
      scanned: 1,
      deleted: 0,
    });
    await twin.drops.consume(live.id, live.sealed, owner);
    expect(await twin.upkeep.cleanUpOne(live.id, retentionSeconds, admin)).toEqual({
      scanned: 1,
      deleted: 0,
    });
    await twin.age(live.id, retentionSeconds);
    expect(await twin.upkeep.cleanUpOne(live.id, retentionSeconds, admin)).toEqual({
      scanned: 1,
      deleted: 1,
    });
    const overdue = await storeOne();
    await twin.age(overdue.id, 61);
    expect(await twin.upkeep.cleanUpOne(overdue.id, retentionSeconds, admin)).toEqual({
      scanned: 1,
      deleted: 1,
    });
    expect((await twin.events(overdue.id)).at(-1)).toMatchObject({ event: 'deleted', actor: 'admin-1' });
  });

  test('cleanup of all removes expired drops at once, and nothing live', async () => {
    const overdue = await storeOne();
    await twin.age(overdue.id, 61);
    const live = await storeOne();
    const { scanned, deleted } = await twin.upkeep.cleanUp(wide, retentionSeconds, owner);
    expect(scanned).toBe(deleted);
    expect(deleted).toBeGreaterThanOrEqual(1);
    expect(await twin.drops.find(overdue.id)).toBeUndefined();
    expect(await twin.drops.find(live.id)).toMatchObject({ status: 'active' });
    expect(await twin.upkeep.cleanUp(wide, retentionSeconds, owner)).toEqual({ scanned: 0, deleted: 0 });
  });
});
