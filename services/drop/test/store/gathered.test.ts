import { randomBytes } from 'node:crypto';
import { createPostgresPool, isDependencyLost, withClient } from '@latchkey/database';
import { useTestDatabase } from '@latchkey/testing';
import type { Deposit, DropStore } from '../../src/drop/drop-store.ts';
import type { Actor } from '../../src/drop/drop.ts';
import { createDropStore } from '../../src/store/drop-store.ts';
import { assertStored, createDeposit, newId, owner, stranger } from './drop-stores.ts';

/** Two stores on one database, as two processes have them. */
const database = useTestDatabase('drop', (url) => {
  const pools = [1, 2].map(() => createPostgresPool(url, { size: 4, name: 'drop' }));
  return {
    stores: pools.map(createDropStore),
    query: (sql: string, values: unknown[]) => pools[0]?.query(sql, values),
    /** Holds locks while `act` runs, which may cut off every connection that waits for them. */
    holding: (sql: string, ids: string[], act: (cutOff: () => Promise<void>) => Promise<void>) =>
      withClient(url, async (client) => {
        await client.query('begin');
        await client.query(sql, [ids]);
        const terminate = `select pg_terminate_backend(pid) from pg_stat_activity
          where pg_backend_pid() = any(pg_blocking_pids(pid))`;
        await act(async () => {
          // A transaction goes on seeing the connections that it saw first.
          do await client.query('select pg_stat_clear_snapshot()');
          while ((await client.query(terminate)).rowCount === 0);
        });
      }),
    close: async () => void (await Promise.all(pools.map((pool) => pool.end()))),
  };
});

const store = (): DropStore => database().stores[0] as DropStore;
const times = <Result>(count: number, make: (index: number) => Result): Result[] =>
  Array.from({ length: count }, (_, index) => make(index));

async function countEvents(ids: readonly string[], event: string): Promise<number> {
  const sql = 'select 1 from drop_events where drop_id = any($1) and event = $2';
  return (await database().query(sql, [ids, event]))?.rowCount ?? 0;
}

describe('new drops that come at the same moment', () => {
  test('each is answered and kept as it was given', async () => {
    const actors = times(40, (index): Actor => ({ id: `owner-${index % 3}`, requestId: `request-${index}` }));
    const deposits = actors.map(({ id }, index) => ({
      ...createDeposit(`each-${index}`),
      owner: id,
      metadata: index % 2 === 0 ? null : JSON.stringify({ 'a"\\,{}': [`NULL ${index}`, 'ü'] }),
      kind: index % 2 === 0 ? null : 'NULL',
      sealed: { ...createDeposit('').sealed, ciphertext: randomBytes(index === 7 ? 20_000 : index + 17) },
    }));
    const stored = await Promise.all(
      deposits.map((deposit, index) => store().store(deposit, actors[index] as Actor)),
    );
    expect(stored).toMatchObject(
      deposits.map(({ sealed: _sealed, term: _term, quota: _quota, ...given }) => ({
        ...given,
        status: 'active',
      })),
    );
    const isKept = async ({ id, sealed }: (typeof deposits)[number]) => {
      const kept = await store().readCiphertext(id, sealed);
      return [id, Buffer.from(kept?.ciphertext ?? []).equals(sealed.ciphertext)];
    };
    expect(await Promise.all(deposits.map(isKept))).toEqual(deposits.map(({ id }) => [id, true]));
    const sql = `select actor, request_id from drop_events where drop_id like 'each-%' order by drop_id collate "C"`;
    const byId = deposits.map(({ id }, index) => ({ id, actor: actors[index] as Actor }));
    expect((await database().query(sql, []))?.rows).toEqual(
      byId
        .toSorted((left, right) => (left.id < right.id ? -1 : 1))
        .map(({ actor }) => ({ actor: actor.id, request_id: actor.requestId })),
    );
  });

  test('of many for one id, in any mix of reserve and store at two processes, one wins', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = newId();
      const outcomes = await Promise.all(
        times(24, (index) => {
          const [drops, actor] = [database().stores[index % 2] as DropStore, index % 3 ? owner : stranger];
          const given = { ...createDeposit(id), owner: actor.id };
          return index % 4 ? drops.store(given, actor) : drops.reserve(given, actor);
        }),
      );
      expect(outcomes.filter((outcome) => outcome !== undefined)).toHaveLength(1);
      expect((await countEvents([id], 'stored')) + (await countEvents([id], 'reserved'))).toBe(1);
    }
  });

  test('an owner’s drops count together, and who is refused takes no room and no id from the others', async () => {
    const actor = { id: 'keeper', requestId: null };
    const given = (id: string, bytes: number, ownerId = actor.id): Deposit => ({
      ...createDeposit(id),
      owner: ownerId,
      quota: { maxDrops: 5, maxBytes: 1000 },
      sealed: { ...createDeposit(id).sealed, ciphertext: randomBytes(bytes) },
    });
    await store().store(given('kept', 100), actor);
    const outcomes = await Promise.all([
      store().store(given('kept', 100), actor),
      store().store(given('too-large', 901), actor),
      store().store(given('too-large', 20, 'other'), { id: 'other', requestId: null }),
      ...times(4, (index) => store().store(given(`fits-${index}`, 225), actor)),
      store().store(given('one-too-many', 17), actor),
    ]);
    expect(outcomes.slice(0, 2)).toEqual([undefined, 'quota_exceeded']);
    expect(outcomes.slice(2, 7).map((outcome) => assertStored(outcome).id)).toEqual([
      'too-large',
      ...times(4, (index) => `fits-${index}`),
    ]);
    expect(outcomes[7]).toBe('quota_exceeded');
  });

  test('many that come together never pass the limit', async () => {
    const actor = { id: 'crowd', requestId: null };
    const quota = { maxDrops: 7, maxBytes: 0 };
    const outcomes = await Promise.all(
      times(30, () => store().reserve({ ...createDeposit(newId()), owner: actor.id, quota }, actor)),
    );
    const kept = outcomes.filter((outcome) => typeof outcome === 'object');
    expect(kept.length).toBeGreaterThanOrEqual(7);
    // One statement counts its own items; two may be in flight.
    expect(kept.length).toBeLessThanOrEqual(14);
  });
});

