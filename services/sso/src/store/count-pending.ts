import type { Database } from './database.ts';

/** Device authorizations that wait for a decision and have time left. */
export async function countPending(database: Database, nowMs: number): Promise<number> {
  const [row] = await database.$queryRaw<{ pending: number }[]>`
    SELECT count(*)::int AS pending FROM device_authorizations
    WHERE state = 'pending' AND expires_at > ${new Date(nowMs)}`;
  return row?.pending ?? 0;
}
