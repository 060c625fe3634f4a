import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { runCommand } from '../../infra/local/run-command.ts';
import { applyMigrations } from '../../packages/database/src/index.ts';
import type { PagePlan } from '../../packages/pagination/src/index.ts';
import { createDatabase, type Database } from '../../services/user-api/src/store/database.ts';
import type { ListCase, ListSearch } from './lists/define-list.ts';
import { generateLists } from './lists/generate-lists.ts';
import { listSearches } from './lists/list-searches.ts';
import { median } from './load/median.ts';
import { startBenchPostgres } from './start-postgres.ts';

/**
 * Measures each list of user-api at several depths and with each filter alone, over generated rows of a fixed seed. The
 * peer is Prisma's skip, take and count. Usage: node lab/bench/lists.ts [rows]
 */
const rows = Number(process.argv[2] ?? 1_000_000);
const limit = 20;
const dayMs = 24 * 3600 * 1000;
/** The months of the log are made ahead, so that its rows are in several of them. */
const daysAhead = 80;

type Act = () => Promise<unknown>;
type Statement = Parameters<Database['query']>[0];

/**
 * The median of each act in ms. They take turns, so that what disturbs the machine disturbs all of them. Slow acts get
 * fewer rounds: their own time outweighs what disturbs them.
 */
async function mediansMs(acts: readonly Act[], budgetMs = 1_500): Promise<number[]> {
  const durations: number[][] = acts.map(() => []);
  const startedAt = performance.now();
  for (let round = 0; round < 16; round += 1) {
    if (round > 3 && performance.now() - startedAt > budgetMs * acts.length) break;
    for (const [index, act] of acts.entries()) {
      const actStartedAt = performance.now();
      await act();
      // The first round warms up.
      if (round > 0) durations[index]?.push(performance.now() - actStartedAt);
    }
  }
  return durations.map(median);
}

interface RecordedDatabase extends Database {
  lastStatement(): Statement;
}

/** A database that remembers the statement that it was sent last. */
function record(database: Database): RecordedDatabase {
  let last: Statement = { text: '', values: [] };
  const query: Database['query'] = (statement) => {
    last = statement;
    return database.query(statement);
  };
  return { ...database, query, lastStatement: () => last };
}

const offsetPlan = (offset: number): PagePlan => ({ kind: 'offset', limit, offset, binding: '' });

async function cursorPlan({ find }: ListCase, depth: number): Promise<PagePlan> {
  const { lastKey } = await find({ ...offsetPlan(depth - 1), limit: 1 });
  if (lastKey === null) throw new Error(`no page at ${depth}`);
  return { kind: 'keyset', limit, after: lastKey, binding: '' };
}

/** A page statement that finds its page and leaves out the total. */
function withoutTotal({ text, values }: Statement): Statement {
  const total = /totals as materialized \(.*?\), page as \(/s;
  const none = 'totals as materialized (select 0 as total, null::bigint as rank), page as (';
  if (!total.test(text)) throw new Error('This statement has no total');
  return { text: text.replace(total, none), values };
}

/** The median of a peer's page, or words for one that the database ends because it takes longer than it may. */
async function peerMs(act: Act): Promise<number | string> {
  try {
    const startedAt = performance.now();
    await act();
    const firstMs = performance.now() - startedAt;
    const [medianMs = firstMs] = firstMs > 500 ? [firstMs] : await mediansMs([act], 500);
    return medianMs;
  } catch (error) {
    if (!String(error).includes('57014')) throw error;
    return 'timed out';
  }
}

const count = (value: number) => value.toLocaleString('en');

function print(name: string, ...cells: (string | number | undefined)[]): void {
  const texts = cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : (cell ?? '')).padStart(12));
  console.log(`  ${name.padEnd(22)}${texts.join('')}`.trimEnd());
}

async function measureDepths(database: RecordedDatabase, { list, whole }: ListSearch): Promise<void> {
  const { totalCount: total } = await whole.find(offsetPlan(0));
  const alone = withoutTotal(database.lastStatement());
  const last = Math.max(0, total - limit);
  const known = [10, 100_000, 900_000, Math.floor(total / 4), Math.floor(total / 2)];
  const depths = known.filter((depth) => depth < last).sort((a, b) => a - b);
  const cursorPlans = await Promise.all(depths.map((depth) => cursorPlan(whole, depth)));
  const offsets = [0, ...depths, last];
  const ours = await mediansMs([
    () => database.query(alone),
    ...offsets.map((offset) => () => whole.find(offsetPlan(offset))),
    ...cursorPlans.map((plan) => () => whole.find(plan)),
  ]);
  const plain: (number | string)[] = [];
  for (const offset of offsets) plain.push(await peerMs(() => whole.findPlainly(offset, limit)));
  const [aloneMs = 0, firstMs = 0, ...deepMs] = ours;
  const offsetsMs = deepMs.slice(0, depths.length);
  const lastMs = deepMs[depths.length] ?? 0;
  const cursorsMs = deepMs.slice(depths.length + 1);

  console.log(`\n${list}, ${count(total)} rows`);
  print('', 'cursor', 'offset', 'Prisma');
  print('first page', undefined, firstMs, plain[0]);
  for (const [index, depth] of depths.entries())
    print(`at ${count(depth)}`, cursorsMs[index], offsetsMs[index], plain[index + 1]);
  print('last page', undefined, lastMs, plain.at(-1));
  const ratio = (value: number, base: number, aim: number) => `${(value / base).toFixed(1)} (aim ${aim})`;
  console.log(
    `  worst cursor ${ratio(Math.max(...cursorsMs), firstMs, 1.3)}, worst offset ${ratio(
      Math.max(...offsetsMs),
      firstMs,
      30,
    )}, last page ${ratio(lastMs, firstMs, 3)} x first page; first page ${ratio(firstMs, aloneMs, 2)} x the same without its total`,
  );
}

async function measureFilters({ narrowed }: ListSearch): Promise<void> {
  if (narrowed.length > 0) print('one filter alone', 'rows', 'first page', 'Prisma');
  for (const { filter, find, findPlainly } of narrowed) {
    const { totalCount } = await find(offsetPlan(0));
    const [ours] = await mediansMs([() => find(offsetPlan(0))], 500);
    print(filter, count(totalCount), ours, await peerMs(() => findPlainly(0, limit)));
  }
}

await runCommand(async (teardown) => {
  const url = await startBenchPostgres(teardown);
  const serviceDir = fileURLToPath(new URL('../../services/user-api', import.meta.url));
  await applyMigrations({ databaseUrl: url, serviceDir });
  const client = new pg.Client(url);
  await client.connect();
  const plan = { rows, clients: rows / 20, seed: 1, until: new Date(Date.now() + daysAhead * dayMs) };
  const startedAt = performance.now();
  await generateLists(client, plan);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  await client.end();
  console.log(`${count(rows)} users, sessions and rows of the log, made in ${seconds} s.`);
  console.log(`Pages of ${limit} with their exact totals, medians in ms. Prisma: skip, take and count.`);
  const database = record(createDatabase(url));
  for (const search of listSearches(database, plan)) {
    await measureDepths(database, search);
    await measureFilters(search);
  }
  await database.close();
  return 0;
});
