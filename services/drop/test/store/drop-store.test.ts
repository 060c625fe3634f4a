import type { Deposit } from '../../src/drop/drop-store.ts';
import {
  assertStored,
  createDeposit,
  firstPage,
  newId,
  owner,
  stranger,
  useDropStores,
} from './drop-stores.ts';

describe('drops', () => {
  const stores = useDropStores();

  async function storeOne(): Promise<Deposit> {
    const deposit = createDeposit(newId());
    await stores().drops.store(deposit, owner);
    return deposit;
  }

  test('a stored drop is found as it was given, with its secrets', async () => {
    const deposit = await storeOne();
    const { sealed, term: _term, quota: _quota, ...given } = deposit;
    const found = await stores().drops.findLocked(deposit.id);
    expect(found?.drop).toMatchObject({ ...given, status: 'active', consumedAt: null, revokedAt: null });
    expect(found?.drop.metadata).toBe(given.metadata);
    expect(found?.drop.activatedAt).toEqual(found?.drop.createdAt);
    expect(Number(found?.drop.expiresAt) - Number(found?.drop.createdAt)).toBe(60_000);
    expect(Buffer.from(found?.lock?.salt ?? []).equals(Buffer.from(sealed.salt))).toBe(true);
    expect(found?.lock).toMatchObject({ kdf: 'random', pepperKid: 'p1' });
    const kept = await stores().drops.readCiphertext(deposit.id, sealed);
    expect(Buffer.from(kept?.ciphertext ?? []).equals(Buffer.from(sealed.ciphertext))).toBe(true);
    expect(Buffer.from(kept?.nonce ?? []).equals(Buffer.from(sealed.nonce))).toBe(true);
    expect(await stores().events(deposit.id)).toEqual([
      {
        owner: 'user-1',
        event: 'stored',
        actor: 'user-1',
        requestId: 'request-1',
        callerRequestId: null,
        reason: null,
      },
    ]);
  });

  test('an id that is in use is refused to everybody, and nothing is written', async () => {
    const deposit = await storeOne();
    expect(
      await stores().drops.store({ ...createDeposit(deposit.id), owner: stranger.id }, stranger),
    ).toBeUndefined();
    expect(await stores().drops.reserve(createDeposit(deposit.id), owner)).toBeUndefined();
    expect(await stores().events(deposit.id)).toHaveLength(1);
  });

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
    const reserved = assertStored(await stores().drops.reserve(deposit, owner));
    expect(reserved).toMatchObject({
      status: 'reserved',
      size: null,
      payloadFormat: null,
      activatedAt: null,
    });
    const foreign = { ...deposit, owner: stranger.id, term: null };
    expect(await stores().drops.activate(foreign, stranger)).toBeUndefined();
    const active = await stores().drops.activate({ ...deposit, kind: 'other', term: null }, owner);
    expect(active).toMatchObject({
      status: 'active',
      kind: 'other',
      expiresAt: reserved.expiresAt,
      size: 5,
    });
    expect(await stores().drops.activate({ ...deposit, term: null }, owner)).toBeUndefined();
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
        activate: (id: string) => stores().drops.activate({ ...createDrop(id), term: null }, actor),
      };
    }

    test('reserved and active drops count, and nothing is written beyond the limit', async () => {
      const { reserve, store } = createKeeper(2, 0);
      expect([await reserve(), await store()]).toMatchObject([{ status: 'reserved' }, { status: 'active' }]);
      const id = newId();
      expect([await store(id), await reserve(id)]).toEqual(['quota_exceeded', 'quota_exceeded']);
      expect(await stores().events(id)).toEqual([]);
      expect(await stores().drops.find(id)).toBeUndefined();
    });

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

    test('it is the last check: an id that is taken, and a drop that is not reserved, come first', async () => {
      const { store, reserve, activate } = createKeeper(1, 21);
      const id = newId();
      await store(id);
      expect([await store(id), await reserve(id), await activate(id)]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
      expect(await activate(newId())).toBeUndefined();
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

    test('another owner is not touched', async () => {
      const full = createKeeper(1, 0);
      await full.store();
      expect(await full.store()).toBe('quota_exceeded');
      expect(await createKeeper(1, 0).store()).toMatchObject({ status: 'active' });
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

  test('asked with an owner, another owner’s drop is not there', async () => {
    const { id } = await storeOne();
    expect(await stores().drops.find(id, stranger.id)).toBeUndefined();
    expect(await stores().drops.findLocked(id, stranger.id)).toBeUndefined();
    expect(await stores().drops.find(id, owner.id)).toMatchObject({ id });
    expect(await stores().drops.findLocked(id, owner.id)).toMatchObject({ drop: { id } });
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

  test('remove frees the id, for the owner only', async () => {
    const { id } = await storeOne();
    expect(await stores().drops.remove(id, stranger.id, stranger)).toBe(false);
    expect(await stores().drops.remove(id, owner.id, owner)).toBe(true);
    expect(await stores().drops.remove(id, owner.id, owner)).toBe(false);
    expect(await stores().drops.find(id)).toBeUndefined();
    expect(await stores().drops.store(createDeposit(id), owner)).toMatchObject({ status: 'active' });
  });

  test('a denial is recorded', async () => {
    const { id } = await storeOne();
    await stores().drops.record({
      event: 'denied',
      drop: { id, owner: owner.id },
      actor: stranger,
      reason: 'invalid_key',
    });
    expect((await stores().events(id)).at(-1)).toEqual({
      owner: 'user-1',
      event: 'denied',
      actor: 'user-2',
      requestId: 'request-2',
      callerRequestId: null,
      reason: 'invalid_key',
    });
  });

  test('lists filter by owner, derived status and kind, and count what they filter', async () => {
    const lister = { id: `lister-${newId()}`, requestId: null };
    const ids = [newId(), newId(), newId()] as const;
    const [expired, consumed] = ids;
    for (const id of ids) await stores().drops.store({ ...createDeposit(id), owner: lister.id }, lister);
    const lock = (await stores().drops.findLocked(consumed))?.lock;
    if (lock) await stores().drops.consume(consumed, lock, lister);
    const all = { status: null, kind: null };
    expect((await stores().drops.listOwn(lister.id, all, firstPage(2))).totalCount).toBe(3);
    const page = await stores().drops.listOwn(lister.id, { status: 'consumed', kind: 'note' }, firstPage(2));
    expect(page.items.map(({ id }) => id)).toEqual([consumed]);
    expect(
      (await stores().drops.listOwn(lister.id, { status: null, kind: 'none' }, firstPage(2))).totalCount,
    ).toBe(0);
    await stores().age(expired, 61);
    const overdue = await stores().drops.listOwn(lister.id, { status: 'expired', kind: null }, firstPage(5));
    expect(overdue.items.map(({ id }) => id)).toContain(expired);
  });

  test('the list of all has an exact total after stores, removals and cleanups', async () => {
    const all = { status: null, kind: null };
    const total = async () => (await stores().drops.listAll(all, firstPage(1))).totalCount;
    const before = await total();
    const stored = await Promise.all(Array.from({ length: 12 }, () => storeOne()));
    expect(await total()).toBe(before + 12);
    await Promise.all(stored.slice(0, 5).map(({ id }) => stores().drops.remove(id, owner.id, owner)));
    expect(await total()).toBe(before + 7);
  });
});
