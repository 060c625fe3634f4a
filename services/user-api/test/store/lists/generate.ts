import { createHash } from 'node:crypto';
import type pg from 'pg';
import { bigUserOf, tablesOf, type ListsPlan } from './rows.ts';

/**
 * SQL functions over the number of a row, so that each value can be made from the seed wherever it is needed. `part` is
 * from 0 to 1, without 1; `pick` prefers small numbers, each as often as 1 / number (Zipf); `moment` puts every second
 * row in the order of its number and the others anywhere in the period.
 */
const functions = ({ seed, until }: ListsPlan) => `
  create function pg_temp.part(what text, n bigint) returns float8 language sql stable as
    $$ select (hashint8extended(n, hashtextextended(what, ${seed})) & 9007199254740991) / 9007199254740992::float8 $$;
  create function pg_temp.uid(what text, n bigint) returns uuid language sql stable as
    $$ select md5('${seed} ' || what || ' ' || n)::uuid $$;
  create function pg_temp.pick(what text, n bigint, among bigint) returns bigint language sql stable as
    $$ select least(floor(power(among + 1, pg_temp.part(what, n)))::bigint, among) $$;
  create function pg_temp.one_of(what text, n bigint, names text[]) returns text language sql stable as
    $$ select names[pg_temp.pick(what, n, cardinality(names))] $$;
  create function pg_temp.moment(what text, n bigint, among bigint, days float8) returns timestamptz language sql stable as
    $$ select '${until.toISOString()}'::timestamptz - days * interval '1 day'
      * case when n % 2 = 0 then 1 - n / among::float8 else pg_temp.part(what, n) end $$;`;

/** The triggers that count are kept; those that check references would take most of the time. */
const counting = {
  users: 'users_added',
  sessions: 'sessions_added',
  request_log: 'request_log_added',
  oauth_clients: 'oauth_clients_counted',
};

/**
 * Fills the empty tables of user-api's lists: skewed over users, orgs and clients, half of each list out of the order of
 * time. One user, org and client have most of all. Counters are exact and statistics are fresh. `client` is one
 * connection of a superuser.
 */
export async function generateLists(client: pg.Client, plan: ListsPlan): Promise<void> {
  await client.query(`set session_replication_role = replica`);
  for (const [table, trigger] of Object.entries(counting))
    await client.query(`alter table ${table} enable always trigger ${trigger}`);
  await client.query(functions(plan));
  for (const [table, [count, columns]] of Object.entries(tablesOf(plan))) {
    await client.query(`insert into ${table} (${Object.keys(columns).join(', ')})
      select ${Object.values(columns).join(', ')} from generate_series(1, ${count}) n on conflict do nothing`);
  }
  await client.query('vacuum analyze');
}

/** The user and the org that have most of everything. */
export function bigOwner(plan: ListsPlan): { userId: string; orgId: string } {
  const idOf = (what: string, number: number) => {
    const hex = createHash('md5').update(`${plan.seed} ${what} ${number}`).digest('hex');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  };
  return { userId: idOf('user', bigUserOf(plan)), orgId: idOf('org', 1) };
}
