import { findBadParameter } from '@latchkey/process';
import { Cluster, Redis } from 'ioredis';
import { warnOfServer, type WarnOfServer } from './warn-of-server.ts';

/** One node or a cluster: every command and script touches the keys of one hash slot. */
export type RedisClient = Redis | Cluster;

export interface RedisOptions {
  /** True when the address names a node of a cluster. */
  readonly isCluster: boolean;
  /**
   * `host:port,…` of Sentinels, which know where the master is that the host of the address names. The first may have
   * `user:password@` before it, with which all are asked. They have TLS where the address has.
   */
  readonly sentinels?: string | undefined;
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
 * silence is replaced. `rediss:` is TLS. A caller ends it with `disconnect()`. Throws a sentence that names REDIS_URL where
 * the address has a parameter that ioredis would take in place of these limits. Source: contract part 0 "Every service".
 */
export function createRedisClient(url: string, options: RedisOptions): RedisClient {
  if (options.isCluster && options.sentinels !== undefined)
    throw new Error('A Redis Cluster has no Sentinels: set REDIS_CLUSTER or REDIS_SENTINELS.');
  const complaint = findBadParameter('redis', url);
  if (complaint !== undefined) throw new Error(`REDIS_URL ${complaint}.`);
  const redis = options.isCluster ? createCluster(url, options) : createNode(url, options);
  if (redis instanceof Cluster) redis.on('+node', shareWrites);
  else shareWrites(redis);
  redis.on('error', options.onError);
  const { warn } = options;
  if (warn)
    redis.once(
      'ready',
      () => void warnOfServer(redis instanceof Cluster ? redis.nodes('master') : [redis], warn),
    );
  return redis;
}

/**
 * Commands of one moment share a write to the socket, which costs more than the commands: docs/performance.md. ioredis's
 * own pipelines send nothing while one waits for its answer, so that a command could fail after 4 s instead of 2 s.
 */
function shareWrites(redis: Redis): void {
  redis.on('connect', () => {
    const socket = redis.stream;
    const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
    const corked = (...args: unknown[]) => {
      if (socket.writableCorked === 0) {
        socket.cork();
        setImmediate(() => socket.uncork());
      }
      return write(...args);
    };
    socket.write = corked;
  });
}

function createNode(url: string, options: RedisOptions): Redis {
  const { keyPrefix = '', waits = true, sentinels } = options;
  return new Redis(url, {
    ...limitsOf(options),
    ...(sentinels === undefined ? {} : readSentinels(url, sentinels)),
    keyPrefix,
    enableOfflineQueue: waits,
    retryStrategy: pause,
  });
}

const sentinelPort = 26_379;

function readSentinels(url: string, list: string) {
  const { protocol, hostname: name } = new URL(url);
  const addresses = list.split(',').map((address) => new URL(`redis://${address.trim()}`));
  const { username = '', password = '' } = addresses[0] ?? {};
  return {
    name,
    sentinels: addresses.map(({ hostname, port }) => ({
      // An address of IPv6 is in brackets.
      host: hostname.replaceAll(/[[\]]/g, ''),
      port: Number(port || sentinelPort),
    })),
    ...(username === '' ? {} : { sentinelUsername: decodeURIComponent(username) }),
    ...(password === '' ? {} : { sentinelPassword: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' ? { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true } : {}),
    sentinelCommandTimeout: limitMs,
    sentinelRetryStrategy: pause,
  };
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
