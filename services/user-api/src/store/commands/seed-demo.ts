import { cliClientId, makeCliClient } from '../../clients/make-client.ts';
import { nameKeysOf } from '../../clients/name-keys.ts';
import {
  demoClients,
  demoConnection,
  demoMembers,
  demoOrg,
  demoPassword,
  demoUsers,
} from '../../demo-data.ts';
import { insertClient } from '../clients/client-store.ts';
import { insertConnection } from '../clients/connection-store.ts';
import { insertRows, type Database, type Transaction } from '../database.ts';

interface SeedTools {
  readonly now: Date;
  newId(): string;
  hashPassword(password: string): Promise<string>;
  hashSecret(secret: string): string;
  seal(text: string, owner: string): string;
  /** Addresses of user-api and drop, the audiences of a client that asks for none. */
  readonly services: readonly [userApi: string, drop: string];
}

/**
 * Writes the demo data into a database without accounts. Answers `present` where demo accounts are, whose clients get the
 * addresses of the services where these have changed, and `foreign` where only others are, and changes nothing then.
 * Contract part 0 "Production".
 */
export async function seedDemo(
  { prisma }: Database,
  tools: SeedTools,
): Promise<'written' | 'present' | 'foreign'> {
  const passwordHash = await tools.hashPassword(demoPassword);
  return prisma.$transaction(async (transaction) => {
    // Of seeds that run at once, one writes; a signup waits until it has.
    await transaction.$executeRaw`lock table users in share row exclusive mode`;
    if ((await transaction.user.count({ where: { email: { in: demoEmails } } })) > 0) {
      for (const client of addressedClients) await followAddresses(transaction, tools, client);
      return 'present';
    }
    if ((await transaction.user.count()) > 0) return 'foreign';
    await addUsers(transaction, tools, passwordHash);
    await addOrg(transaction, tools);
    for (const client of demoClients) await addClient(transaction, tools, client);
    await insertClient(transaction, makeCliClient(tools.services, tools.now));
    await addConnection(transaction, tools);
    return 'written';
  });
}

const demoEmails = demoUsers.map(({ email }) => email);

async function addUsers(transaction: Transaction, tools: SeedTools, passwordHash: string): Promise<void> {
  const times = { createdAt: tools.now, updatedAt: tools.now };
  const data = demoUsers.map(({ email, name, kind, totpSecret: secret }) => {
    const id = tools.newId();
    const totpSecret = secret === undefined ? null : tools.seal(secret, id);
    const proven = { emailVerifiedAt: tools.now, passwordHash, totpSecret };
    return { id, email, name, kind, status: 'active', ...proven, ...times };
  });
  await transaction.$executeRaw(insertRows('users', data));
}

async function addOrg(transaction: Transaction, { now: createdAt, newId }: SeedTools): Promise<void> {
  const { slug, name } = demoOrg;
  const orgId = newId();
  await transaction.org.create({ data: { id: orgId, slug, name, status: 'active', createdAt } });
  for (const { email, role } of demoMembers) {
    const { id: userId } = await transaction.user.findUniqueOrThrow({ where: { email } });
    const data = { id: newId(), orgId, userId, role, status: 'active', createdAt };
    await transaction.member.create({ data });
  }
}

async function addClient(
  transaction: Transaction,
  { now, newId, services, hashSecret }: SeedTools,
  client: (typeof demoClients)[number],
): Promise<void> {
  const { clientId, name, method, owner, secret, otherAudience } = client;
  const { id: ownerId } = await transaction.user.findUniqueOrThrow({ where: { email: owner } });
  await transaction.oAuthClient.create({
    data: {
      clientId,
      name,
      nameKeys: nameKeysOf(name),
      type: secret === undefined ? 'public' : 'confidential',
      status: 'active',
      ownerKind: 'user',
      ownerId,
      tokenEndpointAuthMethod: method,
      grantTypes: [...client.grantTypes],
      scopes: [...client.scopes],
      defaultScopes: [...client.defaultScopes],
      audiences: [...services, otherAudience],
      defaultAudiences: [...services],
      redirectUris: [...(client.redirectUris ?? [])],
      postLogoutRedirectUris: [...(client.postLogoutRedirectUris ?? [])],
      vouches: [...(client.vouches ?? [])],
      introspects: client.introspects === true,
      createdAt: now,
      updatedAt: now,
    },
  });
  if (secret === undefined) return;
  await transaction.clientSecret.create({
    data: { id: newId(), clientId, secretHash: hashSecret(secret), createdAt: now },
  });
}

const addressedClients = [
  ...demoClients.map(({ clientId, otherAudience }) => ({ clientId, others: [otherAudience] })),
  { clientId: cliClientId, others: [] },
];

/** A stack that is started on other ports: its clients work at the new addresses in place of the old ones. */
async function followAddresses(
  transaction: Transaction,
  { services, now }: SeedTools,
  { clientId, others }: (typeof addressedClients)[number],
): Promise<void> {
  await transaction.oAuthClient.updateMany({
    where: { clientId, NOT: { audiences: { hasEvery: [...services] } } },
    data: {
      audiences: [...services, ...others],
      defaultAudiences: [...services],
      updatedAt: now,
    },
  });
}

async function addConnection(transaction: Transaction, { now, newId }: SeedTools): Promise<void> {
  await transaction.$executeRaw(insertConnection({ ...demoConnection, id: newId() }, now));
}
