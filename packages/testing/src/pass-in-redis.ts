import type { RedisClient } from '@latchkey/database';

/** Shortens what is left of a key's life in Redis, as if the seconds had passed. A key that never expires stays. */
export async function passInRedis(redis: RedisClient, key: string, seconds: number): Promise<void> {
  const leftMs = await redis.pttl(key);
  if (leftMs >= 0) await redis.pexpire(key, Math.max(0, leftMs - seconds * 1000));
}