describe('takers that come at the same moment', () => {
  test('of many takers of several drops, in opposite orders at two processes, each drop has one', async () => {
    for (let round = 0; round < 10; round += 1) {
      const deposits = times(6, () => createDeposit(newId()));
      await Promise.all(deposits.map((deposit) => store().store(deposit, owner)));
      const takes = [deposits, deposits.toReversed(), deposits, deposits.toReversed()].flatMap((each, at) =>
        each.map(async ({ id, sealed }) => {
          const by = { id: 'taker', requestId: `${at}-${id}` };
          const drops = database().stores[at % 2] as DropStore;
          expect(await drops.findLocked(id, owner.id)).toMatchObject({ drop: { id } });
          return drops.consume(id, sealed, by);
        }),
      );
      const won = (await Promise.all(takes)).filter((drop) => drop !== undefined);
      expect(won.map(({ id }) => id).toSorted()).toEqual(deposits.map(({ id }) => id).toSorted());
      expect(new Set(won.map(({ consumeRequestId }) => consumeRequestId)).size).toBe(6);
      expect(
        await countEvents(
          deposits.map(({ id }) => id),
          'consumed',
        ),
      ).toBe(6);
    }
  });

  test('when the connection is lost, all of them fail, and none is sent again', async () => {
    const deposits = times(6, () => createDeposit(newId()));
    await Promise.all(deposits.map((deposit) => store().store(deposit, owner)));
    const ids = deposits.map(({ id }) => id);
    await database().holding('select from drops where id = any($1) for update', ids, async (cutOff) => {
      const takes = deposits.map(({ id, sealed }) => store().consume(id, sealed, owner));
      const outcomes = Promise.allSettled(takes);
      await cutOff();
      const reasons = (await outcomes).map((one) => one.status === 'rejected' && one.reason);
      expect(reasons.map(isDependencyLost)).toEqual(ids.map(() => true));
    });
    expect(await countEvents(ids, 'consumed')).toBe(0);
    const again = deposits.map(({ id, sealed }) => store().consume(id, sealed, owner));
    expect((await Promise.all(again)).map((drop) => drop?.status)).toEqual(ids.map(() => 'consumed'));
  });

  test('a taker with the lock of an earlier drop of that id takes nothing from the one with the right lock', async () => {
    const deposit = createDeposit(newId());
    await store().store(deposit, owner);
    const stale = createDeposit(deposit.id).sealed;
    const taken = await Promise.all(
      [stale, deposit.sealed, stale].map((lock) => store().consume(deposit.id, lock, owner)),
    );
    expect(taken).toMatchObject([undefined, { id: deposit.id, status: 'consumed' }, undefined]);
  });

  test('each finds and reads its own: another owner’s drop, an unknown id and a wrong lock nothing', async () => {
    const mine = createDeposit(newId());
    const theirs = { ...createDeposit(newId()), owner: stranger.id };
    await Promise.all([store().store(mine, owner), store().store(theirs, stranger)]);
    const found = await Promise.all([
      store().findLocked(theirs.id, owner.id),
      store().findLocked(mine.id, owner.id),
      store().findLocked(newId(), owner.id),
      store().findLocked(theirs.id),
      store().findLocked(mine.id, owner.id),
    ]);
    expect(found.map((one) => one?.drop.id)).toEqual([undefined, mine.id, undefined, theirs.id, mine.id]);
    const read = await Promise.all([
      store().readCiphertext(mine.id, theirs.sealed),
      store().readCiphertext(theirs.id, theirs.sealed),
      store().readCiphertext(mine.id, mine.sealed),
    ]);
    expect(read.map((one) => one && Buffer.from(one.ciphertext))).toEqual([
      undefined,
      theirs.sealed.ciphertext,
      mine.sealed.ciphertext,
    ]);
  });
});
