import type { KnownDeviceStore } from '../attempt/budgets.ts';
import type { Database } from './database.ts';

/** Known devices in PostgreSQL. */
export function createKnownDeviceStore({ prisma }: Database): KnownDeviceStore {
  return {
    async remember(userId, deviceHash, now) {
      await prisma.knownDevice.upsert({
        where: { userId_deviceHash: { userId, deviceHash } },
        create: { userId, deviceHash, lastSeenAt: now },
        update: { lastSeenAt: now },
      });
    },
    async isKnown(userId, deviceHash, since) {
      const where = { userId, deviceHash, lastSeenAt: { gte: since } };
      return (await prisma.knownDevice.count({ where })) > 0;
    },
  };
}
