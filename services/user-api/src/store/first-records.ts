import type { Client } from '../client/client.ts';
import { insertClient } from './client-store.ts';
import type { Database } from './database.ts';

/** Clients, as the service's commands make them, each in one transaction. */
interface FirstRecords {
  /** The account or org that owns a client: the one that is named, else the oldest active operator. */
  findOwner(name: string | undefined): Promise<Pick<Client, 'ownerKind' | 'ownerId'> | undefined>;
  addClient(client: Client, secret: { id: string; hash: string } | undefined): Promise<void>;
}

export function createFirstRecords({ prisma }: Database): FirstRecords {
  return {
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
