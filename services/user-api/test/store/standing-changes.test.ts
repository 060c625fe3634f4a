import { useTestDatabase } from '@latchkey/testing';
import { createAccountStore } from '../../src/store/accounts/account-store.ts';
import { createDatabase } from '../../src/store/database.ts';
import { createPurgeJobs } from '../../src/store/purge-jobs.ts';
import { makeAccount } from '../setup/accounts.ts';
import { insertAccount } from './rows.ts';

const database = useTestDatabase('user-api', createDatabase);
const find = (since: string) => createAccountStore(database()).findChanges(since);
const run = (sql: string, values: unknown[] = []) => database().pool.query(sql, values);

/** The number of a transaction that begins now. The next one of an answer is lower while another database is busy. */
async function readNumber(): Promise<string> {
  const { rows } = await run('select pg_current_xact_id()::text as number');
  return String(rows[0]?.number);
}

/**
 * Two accounts, the first of which is a member of an org. A database that is busy beside this one has answers repeat what
 * was before, so nothing of other tests is left; the first row says that none is lost.
 */
async function prepare() {
  await run(`truncate standing_changes`);
  await run(`insert into standing_changes (tx, who) values ('1', 'nobody')`);
  const [ada, bob, org] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  for (const id of [ada, bob])
    await insertAccount(database(), makeAccount({ id, email: `${id}@example.test` }));
  await run(
    `insert into orgs (id, slug, name, status, created_at) values ($1::uuid, $1::uuid::text, 'Org', 'active', now())`,
    [org],
  );
  const join = (userId: string) =>
    run(
      `insert into members (id, org_id, user_id, role, status, created_at)
      values (gen_random_uuid(), $1, $2, 'member', 'active', now())`,
      [org, userId],
    );
  await join(ada);
  return { ada, bob, org, join, next: await readNumber() };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

const set =
  (columns: string) =>
  ({ ada }: Prepared) =>
    run(`update users set ${columns} where id = $1`, [ada]);

test('an answer names its server, and where to continue', async () => {
  const { next } = await prepare();
  const [server, number] = [expect.stringMatching(/\d/), expect.stringMatching(/^\d+$/)];
  const found = await find(next);
  expect(found).toEqual({ server, next: number, all: false, user_ids: [] });
  // A standby in its place has the same numbers, and began at another time.
  const { rows } = await run('select pg_postmaster_start_time()::text as began');
  expect(found.server).toContain(rows[0]?.began);
});

test.each([
  ['email', `email = 'retired:' || id`],
  ['verified address', 'email_verified_at = null'],
  ['name', `name = 'Other'`],
  ['kind', `kind = 'admin'`],
  ['status', `status = 'disabled'`],
  ['void', 'tokens_valid_after = now()'],
  ['kept family', `kept_family_id = 'f'`],
  ['time of what is kept', 'kept_valid_after = now()'],
  ['device sign-in', 'device_sign_in = false'],
])('a new %s is a change of that account', async (_what, columns) => {
  const prepared = await prepare();
  await set(columns)(prepared);
  expect(await find(prepared.next)).toMatchObject({ all: false, user_ids: [prepared.ada] });
});

test.each<[string, (prepared: Prepared) => Promise<unknown>]>([
  ['a sign-in', set('last_login_at = now(), updated_at = now()')],
  ['a new hash', set(`password_hash = 'other'`)],
  ['the same values', set('name = name, status = status')],
  ['another name of an org', ({ org }) => run(`update orgs set name = 'Other' where id = $1`, [org])],
])('%s is no change', async (_what, act) => {
  const prepared = await prepare();
  await act(prepared);
  expect(await find(prepared.next)).toMatchObject({ all: false, user_ids: [] });
});

test('who joins an org, or leaves it, has changed', async () => {
  const { ada, bob, org, join, next } = await prepare();
  await join(bob);
  await run(`update members set status = 'removed' where user_id = $1`, [ada]);
  expect(new Set((await find(next)).user_ids)).toEqual(new Set([ada, bob]));
  const later = await readNumber();
  await run('delete from members where org_id = $1 and user_id = $2', [org, ada]);
  expect((await find(later)).user_ids).toEqual([ada]);
});

test('a removed account has changed', async () => {
  const { bob, next } = await prepare();
  await run('delete from users where id = $1', [bob]);
  expect((await find(next)).user_ids).toEqual([bob]);
});

test.each([`slug = slug || 'x'`, `status = 'disabled'`])(
  'an org that sets %s may change everybody',
  async (columns) => {
    const { org, next } = await prepare();
    await run(`update orgs set ${columns} where id = $1`, [org]);
    expect(await find(next)).toMatchObject({ all: true });
  },
);

test('more changes than an answer names are a change of all', async () => {
  const { next } = await prepare();
  await run(`insert into standing_changes (who) select n::text from generate_series(1, 1001) n`);
  expect(await find(next)).toMatchObject({ all: true });
});

test('a change that commits late is answered after it, and stalls none that begin later', async () => {
  const { bob, next } = await prepare();
  const account = makeAccount({ id: crypto.randomUUID(), email: `${crypto.randomUUID()}@example.test` });
  await insertAccount(database(), account);
  const late = await database().pool.connect();
  const seen: (readonly string[])[] = [];
  try {
    await late.query('begin');
    await late.query(`update users set name = 'Late' where id = $1`, [account.id]);
    let since = next;
    for (let turn = 0; turn < 5; turn += 1) {
      await run('update users set name = $2 where id = $1', [bob, `turn ${turn}`]);
      const changes = await find(since);
      seen.push(changes.user_ids);
      since = changes.next;
    }
    await late.query('commit');
    seen.push((await find(since)).user_ids);
  } finally {
    late.release(true);
  }
  expect(seen.map((ids) => ids.includes(bob))).toEqual(Array<boolean>(6).fill(true));
  expect(seen.map((ids) => ids.includes(account.id))).toEqual([false, false, false, false, false, true]);
});

test('of 50 changes at once, and askers beside them, none misses one', async () => {
  const { next } = await prepare();
  const ids = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const account = makeAccount({ id: crypto.randomUUID(), email: `${crypto.randomUUID()}@example.test` });
      await insertAccount(database(), account);
      return account.id;
    }),
  );
  let isOver = false;
  const ask = async () => {
    const seen = new Set<string>();
    let since = next;
    for (let isLast = false; !isLast;) {
      isLast = isOver;
      const changes = await find(since);
      for (const id of changes.user_ids) seen.add(id);
      since = changes.next;
    }
    return ids.filter((id) => !seen.has(id));
  };
  const askers = Promise.all([ask(), ask()]);
  await Promise.all(ids.map((id) => run(`update users set status = 'disabled' where id = $1`, [id])));
  isOver = true;
  expect(await askers).toEqual([[], []]);
});

describe('after upkeep', () => {
  const purge = async (laterMs: number) => {
    const jobs = createPurgeJobs(database(), Date.now() + laterMs);
    return jobs.find(({ kind }) => kind === 'standing_changes')?.run();
  };

  test('changes of the last hour are kept', async () => {
    const { ada, next, ...prepared } = await prepare();
    await set(`name = 'Other'`)({ ada, next, ...prepared });
    await purge(3_500_000);
    expect(await find(next)).toMatchObject({ all: false, user_ids: [ada] });
  });

  test('whoever asks from before what was removed gets a change of all, and others their own', async () => {
    const prepared = await prepare();
    await set(`name = 'First'`)(prepared);
    await set(`name = 'Second'`)(prepared);
    const later = await readNumber();
    expect(await purge(3_700_000)).toBeGreaterThan(0);
    expect(await find(prepared.next)).toMatchObject({ all: true });
    expect(await find(later)).toMatchObject({ all: false, user_ids: [] });
    await set(`name = 'Third'`)(prepared);
    expect(await find(later)).toMatchObject({ all: false, user_ids: [prepared.ada] });
    expect(await purge(3_700_000)).toBeGreaterThan(0);
    expect((await run('select from standing_changes')).rowCount).toBe(1);
  });
});
