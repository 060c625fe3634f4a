import { randomBytes } from 'node:crypto';
import { createPostgresPool } from '@latchkey/database';
import { useTestDatabase } from '@latchkey/testing';
import { createDropStore } from '../../src/store/drop-store.ts';
import { createDeposit, firstPage, owner, stranger } from './drop-stores.ts';

type Row = Record<string, unknown>;

/** What PostgreSQL sent: the rows of each statement. */
const sent: Row[][] = [];
const database = useTestDatabase('drop', (url) => {
  const pool = createPostgresPool(url, { size: 2, name: 'drop' });
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<{ rows: Row[] }>;
  const listening = {
    async query(...given: unknown[]) {
      const result = await query(...given);
      sent.push(result.rows);
      return result;
    },
  };
  // The store calls `query` alone.
  return { pool, drops: createDropStore(listening as unknown as typeof pool), close: () => pool.end() };
});

async function readRows(act: () => Promise<unknown>): Promise<Row[][]> {
  sent.length = 0;
  await act();
  return [...sent];
}

const columnsOf = (rows: Row[][]) => rows.flat().flatMap((row) => Object.keys(row));

test.each(['foreign', 'unknown'])('a stranger finds no row by a %s id, in one statement', async (id) => {
  const { drops } = database();
  await drops.store(createDeposit('foreign'), owner);
  expect(await readRows(() => drops.find(id, stranger.id))).toEqual([[]]);
  expect(await readRows(() => drops.findLocked(id, stranger.id))).toEqual([[]]);
});

const longest = 16 * 1024;
test.each([
  ['a short ciphertext of an active drop', longest, 'active', true],
  ['no longer one', longest + 1, 'active', false],
  ['none of an expired drop', 1, 'expired', false],
  ['none of a consumed drop', 1, 'consumed', false],
])('what judges a key is found with %s', async (_what, bytes, status, isFound) => {
  const { drops, pool } = database();
  const id = `${bytes} ${status}`;
  const deposit = createDeposit(id);
  const sealed = { ...deposit.sealed, ciphertext: randomBytes(bytes) };
  await drops.store({ ...deposit, sealed }, owner);
  if (status === 'consumed') await drops.consume(id, sealed, owner);
  if (status === 'expired') await pool.query(`update drops set expires_at = now() where id = $1`, [id]);
  const [[row]] = (await readRows(() => drops.findLocked(id))) as [[Row]];
  expect(row).toMatchObject({ status, ciphertext: isFound ? sealed.ciphertext : null });
  expect(await drops.findLocked(id)).toMatchObject({ sealed: isFound ? {} : null });
});

test('a ciphertext is read only with the right lock', async () => {
  const { drops } = database();
  const { sealed } = createDeposit('d');
  await drops.store({ ...createDeposit('d'), sealed }, owner);
  const other = { ...sealed, verifier: sealed.salt };
  expect(await readRows(() => drops.readCiphertext('d', other))).toEqual([[]]);
  expect(columnsOf(await readRows(() => drops.readCiphertext('d', sealed)))).toEqual([
    'place',
    'nonce',
    'ciphertext',
  ]);
});

test('no write and no list sends a secret back', async () => {
  const { drops } = database();
  const deposit = createDeposit('w');
  const answered = [
    ...(await readRows(() => drops.store(deposit, owner))),
    ...(await readRows(() => drops.listOwn(owner.id, { status: null, kind: null }, firstPage(5)))),
    ...(await readRows(() => drops.consume('w', deposit.sealed, owner))),
  ];
  const secret = ['salt', 'nonce', 'verifier', 'ciphertext'];
  expect(columnsOf(answered).filter((name) => secret.includes(name))).toEqual([]);
});
