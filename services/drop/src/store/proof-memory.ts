import type { RedisClient } from '@latchkey/connections';

type Remember = (replayKey: string, ttlSeconds: number) => Promise<boolean>;

/** Most proofs kept in the process. */
const maxKept = 100_000;

/** Remembers DPoP proofs in Redis: one SET NX. Rejects when Redis is gone. */
export function createRedisProofMemory(redis: RedisClient): Remember {
  return async (replayKey, ttlSeconds) =>
    (await redis.set(`drop:proof:${replayKey}`, 1, 'EX', ttlSeconds, 'NX')) === 'OK';
}

/** Remembers them in this process, for a service without Redis. `now` in milliseconds. */
export function createProcessProofMemory(now: () => number): Remember {
  const untilMs = new Map<string, number>();
  return async (replayKey, ttlSeconds) => {
    if (now() < (untilMs.get(replayKey) ?? 0)) return false;
    untilMs.delete(replayKey);
    untilMs.set(replayKey, now() + ttlSeconds * 1000);
    const [oldest] = untilMs.size > maxKept ? untilMs.keys() : [];
    if (oldest !== undefined) untilMs.delete(oldest);
    return true;
  };
}
