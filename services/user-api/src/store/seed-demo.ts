import { demoClients, demoConnection, demoMembers, demoOrg, demoPassword, demoUsers } from '../demo-data.ts';
import { at, Prisma, type Database } from './database.ts';

interface SeedTools {
  readonly now: Date;
  newId(): string;
  hashPassword(password: string): Promise<string>;
  hashSecret(secret: string): string;
  seal(text: string, owner: string): string;
  /** Addresses of drop and user-api, the audiences that a client has unless it asks. */
  readonly services: readonly string[];
}

type Transaction = Prisma.TransactionClient;

/** Adds what is missing of the demo data and leaves alone what is there. */
export async function seedDemo(database: Database, tools: SeedTools): Promise<void> {
  const passwordHash = await tools.hashPassword(demoPassword);
  await database.$transaction(async (transaction) => {
    await addUsers(transaction, tools, passwordHash);
    await addOrg(transaction, tools);
    for (const client of demoClients) await addClient(transaction, tools, client);
    await transaction.$executeRaw`
      insert into connections (id, source, target, scopes, status, created_at)
      values (${tools.newId()}::uuid, ${demoConnection.source}, ${demoConnection.target},
        ${[...demoConnection.scopes]}::text[], 'active', ${at(tools.now)})
      on conflict (source, target) do nothing`;
  });
}

async function addUsers(transaction: Transaction, tools: SeedTools, passwordHash: string): Promise<void> {
  for (const { email, name, kind, totpSecret } of demoUsers) {
    const id = tools.newId();
    const sealed = totpSecret === undefined ? null : tools.seal(totpSecret, id);
    await transaction.$executeRaw`
      insert into users (id, email, name, kind, status, password_hash, totp_secret, created_at, updated_at)
      values (${id}::uuid, ${email}, ${name}, ${kind}, 'active', ${passwordHash}, ${sealed}, ${at(tools.now)},
        ${at(tools.now)})
      on conflict (email) do nothing`;
  }
}

async function addOrg(transaction: Transaction, tools: SeedTools): Promise<void> {
  const { slug, name } = demoOrg;
  await transaction.$executeRaw`
    insert into orgs (id, slug, name, status, created_at)
    values (${tools.newId()}::uuid, ${slug}, ${name}, 'active', ${at(tools.now)})
    on conflict (slug) do nothing`;
  for (const { email, role } of demoMembers) {
    await transaction.$executeRaw`
      insert into members (id, org_id, user_id, role, status, created_at)
      select ${tools.newId()}::uuid, o.id, u.id, ${role}, 'active', ${at(tools.now)}
      from orgs o, users u where o.slug = ${slug} and u.email = ${email}
      on conflict (org_id, user_id) do nothing`;
  }
}

async function addClient(
  transaction: Transaction,
  tools: SeedTools,
  client: (typeof demoClients)[number],
): Promise<void> {
  const { clientId, name, method, grantTypes, scopes, owner, secret, otherAudience } = client;
  const { now, services } = tools;
  await transaction.$executeRaw`
    insert into oauth_clients (id, name, type, status, owner_kind, owner_id, token_endpoint_auth_method, grant_types,
      scopes, default_scopes, audiences, default_audiences, created_at, updated_at)
    select ${clientId}, ${name}, ${secret === undefined ? 'public' : 'confidential'}, 'active', 'user', u.id, ${method},
      ${[...grantTypes]}::text[], ${[...scopes]}::text[], ${[...scopes]}::text[],
      ${[...services, otherAudience]}::text[], ${[...services]}::text[], ${at(now)}, ${at(now)}
    from users u where u.email = ${owner}
    on conflict (id) do nothing`;
  if (secret === undefined) return;
  await transaction.$executeRaw`
    insert into client_secrets (id, client_id, secret_hash, created_at)
    values (${tools.newId()}::uuid, ${clientId}, ${tools.hashSecret(secret)}, ${at(now)})
    on conflict (client_id, secret_hash) do nothing`;
}
