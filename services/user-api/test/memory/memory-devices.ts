import type { KnownDeviceStore } from '../../src/attempt/known-device.ts';

export interface MemoryDevices extends KnownDeviceStore {
  note(userId: string, deviceHash: string, at: Date): void;
}

/** The known devices in memory. */
export function createMemoryDevices(): MemoryDevices {
  const seenAt = new Map<string, Date>();
  return {
    note: (userId, deviceHash, at) => void seenAt.set(`${userId} ${deviceHash}`, at),
    isKnown: (userId, deviceHash, since) =>
      Promise.resolve((seenAt.get(`${userId} ${deviceHash}`)?.getTime() ?? -1) >= since.getTime()),
  };
}
