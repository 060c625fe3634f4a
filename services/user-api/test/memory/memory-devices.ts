import type { KnownDeviceStore } from '../../src/attempt/budgets.ts';

/** The known devices in memory. */
export function createMemoryDevices(): KnownDeviceStore {
  const seenAt = new Map<string, Date>();
  return {
    remember(userId, deviceHash, now) {
      seenAt.set(`${userId} ${deviceHash}`, now);
      return Promise.resolve();
    },
    isKnown: (userId, deviceHash, since) =>
      Promise.resolve((seenAt.get(`${userId} ${deviceHash}`)?.getTime() ?? -1) >= since.getTime()),
  };
}
