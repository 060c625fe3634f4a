import type { PagePlan, PageSlice } from '@latchkey/pagination';
import { explain, listSteps, useTestDatabase, type PlanStep } from '@latchkey/testing';
import pg from 'pg';
import type { OwnerScope } from '../../src/clients/client.ts';
import { createClientStore } from '../../src/store/clients/client-store.ts';
import { createCredentialStore } from '../../src/store/clients/credential-store.ts';
import { createDatabase, type Database } from '../../src/store/database.ts';
import { bigOwner, generateLists } from './lists/generate.ts';
import { listSearches, type ListCase, type ListSearch } from './lists/searches.ts';

/** How PostgreSQL reads each list of user-api, whole and with each filter alone, over generated rows. */

const dayMs = 24 * 3600 * 1000;
/** Its end is in the months that are made ahead, so that the log has rows in several of them. */
// ANALYZE reads up to 30,000 rows whole and samples larger tables, and a plan may differ with the sample.
const rows = { rows: 30_000, clients: 30_000, seed: 1, until: new Date(Date.now() + 80 * dayMs) };
const limit = 20;

const database = useTestDatabase('user-api', (url) => ({ ...createDatabase(url), url }));
let statement: Parameters<Database['query']>[0];
const recorded: Database = {
  prisma: {} as Database['prisma'],
  pool: {} as Database['pool'],
  query: (sent) => {
    statement = sent;
    return database().query(sent);
  },
  execute: (sent) => database().execute(sent),
  close: async () => undefined,
};
const searches = listSearches(recorded, rows);

/** The tables that nobody may read from end to end. */
let bigTables: Set<string>;

beforeAll(async () => {
  const client = new pg.Client(database().url);
  await client.connect();
  await generateLists(client, rows);
  const big = await client.query<{ relname: string }>(
    `select relname from pg_class where relkind = 'r' and reltuples > 5000`,
  );
  bigTables = new Set(big.rows.map(({ relname }) => relname));
  await client.end();
});

const isBig = ({ relation = '' }: PlanStep) => bigTables.has(relation);
const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);
/** How many rows a step takes from below. A subplan hands it none. */
const intake = ({ steps }: PlanStep) =>
  sumOf(steps.filter(({ subplan }) => subplan === undefined).map((step) => step.rows));

const offsetPlan = (offset: number): PagePlan => ({ kind: 'offset', limit, offset, binding: '' });

async function pagesOf({ find }: ListCase): Promise<{ total: number; pages: Record<string, PagePlan> }> {
  const { totalCount: total, lastKey: after } = await find(offsetPlan(0));
  const cursor: PagePlan | null = after && { kind: 'keyset', limit, after, binding: '' };
  const pages = {
    first: offsetPlan(0),
    ...(cursor && { cursor }),
    last: offsetPlan(Math.max(total - limit, 0)),
  };
  return { total, pages };
}

/**
 * How many rows of big tables a page may read. Where the total is kept, those of a day. Else it is counted: a multiple of
 * the rows that match, of one owner all that the owner has.
 */
async function mostRead({ list, whole }: ListSearch, { filter }: ListCase, total: number): Promise<number> {
  const pages = 10 * (limit + 1);
  if (filter === '' && ['users', 'sessions', 'request log'].includes(list)) return rows.rows / 60 + pages;
  const isOfOwner = list.includes(' of ');
  return 6 * (isOfOwner ? (await whole.find(offsetPlan(0))).totalCount : total) + pages;
}

/** What a filter leaves of one owner's rows may be sorted while it is little; what a part of a text has found, too. */
function mostSorted({ list }: ListSearch, { filter }: ListCase): number {
  // The counters of a period are put in order, one row for each day.
  if (list === 'users' && filter.startsWith('created')) return 1_000;
  return filter.startsWith('search') || (filter !== '' && list.includes(' of ')) ? 500 : limit + 1;
}

