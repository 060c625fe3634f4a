import pg from 'pg';
import { runCommand } from '../infra/local/run-command.ts';
import { buildPageQuery, type PagePlan, type SqlFragment } from '../packages/pagination/src/index.ts';
import { startBenchPostgres } from './start-postgres.ts';

/**
 * Measures pages of a long list at several depths. The peer is the plain `order by … limit … offset …`. Both include
 * the total that a page shows. Usage: node bench/pagination.ts [rows]
 */
const total = Number(process.argv[2] ?? 300_000);
const rounds = 20;
const limit = 20;

async function fill(client: pg.Client): Promise<void> {
  await client.query(`create table thing (
    id uuid primary key, owner_id uuid not null, created_at timestamptz(3) not null, note text not null)`);
  await client.query(
    `insert into thing select gen_random_uuid(), '00000000-0000-4000-8000-000000000001',
      now() - make_interval(secs => n / 10), repeat('x', 400) from generate_series(1, $1::int) n`,
    [total],
  );
  await client.query('create index on thing (owner_id, created_at desc, id desc)');
  await client.query('vacuum analyze thing');
}

const owned = { text: `t.owner_id = $1::uuid`, values: ['00000000-0000-4000-8000-000000000001'] };
const counter = `(select ${total}::bigint)`;

function pageAt(plan: PagePlan, counted: boolean): SqlFragment {
  const query = { table: 'thing', columns: 't.id, t.note', idType: 'uuid', where: owned, plan } as const;
  return buildPageQuery(counted ? query : { ...query, counter });
}

function plainAt(offset: number, counted: boolean): SqlFragment {
  const count = counted ? '(select count(*) from thing t where t.owner_id = $1::uuid)' : counter;
  const text = `select ${count} as total, t.id, t.note from thing t where t.owner_id = $1::uuid
    order by t.created_at desc, t.id desc limit ${limit + 1} offset ${offset}`;
  return { text, values: owned.values };
}

async function medianMs(client: pg.Client, { text, values }: SqlFragment): Promise<number> {
  const durations: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await client.query(text, [...values]);
    durations.push(performance.now() - startedAt);
  }
  return durations.toSorted((a, b) => a - b)[rounds / 2] ?? 0;
}

/** The key of the row before a position, as a cursor carries it. */
async function keyBefore(client: pg.Client, offset: number) {
  const { rows } = await client.query<{ id: string; created_at: Date }>(
    'select id, created_at from thing order by created_at desc, id desc limit 1 offset $1',
    [Math.max(0, offset - 1)],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`no row before ${offset}`);
  return { id: row.id, createdAtMs: row.created_at.getTime() };
}

async function compare(client: pg.Client): Promise<void> {
  const binding = 'bench';
  console.log(`${total} rows of one owner, pages of ${limit}, median of ${rounds} in ms`);
  console.log('                       total counted live            total from a counter');
  console.log('   depth        cursor  offset   plain         cursor  offset   plain');
  for (const share of [0, 0.25, 0.5, 0.75, 0.99]) {
    const offset = Math.floor(total * share);
    const keyset: PagePlan = {
      kind: 'keyset',
      limit,
      after: await keyBefore(client, offset),
      offset,
      binding,
    };
    const plain: PagePlan = { kind: 'offset', limit, offset, binding };
    const columns: string[] = [];
    for (const counted of [true, false]) {
      for (const query of [pageAt(keyset, counted), pageAt(plain, counted), plainAt(offset, counted)]) {
        columns.push((await medianMs(client, query)).toFixed(1).padStart(8));
      }
      columns.push('     ');
    }
    console.log(`${`${share * 100} %`.padStart(8)}      ${columns.join('')}`);
  }
}

await runCommand(async (teardown) => {
  const url = await startBenchPostgres(teardown);
  const client = new pg.Client(url);
  await client.connect();
  await fill(client);
  await compare(client);
  await client.end();
  return 0;
});
