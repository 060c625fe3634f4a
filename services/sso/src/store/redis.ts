import { Cluster, Redis } from 'ioredis';
import type { RedisClient } from './run-script.ts';

const limitMs = 2_000;
const longestPauseMs = 1_000;
const shared = { connectTimeout: limitMs, commandTimeout: limitMs, maxRetriesPerRequest: 1 };
const pause = (attempt: number) => Math.min(attempt * 50, longestPauseMs);

interface RedisOptions {
  readonly isCluster: boolean;
  /** Told of every lost connection. */
  readonly report: (error: unknown) => void;
}

/** A connection that fails commands within 2 s while Redis is away, and reconnects for ever. */
export function createRedis(url: string, { isCluster, report }: RedisOptions): RedisClient {
  const redis = isCluster ? connectCluster(url) : new Redis(url, { ...shared, retryStrategy: pause });
  redis.on('error', report);
  return redis;
}

function connectCluster(url: string): Cluster {
  const { protocol, username, password } = new URL(url);
  const redisOptions = {
    ...shared,
    ...(protocol === 'rediss:' ? { tls: {} } : {}),
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
  };
  return new Cluster([url], { redisOptions, clusterRetryStrategy: pause });
}
