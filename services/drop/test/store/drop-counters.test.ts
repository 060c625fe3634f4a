import { randomBytes } from 'node:crypto';
import { createPostgresPool, withClient } from '@latchkey/database';
import { useTestDatabase } from '@latchkey/testing';
import fc from 'fast-check';
import type { Actor } from '../../src/drop/drop.ts';
import { createDropStore } from '../../src/store/drop-store.ts';
import { createUpkeepStore } from '../../src/store/upkeep-store.ts';
import { createDeposit } from './drop-stores.ts';

const wide = { rows: 1000, bytes: 1024 * 1024 };
const database = useTestDatabase('drop', (url) => {
  const pool = createPostgresPool(url, { size: 8, name: 'drop' });
  return {
    url,
    pool,
    drops: createDropStore(pool),
    upkeep: createUpkeepStore(pool),
    close: () => pool.end(),
  };
});
beforeEach(() =>
  withClient(database().url, (client) => client.query('delete from drops; select recount_drops()')),
);

/** The counters, and what they must say. */
async function readCounts() {
  const { rows } = await database().pool.query<{ counted: unknown; held: unknown }>(`select
    (select json_build_object('total', (select sum(rows) from drop_counters), 'owners', coalesce(json_agg(o), '[]')) from (
      select owner, sum(drops) as drops, sum(bytes) as bytes from drop_counters group by owner
      having sum(drops) <> 0 or sum(bytes) <> 0 order by owner) o) as counted,
    (select json_build_object('total', (select count(*) from drops), 'owners', coalesce(json_agg(o), '[]')) from (
      select owner, count(*) as drops, coalesce(sum(octet_length(ciphertext)), 0) as bytes from drops
      where status in ('reserved', 'active') group by owner order by owner) o) as held`);
  return rows[0];
}

const owners = ['owner-a', 'owner-b', 'owner-c'];
const acts = [
  'reserve',
  'store',
  'store',
  'activate',
  'consume',
  'revoke',
  'remove',
  'age',
  'shred',
  'removeEnded',
  'cleanUp',
  'cleanUpOne',
] as const;

/** One operation on one of few ids, so that operations meet; most of them find something to do. */
async function act(name: (typeof acts)[number], id: string, ownerId: string): Promise<unknown> {
  const { drops, upkeep, pool } = database();
  const actor: Actor = { id: ownerId, requestId: null };
  const given = createDeposit(id);
  const ciphertext = randomBytes(16 + Math.floor(Math.random() * 100));
  const deposit = { ...given, owner: ownerId, sealed: { ...given.sealed, ciphertext } };
  const consume = async () => {
    const lock = (await drops.findLocked(id))?.lock;
    return lock && drops.consume(id, lock, actor);
  };
  const run = {
    reserve: () => drops.reserve(deposit, actor),
    store: () => drops.store(deposit, actor),
    activate: () => drops.activate({ ...deposit, term: null, event: 'activated' }, actor),
    consume,
    revoke: () => drops.revoke(id, ownerId, actor),
    remove: () => drops.remove(id, ownerId, actor),
    age: () => pool.query(`update drops set expires_at = expires_at - interval '1 day' where id = $1`, [id]),
    shred: () => upkeep.shredExpired(wide),
    removeEnded: () => upkeep.removeEnded(wide, 0),
    cleanUp: () => upkeep.cleanUp(wide, 0, actor),
    cleanUpOne: () => upkeep.cleanUpOne(id, 3600, actor),
  };
  return run[name]();
}

const operation = fc.tuple(
  fc.constantFrom(...acts),
  fc.constantFrom('d1', 'd2', 'd3', 'd4', 'd5', 'd6'),
  fc.constantFrom(...owners),
);

test('after any operations of several callers at once, the counters say what the rows say', async () => {
  const callers = fc.array(fc.array(operation, { minLength: 10, maxLength: 30 }), {
    minLength: 2,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(callers, async (each) => {
      await Promise.all(
        each.map(async (operations) => {
          for (const [name, id, ownerId] of operations) await act(name, id, ownerId);
        }),
      );
      const counts = await readCounts();
      expect(counts?.counted).toEqual(counts?.held);
    }),
    { numRuns: 20 },
  );
});

test('an owner who keeps nothing leaves no counter when their last drop is removed', async () => {
  const { drops, upkeep, pool } = database();
  const readOwners = async () =>
    (
      await pool.query<{ owner: string }>(
        `select distinct owner from drop_counters where owner <> '' order by owner`,
      )
    ).rows.map(({ owner }) => owner);
  for (const id of ['gone', 'kept']) {
    const actor = { id: `owner-${id}`, requestId: null };
    await Promise.all(
      ['a', 'b', 'c'].map((part) =>
        drops.store({ ...createDeposit(`${id}-${part}`), owner: actor.id }, actor),
      ),
    );
    await drops.revoke(`${id}-a`, actor.id, actor);
  }
  const gone = { id: 'owner-gone', requestId: null };
  await Promise.all(['gone-b', 'gone-c'].map((id) => drops.revoke(id, gone.id, gone)));
  expect(await readOwners()).toEqual(['owner-gone', 'owner-kept']);
  expect(await upkeep.removeEnded(wide, 0)).toBe(4);
  expect(await readOwners()).toEqual(['owner-kept']);
  const counts = await readCounts();
  expect(counts?.counted).toEqual(counts?.held);
});

test('a recount puts right what was written by other means than the service', async () => {
  const { drops, pool } = database();
  await drops.store(createDeposit('counted'), { id: 'user-1', requestId: null });
  await pool.query(`insert into drops (id, owner, status, anonymous, created_at, expires_at)
    values ('uncounted', 'user-2', 'reserved', false, now(), now() + interval '1 day')`);
  await pool.query('update drops set sealed_bytes = 0');
  await pool.query('select recount_drops()');
  const counts = await readCounts();
  expect(counts?.counted).toEqual({
    total: 2,
    owners: [
      { owner: 'user-1', drops: 1, bytes: 21 },
      { owner: 'user-2', drops: 1, bytes: 0 },
    ],
  });
  expect(counts?.counted).toEqual(counts?.held);
});
