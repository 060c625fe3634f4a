import { columnList, columnOf } from '@latchkey/database';
import type { Account, Membership } from '../../src/account/account.ts';
import type { Api } from '../../src/api/api.ts';
import type { Client } from '../../src/client/client.ts';
import { nameKeysOf } from '../../src/client/name-keys.ts';
import type { Connection, ListedConnection } from '../../src/connection/connection.ts';
import { Prisma, type Database } from '../../src/store/database.ts';
import { countRows, insertRows } from '../../src/store/row-counts.ts';
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
      returning created_at, xmax = 0 as is_new
    ), added as (select created_at from put where is_new), ${countRows({ users: { added: 'added' } })}
    select from added`);
  await putMemberships(database, account.id, memberships);
}

/** Makes an account a member of these orgs and of no other. */
export async function putMemberships(
  database: Database,
  userId: string,
  memberships: readonly Membership[],
): Promise<void> {
  const orgIds = memberships.map(({ orgId }) => orgId);
  const text = 'delete from members where user_id = $1 and org_id <> all($2)';
  await database.execute({ text, values: [userId, orgIds] });
  if (memberships.length === 0) return;
  const common = { userId, status: 'active', createdAt: start };
  const members = memberships.map(({ orgId, role }) => ({ id: crypto.randomUUID(), orgId, role, ...common }));
  for (const { orgId, orgSlug } of memberships) await insertOrg(database, orgId, orgSlug);
  await putRows(database, 'members', 'org_id, user_id', members);
}

export async function insertOrg(database: Database, id: string, slug: string): Promise<void> {
  const text = `insert into orgs (id, slug, name, status, created_at) values ($1, $2, $2, 'active', $3)
    on conflict (id) do nothing`;
  await database.execute({ text, values: [id, slug, start] });
}

/** Stores a client with secrets as [hash, end], in place of the one with its id. */
export async function insertClient(
  database: Database,
  { clientId, ...client }: Client,
  secrets: readonly (readonly [string, Date | null])[] = [],
): Promise<void> {
  const hashes = secrets.map(([hash]) => hash);
  const text = 'delete from client_secrets where client_id = $1 and secret_hash <> all($2)';
  await database.execute({ text, values: [clientId, hashes] });
  await putRows(database, 'oauth_clients', 'id', [
    { id: clientId, nameKeys: nameKeysOf(client.name), hadToken: false, ...client },
  ]);
  const made = secrets.map(([secretHash, expiresAt]) => {
    const id = crypto.randomUUID();
    return { id, clientId, secretHash, expiresAt, createdAt: start };
  });
  if (made.length > 0) await putRows(database, 'client_secrets', 'client_id, secret_hash', made);
}

/** Stores a connection of two clients; one that is active and from the start of the clock, unless told otherwise. */
export async function insertConnection(
  database: Database,
  connection: Omit<Connection, 'id'> & Partial<Connection & Pick<ListedConnection, 'status' | 'createdAt'>>,
): Promise<void> {
  const made = { id: crypto.randomUUID(), status: 'active', createdAt: start, ...connection };
  const text = 'select id, owner_id as owner from oauth_clients where id = any($1)';
  const found = await database.query<{ id: string; owner: string }>({
    text,
    values: [[made.source, made.target]],
  });
  const owners = new Map(found.map(({ id, owner }) => [id, owner]));
  const [sourceOwnerId, targetOwnerId] = [owners.get(made.source), owners.get(made.target)];
  await putRows(database, 'connections', 'source, target', [{ ...made, sourceOwnerId, targetOwnerId }]);
}

export async function insertApi(database: Database, api: Api): Promise<void> {
  await putRows(database, 'apis', 'id', [api]);
}

/** Writes records as rows, in place of those with the same key. */
async function putRows(
  database: Database,
  table: 'members' | 'oauth_clients' | 'client_secrets' | 'connections' | 'apis',
  key: string,
  records: readonly object[],
): Promise<void> {
  const fields = Object.keys(records[0] ?? {});
  const rows = records.map((record) =>
    Object.fromEntries(Object.entries(record).map(([field, value]) => [columnOf(field), value])),
  );
  const columns = columnList(fields);
  const text = `insert into ${table} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb) made ${onConflict(key, fields)}`;
  await database.execute({ text, values: [JSON.stringify(rows)] });
}

function onConflict(key: string, fields: readonly string[]): string {
  const changes = fields.map(columnOf).map((column) => `${column} = excluded.${column}`);
  return `on conflict (${key}) do update set ${changes.join(', ')}`;
}
