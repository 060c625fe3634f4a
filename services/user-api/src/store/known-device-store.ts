import type { KnownDeviceStore } from '../attempt/known-device.ts';
import { at, type Database } from './database.ts';

/** Known devices in Postgres. */
export function createKnownDeviceStore(database: Database): KnownDeviceStore {
  return {
    async remember(userId, deviceHash, now) {
      await database.$executeRaw`
        insert into known_devices (user_id, device_hash, last_seen_at)
        values (${userId}::uuid, ${deviceHash}, ${at(now)})
        on conflict (user_id, device_hash) do update set last_seen_at = excluded.last_seen_at`;
    },
    async isKnown(userId, deviceHash, since) {
      const rows = await database.$queryRaw<unknown[]>`
        select 1 from known_devices
        where user_id = ${userId}::uuid and device_hash = ${deviceHash} and last_seen_at >= ${at(since)}`;
      return rows.length > 0;
    },
  };
}
