import { withClient } from '@latchkey/database';
import type pg from 'pg';

const rows = 10_000;

/** A table with a row that a service has written, and the columns in which its copies must differ. */
interface Table {
  readonly what: string;
  readonly table: string;
  readonly where?: string;
  readonly fresh: Readonly<Record<string, string>>;
}

const uuid = 'gen_random_uuid()';
const hash = `encode(sha256(random()::text::bytea), 'hex')`;

export const tables = {
  'user-api': [
    { what: 'account', table: 'users', fresh: { id: uuid, email: `md5(random()::text) || '@example.com'` } },
    { what: 'session', table: 'sessions', fresh: { id: uuid, token_hash: hash } },
    { what: 'row of the request log', table: 'request_log', fresh: { id: uuid } },
  ],
  sso: [
    {
      what: 'device authorization',
      table: 'device_authorizations',
      fresh: { id: uuid, device_code_hash: hash },
    },
    {
      what: 'refresh family',
      table: 'refresh_families',
      fresh: { id: uuid, token_hash: hash, link_hash: hash },
    },
    { what: 'consent', table: 'consents', fresh: { id: uuid, user_id: uuid } },
    { what: 'event of sso', table: 'events', fresh: { id: `nextval('events_id_seq')` } },
  ],
  drop: [
    { what: 'drop of 1 KB', table: 'drops', where: `status = 'active'`, fresh: { id: uuid } },
    { what: 'receipt of a drop', table: 'drops', where: `status = 'consumed'`, fresh: { id: uuid } },
    { what: 'event of drop', table: 'drop_events', fresh: { id: `nextval('drop_events_id_seq')` } },
  ],
} as const satisfies Record<string, readonly Table[]>;

async function sizeOf(client: pg.Client, table: string): Promise<number> {
  const { rows: found } = await client.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(relid)) as bytes from pg_partition_tree('${table}')
    union all select pg_total_relation_size('${table}')`,
  );
  return Math.max(...found.map(({ bytes }) => Number(bytes)));
}

/** How many bytes a row takes with its indexes, when 10,000 of its kind are there. */
export function measureRowBytes(
  databaseUrl: string,
  { table, where = 'true', fresh }: Table,
): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const values = Object.entries(fresh).map(([column, value]) => `'${column}', ${value}`);
    await client.query(`vacuum ${table}`);
    const before = await sizeOf(client, table);
    await client.query(
      `with one as (select t from ${table} t where ${where} limit 1)
      insert into ${table} select (jsonb_populate_record(one.t, jsonb_build_object(${values.join(', ')}))).*
      from one, generate_series(1, ${rows})`,
    );
    return ((await sizeOf(client, table)) - before) / rows;
  });
}
