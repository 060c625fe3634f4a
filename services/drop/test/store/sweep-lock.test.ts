import { createPostgresPool, withClient } from '@latchkey/database';
import { useTestDatabase } from '@latchkey/testing';
import { createUpkeepStore } from '../../src/store/upkeep-store.ts';

const batch = { rows: 1000, bytes: 1024 };
const overdue = `insert into drops (id, owner, status, anonymous, created_at, expires_at)
  select name, 'o', 'reserved', false, now(), now() - interval '1 second' from unnest($1::text[]) as name`;

const database = useTestDatabase('drop', (url) => {
  const pool = createPostgresPool(url, { size: 2, name: 'drop' });
  return { url, upkeep: createUpkeepStore(pool), close: () => pool.end() };
});
beforeEach(() => withClient(database().url, (client) => client.query('delete from drops')));

test('while one process sweeps, another process changes nothing', async () => {
  const { url, upkeep } = database();
  await withClient(url, async (sweeping) => {
    await sweeping.query(overdue, [['a']]);
    await sweeping.query('begin');
    await sweeping.query('select pg_advisory_xact_lock(4003)');
    expect(await upkeep.shredExpired(batch)).toBe(0);
    expect(await upkeep.removeEnded(batch, 0)).toBe(0);
    await sweeping.query('commit');
    expect(await upkeep.shredExpired(batch)).toBe(1);
    expect(await upkeep.removeEnded(batch, 0)).toBe(1);
  });
});

test('a sweep and a cleanup skip locked rows instead of waiting', async () => {
  const { url, upkeep } = database();
  const admin = { id: 'admin-1', requestId: 'r' };
  await withClient(url, async (holding) => {
    await holding.query(overdue, [['held', 'free']]);
    await holding.query('begin');
    await holding.query(`select 1 from drops where id = 'held' for update`);
    expect(await upkeep.shredExpired(batch)).toBe(1);
    expect(await upkeep.cleanUp(batch, 0, admin)).toEqual({ scanned: 1, deleted: 1 });
    await holding.query('rollback');
    expect(await upkeep.cleanUp(batch, 0, admin)).toEqual({ scanned: 1, deleted: 1 });
  });
});
