import { columnList, columnOf } from '@latchkey/database';
import type { Account, Membership } from '../../src/accounts/account.ts';
import type { Api } from '../../src/clients/api.ts';
import type { Client } from '../../src/clients/client.ts';
import type { Connection, ListedConnection } from '../../src/clients/connection.ts';
import { nameKeysOf } from '../../src/clients/name-keys.ts';
import { insertRows, Prisma, type Database } from '../../src/store/database.ts';
import { startMs } from '../setup/signer.ts';

const start = new Date(startMs);

/**
 * Puts an account and its memberships where the stores find them, in place of those with its id; an org is made when it
 * is named first.
 */
export async function insertAccount(
  database: Database,
  account: Account,
  memberships: readonly Membership[] = [],
  createdAt = start,
): Promise<void> {
  const row = { ...account, createdAt, updatedAt: createdAt };
  await database.execute(Prisma.sql`
    with put as (
      ${insertRows('users', [row])} ${Prisma.raw(onConflict('id', Object.keys(row)))}
    ), ${membershipsOf(account.id, memberships)} select`);
}

/** Makes an account a member of these orgs and of no other. */
export async function putMemberships(
  database: Database,
  userId: string,
  memberships: readonly Membership[],
): Promise<void> {
  await database.execute(Prisma.sql`with ${membershipsOf(userId, memberships)} select`);
}

/** CTEs that make an account a member of these orgs and of no other. */
function membershipsOf(userId: string, memberships: readonly Membership[]): Prisma.Sql {
  const wanted = memberships.map((one) => ({ id: crypto.randomUUID(), ...one }));
  return Prisma.sql`wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as wanted (id uuid, "orgId" uuid, "orgSlug" text, role text)
    ), put_orgs as (
      insert into orgs (id, slug, name, status, created_at)
      select "orgId", "orgSlug", "orgSlug", 'active', ${start}::timestamptz from wanted on conflict (id) do nothing
    ), gone_members as (
      delete from members where user_id = ${userId}::uuid and org_id not in (select "orgId" from wanted)
    ), put_members as (
      insert into members (id, org_id, user_id, role, status, created_at)
      select id, "orgId", ${userId}::uuid, role, 'active', ${start}::timestamptz from wanted
      on conflict (org_id, user_id) do update set role = excluded.role, status = 'active'
    )`;
}

export async function insertOrg(database: Database, id: string, slug: string): Promise<void> {
  const data = { id, slug, name: slug, status: 'active', createdAt: start };
  await database.prisma.org.upsert({ where: { id }, create: data, update: {} });
}

/** Stores a client with secrets as [hash, end], in place of the one with its id. */
export async function insertClient(
  database: Database,
  { clientId, ...client }: Client,
  secrets: readonly (readonly [string, Date | null])[] = [],
): Promise<void> {
  const own = secrets.map(([secretHash, expiresAt]) => ({
    id: crypto.randomUUID(),
    clientId,
    secretHash,
    expiresAt,
    createdAt: start,
  }));
  const nameKeys = nameKeysOf(client.name);
  await database.execute(Prisma.sql`
    with gone as (
      delete from client_secrets
      where client_id = ${clientId} and secret_hash <> all(${own.map(({ secretHash }) => secretHash)}::text[])
    ), put as (${putRows('oauth_clients', 'id', [{ id: clientId, nameKeys, hadToken: false, ...client }])})
    ${putRows('client_secrets', 'client_id, secret_hash', own, secretFields)}`);
}

const secretFields = ['id', 'clientId', 'secretHash', 'expiresAt', 'createdAt'];

/** Stores a connection of two clients; one that is active and from the start of the clock, unless said otherwise. */
export async function insertConnection(
  database: Database,
  connection: Omit<Connection, 'id'> & Partial<Connection & Pick<ListedConnection, 'status' | 'createdAt'>>,
): Promise<void> {
  const { id = crypto.randomUUID(), source, target, status = 'active', createdAt = start } = connection;
  await database.execute(Prisma.sql`
    insert into connections (id, source, target, source_owner_id, target_owner_id, scopes, status, created_at)
    select ${id}::uuid, s.id, t.id, s.owner_id, t.owner_id, ${[...connection.scopes]}::text[], ${status},
      ${createdAt}::timestamptz
    from oauth_clients s, oauth_clients t where s.id = ${source} and t.id = ${target}
    on conflict (source, target) do update
    set id = excluded.id, scopes = excluded.scopes, status = excluded.status, created_at = excluded.created_at`);
}

export async function insertApi(database: Database, api: Api): Promise<void> {
  await database.execute(putRows('apis', 'id', [api]));
}

/** A statement that writes records as rows, in place of those with the same key. */
function putRows(
  table: 'oauth_clients' | 'client_secrets' | 'apis',
  key: string,
  records: readonly object[],
  fields: readonly string[] = Object.keys(records[0] ?? {}),
): Prisma.Sql {
  const rows = records.map((record) =>
    Object.fromEntries(Object.entries(record).map(([field, value]) => [columnOf(field), value])),
  );
  const columns = columnList(fields);
  return Prisma.sql`${Prisma.raw(`insert into ${table} (${columns}) select ${columns}`)}
    from jsonb_populate_recordset(null::${Prisma.raw(table)}, ${JSON.stringify(rows)}::jsonb) made
    ${Prisma.raw(onConflict(key, fields))}`;
}

function onConflict(key: string, fields: readonly string[]): string {
  const changes = fields.map(columnOf).map((column) => `${column} = excluded.${column}`);
  return `on conflict (${key}) do update set ${changes.join(', ')}`;
}
