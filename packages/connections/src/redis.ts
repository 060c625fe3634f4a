import { Cluster, Redis } from 'ioredis';

/** One node or a cluster: every command and script touches the keys of one hash slot. */
export type RedisClient = Redis | Cluster;

export interface RedisOptions {
  /** True when the address names a node of a cluster. */
  readonly isCluster: boolean;
  /** Put before every key. */
  readonly keyPrefix?: string;
  /** False fails a command at once while Redis is away, instead of waiting up to 2 s for it. */
  readonly waits?: boolean;
  /** Told of every failed attempt to connect. */
  readonly onError: (error: unknown) => void;
}

const limitMs = 2_000;
const longestPauseMs = 1_000;
const pause = (attempt: number) => Math.min(attempt * 100, longestPauseMs);

/** A connection that fails commands within 2 s while Redis is away, and reconnects for ever. `rediss:` is TLS. */
export function openRedis(url: string, options: RedisOptions): RedisClient {
  const shared = limitsOf(options);
  const redis = options.isCluster
    ? openCluster(url, shared)
    : new Redis(url, { ...shared, retryStrategy: pause });
  redis.on('error', options.onError);
  return redis;
}

/** ioredis takes from a cluster's address nothing but the host: the rest goes to every node it finds. */
function openCluster(
  url: string,
  { keyPrefix, enableOfflineQueue, ...shared }: ReturnType<typeof limitsOf>,
): Cluster {
  const { protocol, username, password } = new URL(url);
  const redisOptions = {
    ...shared,
    ...(protocol === 'rediss:' ? { tls: {} } : {}),
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
  };
  return new Cluster([url], { redisOptions, keyPrefix, enableOfflineQueue, clusterRetryStrategy: pause });
}

function limitsOf({ keyPrefix = '', waits = true }: RedisOptions) {
  return {
    connectTimeout: limitMs,
    commandTimeout: limitMs,
    maxRetriesPerRequest: waits ? 1 : 0,
    enableOfflineQueue: waits,
    // A command whose answer was lost may have been carried out: sent again, a one-time act would come second to itself.
    autoResendUnfulfilledCommands: false,
    keyPrefix,
  };
}
