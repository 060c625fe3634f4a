import type { ClientSecretStore } from '../../clients/client.ts';
import type { Database } from '../database.ts';
import { staysManager } from '../people/org-people.ts';
import { writeLog } from '../request-log/write-log.ts';

export function createClientSecretStore({ prisma }: Database): ClientSecretStore {
  return {
    async findNewest(clientId) {
      const newest = await prisma.clientSecret.findFirst({
        where: { clientId, expiresAt: null },
        orderBy: { createdAt: 'desc' },
      });
      return newest?.secretHash;
    },
    change: ({
      id,
      clientId,
      hash: secretHash,
      seenAt,
      at,
      newestExpiresAt,
      promisedExpiresAt,
      row,
      manager,
    }) =>
      prisma.$transaction(async (transaction) => {
        if (manager && !(await staysManager(transaction, manager.orgId, manager.userId))) return false;
        // Locks the client: of several changes that saw the same secret, only one is made.
        const { count } = await transaction.oAuthClient.updateMany({
          where: { clientId, archivedAt: null, secretRotatedAt: seenAt },
          data: { secretRotatedAt: at, updatedAt: at },
        });
        if (count === 0) return false;
        const ofClient = { clientId };
        if (promisedExpiresAt !== null)
          await transaction.clientSecret.updateMany({
            where: { ...ofClient, expiresAt: { gt: row.createdAt } },
            data: { expiresAt: promisedExpiresAt },
          });
        await transaction.clientSecret.updateMany({
          where: { ...ofClient, expiresAt: null },
          data: { expiresAt: newestExpiresAt },
        });
        await transaction.clientSecret.create({ data: { id, clientId, secretHash, createdAt: at } });
        await transaction.$executeRaw(writeLog([row]));
        return true;
      }),
  };
}
