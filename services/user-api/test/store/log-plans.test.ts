import { withClient } from '@latchkey/database';
import type { PagePlan } from '@latchkey/pagination';
import { explain, listSteps, useTestDatabase, type PlanStep } from '@latchkey/testing';
import type { LogFilters } from '../../src/request-log/request-log.ts';
import { createDatabase, type Database } from '../../src/store/database.ts';
import { createRequestLogStore } from '../../src/store/request-log/request-log-store.ts';

/** How PostgreSQL reads the log: 30,000 rows in three months, half of them out of the order of time. */

const database = useTestDatabase('user-api', (url) => ({ ...createDatabase(url), url }));
const limit = 20;
const first: PagePlan = { kind: 'offset', limit, offset: 0, binding: '' };
const person = '00000000-0000-4000-8000-000000000007';
const orgId = '10000000-0000-4000-8000-000000000001';

const fill = [
  `insert into users (id, email, name, kind, status, created_at, updated_at)
    select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'person' || n || '@example.test', 'P', 'user',
      'active', now(), now() from generate_series(1, 2000) n`,
  `insert into orgs (id, slug, name, status, created_at) values ('${orgId}', 'acme', 'Acme', 'active', now())`,
  `insert into oauth_clients (id, name, type, status, owner_kind, owner_id, token_endpoint_auth_method, created_at,
      updated_at) select 'c_' || n, 'Client', 'public', 'active', 'user', '${person}', 'none', now(), now()
    from generate_series(1, 10) n`,
  `insert into request_log (id, event, outcome, method, user_id, org_id, client_id, ip, user_agent, created_at)
    select gen_random_uuid(), case when n % 50 = 0 then 'password.change' else 'user.login' end,
      case when n % 10 = 0 then 'failure' else 'success' end, case when n % 3 > 0 then 'password' end,
      ('00000000-0000-4000-8000-' || lpad((1 + n % 2000)::text, 12, '0'))::uuid,
      case when n % 20 = 0 then '${orgId}'::uuid end, 'c_' || 1 + n % 10, '192.0.2.' || n % 200,
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0',
      '2026-06-01 00:00+00'::timestamptz + case when n % 2 = 0 then n else n * 7919 % 30000 end * interval '4 minutes'
    from generate_series(1, 30000) n`,
];

beforeAll(() =>
  withClient(database().url, async (client) => {
    const { rows } = await client.query<{ month: string }>('select month from request_log_months()');
    for (const { month } of rows) await client.query(`drop table ${month}`);
    await client.query(`select make_request_log_months('2026-06-01', 12)`);
    for (const text of fill) await client.query(text);
    for (const table of ['request_log', 'users', 'oauth_clients', 'orgs'])
      await client.query(`vacuum (freeze, analyze) ${table}`);
  }),
);

async function planOf(filters: LogFilters, plan = first) {
  let statement = { text: '', values: [] as readonly unknown[] };
  const query: Database['query'] = (sent) => {
    statement = sent;
    return database().query(sent);
  };
  const page = await createRequestLogStore({ ...database(), query }).search({ all: true }, filters, plan);
  const whole = await explain((text, values) => database().query({ text, values }), statement);
  return { page, steps: listSteps(whole) };
}

const isOfLog = ({ relation }: PlanStep) => relation?.startsWith('request_log') === true;
/** Reads of a month from its first row to its last one. The months ahead have no rows. */
const scans = (steps: PlanStep[]) =>
  steps.filter((step) => step.type === 'Seq Scan' && isOfLog(step) && step.read > 0).map(factsOf);
/** Sorts of more rows of the log than a page has. */
const sorts = (steps: PlanStep[]) =>
  steps.filter(
    (step) =>
      step.type.endsWith('Sort') &&
      step.steps.some(({ rows }) => rows > limit + 1) &&
      listSteps(step).some(isOfLog),
  );
const factsOf = ({ type, relation, index, rows, read }: PlanStep) => ({ type, relation, index, rows, read });

test('a period is looked for in its months alone', async () => {
  const { steps } = await planOf({
    createdFromMs: Date.parse('2026-07-05'),
    createdToMs: Date.parse('2026-07-06'),
  });
  const read = steps.flatMap(({ relation }) => (relation?.startsWith('request_log') ? [relation] : []));
  expect(new Set(read)).toEqual(new Set(['request_log_2026_07']));
});

test('a page reads the months one after the other and no further than it needs, however deep', async () => {
  const deep = await planOf({}, { ...first, offset: 29_000 });
  expect([scans(deep.steps), sorts(deep.steps).map(factsOf)]).toEqual([[], []]);
  const { page } = await planOf({}, { ...first, offset: 20_000 });
  const after = page.lastKey ?? { createdAtMs: 0, id: '' };
  const { steps } = await planOf({}, { kind: 'keyset', limit, after, binding: '' });
  expect([
    scans(steps),
    sorts(steps).map(factsOf),
    steps.filter(({ type }) => type === 'Merge Append').map(factsOf),
  ]).toEqual([[], [], []]);
  const keys = steps.filter(({ type, index }) => type === 'Index Only Scan' && index?.endsWith('_pkey'));
  // The rank of the cursor is counted within its day.
  expect(keys.map(({ rows }) => rows).filter((read) => read > 0)).toEqual([expect.any(Number), limit + 1]);
  expect(keys.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(300);
});
