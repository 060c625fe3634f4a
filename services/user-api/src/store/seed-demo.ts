import { demoClients, demoConnection, demoMembers, demoOrg, demoPassword, demoUsers } from '../demo-data.ts';
import type { Database, Transaction } from './database.ts';

interface SeedTools {
  readonly now: Date;
  newId(): string;
  hashPassword(password: string): Promise<string>;
  hashSecret(secret: string): string;
  seal(text: string, owner: string): string;
  /** Addresses of drop and user-api, the audiences of a client that asks for none. */
  readonly services: readonly string[];
}

/** Adds the demo data that is missing and changes nothing that is there. */
export async function seedDemo({ prisma }: Database, tools: SeedTools): Promise<void> {
  const passwordHash = await tools.hashPassword(demoPassword);
  const { now: createdAt, newId } = tools;
  await prisma.$transaction(async (transaction) => {
    await addUsers(transaction, tools, passwordHash);
    await addOrg(transaction, tools);
    for (const client of demoClients) await addClient(transaction, tools, client);
    await transaction.connection.createMany({
      data: {
        ...demoConnection,
        scopes: [...demoConnection.scopes],
        id: newId(),
        status: 'active',
        createdAt,
      },
      skipDuplicates: true,
    });
  });
}

async function addUsers(transaction: Transaction, tools: SeedTools, passwordHash: string): Promise<void> {
  const times = { createdAt: tools.now, updatedAt: tools.now };
  const data = demoUsers.map(({ email, name, kind, totpSecret: secret }) => {
    const id = tools.newId();
    const totpSecret = secret === undefined ? null : tools.seal(secret, id);
    const proven = { emailVerifiedAt: tools.now, passwordHash, passwordNfkc: true, totpSecret };
    return { id, email, name, kind, status: 'active', ...proven, ...times };
  });
  await transaction.user.createMany({ data, skipDuplicates: true });
}

async function addOrg(transaction: Transaction, { now: createdAt, newId }: SeedTools): Promise<void> {
  const { slug, name } = demoOrg;
  const data = { id: newId(), slug, name, status: 'active', createdAt };
  await transaction.org.createMany({ data, skipDuplicates: true });
  const { id: orgId } = await transaction.org.findUniqueOrThrow({ where: { slug } });
  for (const { email, role } of demoMembers) {
    const { id: userId } = await transaction.user.findUniqueOrThrow({ where: { email } });
    await transaction.member.createMany({
      data: { id: newId(), orgId, userId, role, status: 'active', createdAt },
      skipDuplicates: true,
    });
  }
}

async function addClient(
  transaction: Transaction,
  { now, newId, services, hashSecret }: SeedTools,
  client: (typeof demoClients)[number],
): Promise<void> {
  const { clientId, name, method, owner, secret, otherAudience } = client;
  const { id: ownerId } = await transaction.user.findUniqueOrThrow({ where: { email: owner } });
  await transaction.oAuthClient.createMany({
    data: {
      clientId,
      name,
      type: secret === undefined ? 'public' : 'confidential',
      status: 'active',
      ownerKind: 'user',
      ownerId,
      tokenEndpointAuthMethod: method,
      grantTypes: [...client.grantTypes],
      scopes: [...client.scopes],
      defaultScopes: [...client.scopes],
      audiences: [...services, otherAudience],
      defaultAudiences: [...services],
      createdAt: now,
      updatedAt: now,
    },
    skipDuplicates: true,
  });
  if (secret === undefined) return;
  await transaction.clientSecret.createMany({
    data: { id: newId(), clientId, secretHash: hashSecret(secret), createdAt: now },
    skipDuplicates: true,
  });
}
