import { Cluster, Redis } from 'ioredis';
import { warnOfServer, type WarnOfServer } from './warn-of-server.ts';

/** One node or a cluster: every command and script touches the keys of one hash slot. */
export type RedisClient = Redis | Cluster;

export interface RedisOptions {
  /** True when the address names a node of a cluster. */
  readonly isCluster: boolean;
  /** Put before every key. */
  readonly keyPrefix?: string;
  /** False fails a command at once while Redis is down, instead of waiting up to 2 s for it. A cluster never waits. */
  readonly waits?: boolean;
  /** Called at every failed attempt to connect. */
  readonly onError: (error: unknown) => void;
  /** Called at the start if the server may evict keys or is too old, with a sentence for the operators. */
  readonly warn?: WarnOfServer;
}

const limitMs = 2_000;
/** A connection on which a command gets no answer for so long hangs, and is replaced. */
const longestSilenceMs = 5_000;
const longestPauseMs = 1_000;
const pause = (attempt: number) => Math.min(attempt * 100, longestPauseMs);

/**
 * A client that fails commands within 2 s while Redis is down, and reconnects for ever; a connection that hangs in
 * silence is replaced. `rediss:` is TLS. A caller ends it with `disconnect()`. Source: contract part 0 "Every service".
 */
export function createRedisClient(url: string, options: RedisOptions): RedisClient {
  const redis = options.isCluster ? createCluster(url, options) : createNode(url, options);
  redis.on('error', options.onError);
  const { warn } = options;
  if (warn)
    redis.once(
      'ready',
      () => void warnOfServer(redis instanceof Cluster ? redis.nodes('master') : [redis], warn),
    );
  return redis;
}

function createNode(url: string, options: RedisOptions): Redis {
  const { keyPrefix = '', waits = true } = options;
  return new Redis(url, {
    ...limitsOf(options),
    keyPrefix,
    enableOfflineQueue: waits,
    retryStrategy: pause,
  });
}

/**
 * ioredis reads only the host and port of a cluster address: the other settings go to every node that it finds. It sets
 * no time limit on commands that wait for a cluster, so none wait.
 */
function createCluster(url: string, options: RedisOptions): Cluster {
  const { protocol, username, password } = new URL(url);
  const redisOptions = {
    ...limitsOf(options),
    ...(protocol === 'rediss:' ? { tls: {} } : {}),
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
  };
  return new Cluster([url], {
    redisOptions,
    keyPrefix: options.keyPrefix ?? '',
    enableOfflineQueue: false,
    clusterRetryStrategy: pause,
  });
}

function limitsOf({ waits = true }: RedisOptions) {
  return {
    connectTimeout: limitMs,
    commandTimeout: limitMs,
    socketTimeout: longestSilenceMs,
    maxRetriesPerRequest: waits ? 1 : 0,
    // A command whose answer was lost may have run. If it were sent again, a one-time act would refuse itself.
    autoResendUnfulfilledCommands: false,
  };
}
