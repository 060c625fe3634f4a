import { Cluster, Redis } from 'ioredis';
import type { RedisClient } from './run-script.ts';

const limitMs = 2_000;
const longestPauseMs = 1_000;

/** A connection that fails commands within 2 s while Redis is away, and reconnects for ever. */
export function createRedis(url: string, options: { isCluster: boolean }): RedisClient {
  const pause = (attempt: number) => Math.min(attempt * 50, longestPauseMs);
  const shared = { connectTimeout: limitMs, commandTimeout: limitMs, maxRetriesPerRequest: 1 };
  if (!options.isCluster) return new Redis(url, { ...shared, retryStrategy: pause });
  const { protocol, username, password } = new URL(url);
  const redisOptions = {
    ...shared,
    ...(protocol === 'rediss:' ? { tls: {} } : {}),
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
  };
  return new Cluster([url], { redisOptions, clusterRetryStrategy: pause });
}
