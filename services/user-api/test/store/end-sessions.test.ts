import { Prisma, type Transaction } from '../../src/store/database.ts';
import { endSessions } from '../../src/store/sessions/end-sessions.ts';
import { makeAccount } from '../setup/accounts.ts';
import { startMs } from '../setup/signer.ts';
import { database, keepRows } from '../setup/test-database.ts';
import { insertAccount } from './rows.ts';

keepRows();
const account = makeAccount({ email: 'many@example.test' });
const now = new Date(startMs);

/** A session, and that many that were exchanged from it. */
async function insertFamily(size: number): Promise<string> {
  const id = crypto.randomUUID();
  await database.prisma.$executeRaw`
    insert into sessions (id, kind, source_id, user_id, client_id, amr, auth_time, ip, user_agent, created_at,
      last_seen_at, expires_at)
    select case n when 0 then ${id}::uuid else gen_random_uuid() end, 'client', case when n > 0 then ${id}::uuid end,
      ${account.id}::uuid, 'app', '{session}', ${now}, '192.0.2.1', '', ${now}, ${now}, ${now}
    from generate_series(0, ${size}::int) n`;
  return id;
}

test('any number of sessions ends, and no statement ends more than a thousand of them', async () => {
  await insertAccount(database, account);
  const id = await insertFamily(2_100);
  const written: number[] = [];
  const ended = await database.prisma.$transaction((transaction) => {
    const counting = new Proxy(transaction, {
      get: (target: Transaction, name: keyof Transaction) =>
        name === '$executeRaw'
          ? async (...statement: Parameters<Transaction['$executeRaw']>) => {
              const rows = await target.$executeRaw(...statement);
              written.push(rows);
              return rows;
            }
          : target[name],
    });
    return endSessions(counting, Prisma.sql`id = ${id}::uuid`, now);
  });
  expect(new Set(ended).size).toBe(2_101);
  expect(written).toEqual([1, 1_000, 1_000, 100]);
  expect(await database.prisma.session.count({ where: { userId: account.id, revokedAt: null } })).toBe(0);
});
