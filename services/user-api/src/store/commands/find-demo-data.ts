import { demoClients, demoPassword, demoUsers } from '../../demo-data.ts';
import { Prisma, type Database } from '../database.ts';

interface DemoTools {
  readonly now: Date;
  verifyPassword(hash: string, password: string): Promise<boolean>;
  hashSecret(secret: string): string;
}

/**
 * What of the demo data can be used in this database, as words of a sentence: accounts that are active and still have the
 * demo password, and clients with a demo secret in force; undefined when nothing can. Accounts that strangers signed up
 * under a demo address do not count, or they could keep the service from starting. Contract part 0 "Production".
 */
export async function findLiveDemoData(database: Database, tools: DemoTools): Promise<string | undefined> {
  const emails = demoUsers.map(({ email }) => email);
  const users = await database.prisma.user.findMany({
    where: { email: { in: emails }, status: 'active', emailVerifiedAt: { not: null } },
    select: { email: true, passwordHash: true },
  });
  const accounts: string[] = [];
  for (const { email, passwordHash } of users)
    if (passwordHash !== null && (await tools.verifyPassword(passwordHash, demoPassword)))
      accounts.push(email);
  const hashes = demoClients.flatMap(({ secret }) => (secret === undefined ? [] : tools.hashSecret(secret)));
  const clients = await database.query<{ id: string }>(Prisma.sql`
    select distinct c.id from oauth_clients c join client_secrets s on s.client_id = c.id
    where s.secret_hash = any(${hashes}::text[]) and (s.expires_at is null or s.expires_at > ${tools.now.toISOString()}::timestamptz)
      and c.archived_at is null and c.status = 'active' order by c.id`);
  const parts = [
    ...(accounts.length === 0 ? [] : [`the demo accounts ${accounts.toSorted().join(', ')}`]),
    ...(clients.length === 0 ? [] : [`the demo secrets of ${clients.map(({ id }) => id).join(', ')}`]),
  ];
  return parts.length === 0 ? undefined : parts.join(' and ');
}
