import type { Account } from '../account/account.ts';
import type { Client } from '../client/client.ts';
import { insertClient } from './client-store.ts';
import { commandLimits, Prisma, type Database } from './database.ts';
import { addRows } from './row-counts.ts';

/** What became of an operator who was to be made. */
type OperatorOutcome =
  | { readonly isNew: true; readonly hasMadeClient: boolean }
  | { readonly isNew: false; readonly kind: string };

/** Writes what the service's commands make, each in one transaction. */
interface FirstRecords {
  /** Stores an operator and, where it is missing, a client. Changes nothing when the address is taken. */
  addOperator(account: Account, client: Client): Promise<OperatorOutcome>;
  /** The account or org that owns a client: the one that is named, else the oldest active operator. */
  findOwner(name: string | undefined): Promise<Pick<Client, 'ownerKind' | 'ownerId'> | undefined>;
  addClient(client: Client, secret: { id: string; hash: string } | undefined): Promise<void>;
}

export function createFirstRecords({ prisma }: Database): FirstRecords {
  return {
    addOperator: (account, client) =>
      prisma.$transaction(async (transaction) => {
        const { createdAt, updatedAt } = client;
        const record = { ...account, createdAt, updatedAt };
        const made = await transaction.$executeRaw(
          addRows('users', [record], Prisma.sql`on conflict (email) do nothing`),
        );
        if (made === 1) return { isNew: true, hasMadeClient: await insertClient(transaction, client) };
        const { kind } = await transaction.user.findUniqueOrThrow({ where: { email: account.email } });
        return { isNew: false, kind };
      }, commandLimits),
    async findOwner(name) {
      if (name === undefined || name.includes('@')) {
        const where =
          name === undefined ? { kind: { in: ['admin', 'root'] }, status: 'active' } : { email: name };
        const orderBy = [{ createdAt: 'asc' }, { id: 'asc' }] as const;
        const user = await prisma.user.findFirst({ where, orderBy: [...orderBy] });
        return user === null ? undefined : { ownerKind: 'user', ownerId: user.id };
      }
      const org = await prisma.org.findUnique({ where: { slug: name } });
      return org === null ? undefined : { ownerKind: 'org', ownerId: org.id };
    },
    async addClient(client, secret) {
      await prisma.$transaction((transaction) => insertClient(transaction, client, secret));
    },
  };
}
