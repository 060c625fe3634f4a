import type { Account, Membership } from '../../src/account/account.ts';
import type { Client } from '../../src/client/client.ts';
import type { Database } from '../../src/store/database.ts';
import { startMs } from '../world/signer.ts';

const created_at = new Date(startMs);

/** Puts an account and its memberships where the stores find them; an org is made when it is named first. */
export async function insertAccount(
  database: Database,
  account: Account,
  memberships: readonly Membership[] = [],
): Promise<void> {
  const { id, email, name, kind, status } = account;
  const secrets = {
    password_hash: account.passwordHash,
    totp_secret: account.totpSecret,
    totp_pending: account.totpPending,
  };
  const times = { created_at, updated_at: created_at, tokens_valid_after: account.tokensValidAfter };
  const kept = { kept_family_id: account.keptFamilyId };
  await database.user.create({ data: { id, email, name, kind, status, ...secrets, ...times, ...kept } });
  for (const { orgId, orgSlug, role } of memberships) {
    await insertOrg(database, orgId, orgSlug);
    await database.member.create({
      data: { id: crypto.randomUUID(), org_id: orgId, user_id: id, role, status: 'active', created_at },
    });
  }
}

export async function insertOrg(database: Database, id: string, slug: string): Promise<void> {
  const data = { id, slug, name: slug, status: 'active', created_at };
  await database.org.upsert({ where: { id }, create: data, update: {} });
}

/** Stores a client with secrets as [hash, end]. */
export async function insertClient(
  database: Database,
  client: Client,
  secrets: readonly (readonly [string, Date | null])[] = [],
): Promise<void> {
  await database.oAuthClient.create({
    data: {
      id: client.clientId,
      name: client.name,
      type: client.type,
      status: client.status,
      owner_kind: client.ownerKind,
      owner_id: client.ownerId,
      token_endpoint_auth_method: client.tokenEndpointAuthMethod,
      grant_types: [...client.grantTypes],
      scopes: [...client.scopes],
      default_scopes: [...client.defaultScopes],
      audiences: [...client.audiences],
      default_audiences: [...client.defaultAudiences],
      archived_at: client.archivedAt,
      created_at: client.createdAt,
      updated_at: client.updatedAt,
    },
  });
  for (const [secret_hash, expires_at] of secrets) {
    const id = crypto.randomUUID();
    await database.clientSecret.create({
      data: { id, client_id: client.clientId, secret_hash, expires_at, created_at },
    });
  }
}
