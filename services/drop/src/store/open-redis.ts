import { Redis } from 'ioredis';

const limitMs = 2_000;
const longestPauseMs = 2_000;

/** A connection that fails at once while Redis is away, and comes back by itself for ever. */
export function openRedis(url: string, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: limitMs,
    commandTimeout: limitMs,
    retryStrategy: (tries) => Math.min(tries * 100, longestPauseMs),
  });
  redis.on('error', onError);
  return redis;
}
