import { withClient } from '@latchkey/migrations';
import { createTestDatabase } from '@latchkey/testing';
import { openDatabase } from '../../src/store/open-database.ts';
import { createPrismaDropKeeper } from '../../src/store/prisma-drop-keeper.ts';

const batch = { rows: 1000, bytes: 1024 };
const overdue = `insert into drops (id, owner, status, anonymous, created_at, expires_at)
  select name, 'o', 'reserved', false, now(), now() - interval '1 second' from unnest($1::text[]) as name`;

async function openKeeper() {
  const database = await createTestDatabase({ service: 'drop' });
  const prisma = openDatabase(database.url, 2);
  const close = async () => {
    await prisma.$disconnect();
    await database.drop();
  };
  return { url: database.url, keeper: createPrismaDropKeeper(prisma), close };
}

test('while one process sweeps, another leaves everything to it', async () => {
  const { url, keeper, close } = await openKeeper();
  await withClient(url, async (sweeping) => {
    await sweeping.query(overdue, [['a']]);
    await sweeping.query('begin');
    await sweeping.query('select pg_advisory_xact_lock(4003)');
    expect(await keeper.shredExpired(batch)).toBe(0);
    expect(await keeper.removeEnded(batch, 0)).toBe(0);
    await sweeping.query('commit');
    expect(await keeper.shredExpired(batch)).toBe(1);
    expect(await keeper.removeEnded(batch, 0)).toBe(1);
  });
  await close();
});

test('a sweep and a cleanup pass over rows in use, and wait for nobody', async () => {
  const { url, keeper, close } = await openKeeper();
  const admin = { id: 'admin-1', requestId: 'r' };
  await withClient(url, async (holding) => {
    await holding.query(overdue, [['held', 'free']]);
    await holding.query('begin');
    await holding.query(`select 1 from drops where id = 'held' for update`);
    expect(await keeper.shredExpired(batch)).toBe(1);
    expect(await keeper.cleanUp(batch, 0, admin)).toEqual({ scanned: 1, deleted: 1 });
    await holding.query('rollback');
    expect(await keeper.cleanUp(batch, 0, admin)).toEqual({ scanned: 1, deleted: 1 });
  });
  await close();
});
