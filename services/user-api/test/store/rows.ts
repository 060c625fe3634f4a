import type { Account, Membership } from '../../src/account/account.ts';
import type { Api } from '../../src/api/api.ts';
import type { Client } from '../../src/client/client.ts';
import { nameKeysOf } from '../../src/client/name-keys.ts';
import type { Database } from '../../src/store/database.ts';
import { addRows } from '../../src/store/row-counts.ts';
import { startMs } from '../setup/signer.ts';

const start = new Date(startMs);

/** Puts an account and its memberships where the stores find them; an org is made when it is named first. */
export async function insertAccount(
  database: Database,
  account: Account,
  memberships: readonly Membership[] = [],
  createdAt = start,
): Promise<void> {
  const { id } = account;
  await database.execute(addRows('users', [{ ...account, createdAt, updatedAt: createdAt }]));
  for (const { orgId, orgSlug, role } of memberships) {
    await insertOrg(database, orgId, orgSlug);
    await database.prisma.member.create({
      data: { id: crypto.randomUUID(), orgId, userId: id, role, status: 'active', createdAt },
    });
  }
}

export async function insertOrg(database: Database, id: string, slug: string): Promise<void> {
  const data = { id, slug, name: slug, status: 'active', createdAt: start };
  await database.prisma.org.upsert({ where: { id }, create: data, update: {} });
}

/** Stores a client with secrets as [hash, end]. */
export async function insertClient(
  database: Database,
  client: Client,
  secrets: readonly (readonly [string, Date | null])[] = [],
): Promise<void> {
  await database.prisma.oAuthClient.create({
    data: {
      ...client,
      nameKeys: nameKeysOf(client.name),
      grantTypes: [...client.grantTypes],
      scopes: [...client.scopes],
      defaultScopes: [...client.defaultScopes],
      audiences: [...client.audiences],
      defaultAudiences: [...client.defaultAudiences],
      vouches: [...client.vouches],
    },
  });
  for (const [secretHash, expiresAt] of secrets) {
    const id = crypto.randomUUID();
    await database.prisma.clientSecret.create({
      data: { id, clientId: client.clientId, secretHash, expiresAt, createdAt: start },
    });
  }
}

export async function insertApi(database: Database, api: Api): Promise<void> {
  const scopes = api.scopes.map(({ name, words }) => ({ name, words: { ...words } }));
  await database.prisma.api.create({ data: { ...api, scopes } });
}
