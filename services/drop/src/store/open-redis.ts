import { Cluster, Redis } from 'ioredis';

/** One node or a cluster: every command here touches the keys of one hash slot. */
export type RedisClient = Redis | Cluster;

const limitMs = 2_000;
const longestPauseMs = 2_000;
const pause = (tries: number) => Math.min(tries * 100, longestPauseMs);
const shared = { connectTimeout: limitMs, commandTimeout: limitMs, maxRetriesPerRequest: 0 };
/** What cannot be sent now fails now. A cluster's own nodes must queue, or it never learns its slots. */
const unqueued = { enableOfflineQueue: false };

/** A connection that fails at once while Redis is away, and comes back by itself for ever. */
export function openRedis(
  url: string,
  isCluster: boolean,
  onState: (state: 'ready' | 'away') => void,
): RedisClient {
  const redis = isCluster
    ? openCluster(url)
    : new Redis(url, { ...shared, ...unqueued, retryStrategy: pause });
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
  return new Cluster([url], { redisOptions, ...unqueued, clusterRetryStrategy: pause });
}
