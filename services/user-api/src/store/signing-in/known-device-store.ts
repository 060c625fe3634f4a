import type { KnownDeviceStore } from '../../signing-in/attempt/known-device.ts';
import type { Database } from '../database.ts';

/** Known devices in PostgreSQL. The statement that opens the sessions of a sign-in writes them. */
export function createKnownDeviceStore({ prisma }: Database): KnownDeviceStore {
  return {
    async isKnown(userId, deviceHash, since) {
      const where = { userId, deviceHash, lastSeenAt: { gte: since } };
      return (await prisma.knownDevice.count({ where })) > 0;
    },
  };
}