/** What a plan does that it must not. */
function faultsOf(plan: PlanStep, most: { read: number; sorted: number }): string[] {
  const steps = listSteps(plan);
  const read = sumOf(steps.filter(isBig).map((step) => step.read));
  const sorts = steps.filter((step) => step.type.endsWith('Sort') && listSteps(step).some(isBig));
  return [
    ...steps
      .filter((step) => step.type === 'Seq Scan' && isBig(step))
      .map((step) => `scan of ${step.relation}`),
    ...sorts.filter((sort) => intake(sort) > most.sorted).map((sort) => `sort of ${intake(sort)} rows`),
    ...(read > most.read ? [`${read} rows read of ${most.read} at most`] : []),
  ];
}

async function findFaults(search: ListSearch, one: ListCase): Promise<Record<string, string[]>> {
  const { total, pages } = await pagesOf(one);
  const most = { read: await mostRead(search, one, total), sorted: mostSorted(search, one) };
  const faults: Record<string, string[]> = {};
  for (const [name, page] of Object.entries(pages)) {
    await one.find(page);
    const plan = await explain((text, values) => database().query({ text, values }), statement);
    const found = faultsOf(plan, most);
    if (found.length > 0) faults[name] = found;
  }
  return faults;
}

/**
 * Members have no time of their users: an operator's page of one org is found among them, or among all users. A part that
 * most users have is found by reading all of them.
 */
const exempt = new Set(['users, org', 'users, search of most']);
const cases = searches.flatMap((search) =>
  [search.whole, ...search.narrowed].map(
    (one) => [`${search.list}, ${one.filter || 'no filter'}`, search, one] as const,
  ),
);

test.each(cases.filter(([name]) => !exempt.has(name)))('%s', async (_name, search, one) => {
  expect(await findFaults(search, one)).toEqual({});
});

/** The plan of a statement that has a name, once PostgreSQL plans it for all values alike. */
async function explainNamed({ text, values }: typeof statement): Promise<PlanStep> {
  const client = new pg.Client(database().url);
  await client.connect();
  try {
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query(`prepare page as ${text}`);
    const toText = (value: unknown) => (Array.isArray(value) ? `{${value.join()}}` : String(value));
    const literals = values.map((value) => pg.escapeLiteral(toText(value)));
    const execute = literals.length === 0 ? 'execute page' : `execute page(${literals.join()})`;
    return await explain(async (sent) => (await client.query(sent)).rows, { text: execute, values: [] });
  } finally {
    await client.end();
  }
}

const bigOwnerId = bigOwner(rows).userId;
const ofOwner: OwnerScope = { all: false, ownerIds: [bigOwnerId] };
const unfiltered: [string, (plan: PagePlan) => Promise<PageSlice<unknown>>][] = [
  ...searches
    .filter(({ list }) => !list.includes(' of two owners') && list !== 'connections')
    .map(({ list, whole }): [string, ListCase['find']] => [list, whole.find]),
  ['clients of one owner', (plan) => createClientStore(recorded).search(ofOwner, { archived: false }, plan)],
  [
    'credentials of one owner',
    (plan) => createCredentialStore(recorded).search(ofOwner, {}, { plan, now: rows.until }),
  ],
];

test.each(unfiltered)('%s, the first page planned without its values', async (list, find) => {
  const { totalCount } = await find(offsetPlan(0));
  const first = statement;
  expect(first.varies).toBe(false);
  const isKept = ['users', 'sessions', 'request log'].includes(list);
  const read = (isKept ? rows.rows / 60 : 6 * totalCount) + 10 * (limit + 1);
  expect(faultsOf(await explainNamed(first), { read, sorted: limit + 1 })).toEqual([]);
});

test('without its index a filter is reported', async () => {
  await database().prisma.$executeRaw`drop index sessions_of_ip_newest`;
  const [, search, one] = cases.find(([name]) => name === 'sessions, ip')!;
  const faults = await findFaults(search, one);
  expect(faults['first']).toEqual(expect.arrayContaining([expect.stringContaining('rows read of')]));
});
