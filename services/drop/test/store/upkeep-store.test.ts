import { randomBytes } from 'node:crypto';
import type { Deposit } from '../../src/drop/drop-store.ts';
import { createDeposit, newId, owner, retentionSeconds, useDropStores } from './drop-stores.ts';

const wide = { rows: 1000, bytes: 1024 * 1024 };
/** Full with two of 100 bytes. */
const narrow = { rows: 1000, bytes: 150 };

describe('upkeep of drops', () => {
  const stores = useDropStores();

  async function storeOne(): Promise<Deposit> {
    const deposit = createDeposit(newId());
    await stores().drops.store(deposit, owner);
    return deposit;
  }

  test('a drop past its date is expired at once: nobody can change it or read its secrets', async () => {
    const { id, sealed } = await storeOne();
    await stores().age(id, 60);
    const { drops } = stores();
    expect(await drops.find(id)).toMatchObject({ status: 'expired' });
    expect((await drops.findLocked(id))?.lock).toBeNull();
    expect(await drops.readCiphertext(id, sealed)).toBeUndefined();
    expect(await drops.consume(id, sealed, owner)).toBeUndefined();
    expect(await drops.revoke(id, owner.id, owner)).toBeUndefined();
  });

  test('a sweep shreds expired drops and removes ended drops past their retention', async () => {
    const { id } = await storeOne();
    await stores().age(id, 61);
    expect(await stores().upkeep.shredExpired(wide)).toBeGreaterThanOrEqual(1);
    expect(await stores().upkeep.shredExpired(wide)).toBe(0);
    expect(await stores().drops.find(id)).toMatchObject({ status: 'expired' });
    await stores().upkeep.removeEnded(wide, retentionSeconds);
    expect(await stores().drops.find(id)).toBeDefined();
    await stores().age(id, retentionSeconds);
    expect(await stores().upkeep.removeEnded(wide, retentionSeconds)).toBeGreaterThanOrEqual(1);
    expect(await stores().drops.find(id)).toBeUndefined();
    expect((await stores().events(id)).map(({ event }) => event)).toEqual(['stored', 'expired', 'removed']);
  });

  /** Three overdue drops of 100 bytes, and no other. */
  async function storeLarge(): Promise<void> {
    await stores().age(newId(), 61);
    await stores().upkeep.cleanUp(wide, retentionSeconds, owner);
    const ids = [newId(), newId(), newId()];
    for (const id of ids) {
      const { sealed, ...deposit } = createDeposit(id);
      await stores().drops.store({ ...deposit, sealed: { ...sealed, ciphertext: randomBytes(100) } }, owner);
    }
    for (const id of ids) await stores().age(id, 61);
  }

  test('a batch of large payloads ends when it reaches its bytes, so that it ends in time', async () => {
    await storeLarge();
    expect(await stores().upkeep.shredExpired(narrow)).toBe(2);
    expect(await stores().upkeep.shredExpired({ rows: 1000, bytes: 1 })).toBe(1);
    expect(await stores().upkeep.shredExpired(wide)).toBe(0);
    await storeLarge();
    expect(await stores().upkeep.cleanUp(narrow, retentionSeconds, owner)).toEqual({
      scanned: 2,
      deleted: 2,
    });
    expect(await stores().upkeep.cleanUp(narrow, retentionSeconds, owner)).toEqual({
      scanned: 1,
      deleted: 1,
    });
  });

  test('cleanup of one drop looks at that drop only', async () => {
    const admin = { id: 'admin-1', requestId: 'request-3' };
    const live = await storeOne();
    expect(await stores().upkeep.cleanUpOne(newId(), retentionSeconds, admin)).toEqual({
      scanned: 0,
      deleted: 0,
    });
    expect(await stores().upkeep.cleanUpOne(live.id, retentionSeconds, admin)).toEqual({
      scanned: 1,
      deleted: 0,
    });
    await stores().drops.consume(live.id, live.sealed, owner);
    expect(await stores().upkeep.cleanUpOne(live.id, retentionSeconds, admin)).toEqual({
      scanned: 1,
      deleted: 0,
    });
    await stores().age(live.id, retentionSeconds);
    expect(await stores().upkeep.cleanUpOne(live.id, retentionSeconds, admin)).toEqual({
      scanned: 1,
      deleted: 1,
    });
    const overdue = await storeOne();
    await stores().age(overdue.id, 61);
    expect(await stores().upkeep.cleanUpOne(overdue.id, retentionSeconds, admin)).toEqual({
      scanned: 1,
      deleted: 1,
    });
    expect((await stores().events(overdue.id)).at(-1)).toMatchObject({ event: 'deleted', actor: 'admin-1' });
  });
});
