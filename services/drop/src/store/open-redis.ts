import { Cluster, Redis } from 'ioredis';

/** One node or a cluster: every command here touches the keys of one hash slot. */
export type RedisClient = Redis | Cluster;

const limitMs = 2_000;
const longestPauseMs = 2_000;
const pause = (tries: number) => Math.min(tries * 100, longestPauseMs);
const shared = {
  connectTimeout: limitMs,
  commandTimeout: limitMs,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
};

/** A connection that fails at once while Redis is away, and comes back by itself for ever. */
export function openRedis(
  url: string,
  isCluster: boolean,
  onState: (state: 'ready' | 'away') => void,
): RedisClient {
  const redis = isCluster ? openCluster(url) : new Redis(url, { ...shared, retryStrategy: pause });
  // Without a listener ioredis prints each failed attempt to connect.
  redis.on('error', () => undefined);
  redis.on('ready', () => onState('ready'));
  redis.on('close', () => onState('away'));
  return redis;
}

function openCluster(url: string): Cluster {
  const { protocol, username, password } = new URL(url);
  const redisOptions = {
    ...shared,
    ...(protocol === 'rediss:' ? { tls: {} } : {}),
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
  };
  return new Cluster([url], { redisOptions, enableOfflineQueue: false, clusterRetryStrategy: pause });
}
