import { installation, type Client } from '../../clients/client.ts';
import { assertNameFree } from '../clients/client-bounds.ts';
import { insertClient } from '../clients/client-store.ts';
import type { Database } from '../database.ts';

/** Clients, as the service's commands make them, each in one transaction. */
interface FirstRecords {
  /** The account or org of that name, else the installation. */
  findOwner(name: string | undefined): Promise<Pick<Client, 'ownerKind' | 'ownerId'> | undefined>;
  /** Throws already_exists for a name that is protected. */
  addClient(client: Client, secret: { id: string; hash: string } | undefined): Promise<void>;
}

export function createFirstRecords({ prisma }: Database): FirstRecords {
  return {
    async findOwner(name) {
      if (name === undefined) return installation;
      if (name.includes('@')) {
        const user = await prisma.user.findUnique({ where: { email: name } });
        return user === null ? undefined : { ownerKind: 'user', ownerId: user.id };
      }
      const org = await prisma.org.findUnique({ where: { slug: name } });
      return org === null ? undefined : { ownerKind: 'org', ownerId: org.id };
    },
    async addClient(client, secret) {
      await prisma.$transaction(async (transaction) => {
        await assertNameFree(transaction, client, 'name');
        await insertClient(transaction, client, secret);
      });
    },
  };
}
