import type { Deposit } from '../../src/drop/drop-store.ts';
import { assertStored, createDeposit, newId, owner, stranger, useDropStores } from './drop-stores.ts';

describe('drops', () => {
  const stores = useDropStores();

  async function storeOne(): Promise<Deposit> {
    const deposit = createDeposit(newId());
    await stores().drops.store(deposit, owner);
    return deposit;
  }

  test.each([
    ['the date', 86_400, 30_000],
    ['the date, without a ttl', null, 30_000],
    ['the ttl', 1, 1_000],
  ])('the earliest of ttl and date wins: %s', async (_which, ttlSeconds, expectedMs) => {
    const { id } = await storeOne();
    const untilMs = Number((await stores().drops.find(id))?.asOf) + 30_000;
    const given = { ...createDeposit(newId()), term: { ttlSeconds, untilMs } };
    const stored = assertStored(await stores().drops.store(given, owner));
    const fromMs = expectedMs === 30_000 ? untilMs - 30_000 : Number(stored.createdAt);
    expect(Number(stored.expiresAt)).toBe(fromMs + expectedMs);
  });

  test('a reservation is activated once, by its owner, and keeps its expiry unless a term is given', async () => {
    const deposit = createDeposit(newId());
    const { drops } = stores();
    const { expiresAt } = assertStored(await drops.reserve(deposit, owner));
    expect(
      await drops.activate({ ...deposit, owner: stranger.id, term: null, event: 'activated' }, stranger),
    ).toBeUndefined();
    expect(await drops.activate({ ...deposit, term: null, event: 'activated' }, owner)).toMatchObject({
      status: 'active',
      expiresAt,
    });
    expect(await drops.activate({ ...deposit, term: null, event: 'activated' }, owner)).toBeUndefined();
    expect((await stores().events(deposit.id)).map(({ event }) => event)).toEqual(['reserved', 'activated']);
  });

  describe('the quota of an owner', () => {
    /** Drops of an owner who may keep so much; the ciphertext of each has 21 bytes. */
    function createKeeper(maxDrops: number, maxBytes: number) {
      const actor = { id: `keeper-${newId()}`, requestId: null };
      const createDrop = (id = newId()): Deposit => ({
        ...createDeposit(id),
        owner: actor.id,
        quota: { maxDrops, maxBytes },
      });
      return {
        actor,
        store: (id?: string) => stores().drops.store(createDrop(id), actor),
        reserve: (id?: string) => stores().drops.reserve(createDrop(id), actor),
        activate: (id: string) =>
          stores().drops.activate({ ...createDrop(id), term: null, event: 'activated' }, actor),
      };
    }

    test('bytes count from the storing on, at the activation too', async () => {
      const { actor, reserve, store, activate } = createKeeper(0, 42);
      const [first, second] = [newId(), newId()];
      await reserve(first);
      await reserve(second);
      expect(await store()).toMatchObject({ status: 'active' });
      expect(await activate(first)).toMatchObject({ status: 'active' });
      expect(await activate(second)).toBe('quota_exceeded');
      expect(await stores().drops.find(second)).toMatchObject({ status: 'reserved' });
      await stores().drops.revoke(first, actor.id, actor);
      expect(await activate(second)).toMatchObject({ status: 'active' });
    });

    test('an activation adds no drop', async () => {
      const { reserve, activate } = createKeeper(1, 0);
      const id = newId();
      await reserve(id);
      expect(await activate(id)).toMatchObject({ status: 'active' });
    });

    test('consume, revoke, delete and upkeep give back, each once', async () => {
      const { actor, store } = createKeeper(1, 0);
      const ends: ((id: string) => Promise<unknown>)[] = [
        async (id) => {
          const lock = (await stores().drops.findLocked(id))?.lock;
          return lock && stores().drops.consume(id, lock, actor);
        },
        (id) => stores().drops.revoke(id, actor.id, actor),
        (id) => stores().drops.remove(id, actor.id, actor),
        (id) =>
          stores()
            .upkeep.shredExpired({ rows: 1000, bytes: 1024 * 1024 })
            .then(() => id),
        (id) => stores().upkeep.cleanUpOne(id, 60, actor),
        (id) =>
          stores()
            .upkeep.cleanUp({ rows: 1000, bytes: 1024 * 1024 }, 60, actor)
            .then(() => id),
      ];
      for (const [index, end] of ends.entries()) {
        const id = newId();
        expect(await store(id)).toMatchObject({ id });
        expect(await store()).toBe('quota_exceeded');
        if (index > 2) await stores().age(id, 61);
        await end(id);
        if (index < 2) await stores().drops.remove(id, actor.id, actor);
      }
      expect(await store()).toMatchObject({ status: 'active' });
      expect(await store()).toBe('quota_exceeded');
    });
  });

  test('consume shreds, writes the receipt, and works once', async () => {
    const { id, sealed } = await storeOne();
    const by = { id: 'anonymous', requestId: 'request-9', callerRequestId: 'theirs' };
    const consumed = await stores().drops.consume(id, sealed, by);
    expect(consumed).toMatchObject({
      status: 'consumed',
      consumedBy: 'anonymous',
      consumeRequestId: 'request-9',
      callerRequestId: 'theirs',
    });
    expect(consumed?.consumedAt).not.toBeNull();
    expect(await stores().drops.consume(id, sealed, by)).toBeUndefined();
    expect((await stores().drops.findLocked(id))?.lock).toBeNull();
    expect(await stores().drops.readCiphertext(id, sealed)).toBeUndefined();
    expect((await stores().events(id)).map(({ event, actor }) => [event, actor])).toEqual([
      ['stored', 'user-1'],
      ['consumed', 'anonymous'],
    ]);
  });

  test('consume does nothing with other secrets, such as those of an earlier drop of that id', async () => {
    const { id, sealed } = await storeOne();
    const other = createDeposit(id).sealed;
    expect(await stores().drops.consume(id, { ...sealed, salt: other.salt }, owner)).toBeUndefined();
    expect(await stores().drops.consume(id, { ...sealed, verifier: other.verifier }, owner)).toBeUndefined();
    expect(await stores().drops.readCiphertext(id, { ...sealed, salt: other.salt })).toBeUndefined();
    expect(await stores().drops.readCiphertext(id, { ...sealed, verifier: other.verifier })).toBeUndefined();
    expect(await stores().drops.find(id)).toMatchObject({ status: 'active' });
  });

  test('a consumed drop stays consumed when its date passes', async () => {
    const { id, sealed } = await storeOne();
    await stores().drops.consume(id, sealed, owner);
    await stores().age(id, 61);
    expect(await stores().drops.find(id)).toMatchObject({ status: 'consumed' });
  });

  test('a drop past its date is expired at once: nobody can change it or read its secrets', async () => {
    const { id, sealed } = await storeOne();
    await stores().age(id, 60);
    expect(await stores().drops.find(id)).toMatchObject({ status: 'expired' });
    expect((await stores().drops.findLocked(id))?.lock).toBeNull();
    expect(await stores().drops.readCiphertext(id, sealed)).toBeUndefined();
    expect(await stores().drops.consume(id, sealed, owner)).toBeUndefined();
    expect(await stores().drops.revoke(id, owner.id, owner)).toBeUndefined();
  });

  test('revoke shreds only a live drop of its owner', async () => {
    const { id, sealed } = await storeOne();
    expect(await stores().drops.revoke(id, stranger.id, stranger)).toBeUndefined();
    expect(await stores().drops.revoke(id, owner.id, owner)).toMatchObject({ status: 'revoked' });
    expect(await stores().drops.revoke(id, owner.id, owner)).toBeUndefined();
    expect(await stores().drops.consume(id, sealed, owner)).toBeUndefined();
  });
});
