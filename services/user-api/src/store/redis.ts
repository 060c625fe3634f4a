import { Redis } from 'ioredis';

const commandLimitMs = 2_000;
const longestPauseMs = 1_000;

/** A connection whose commands fail within 2 s while Redis is gone, and that reconnects for ever. */
export function openRedis(url: string, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    connectTimeout: commandLimitMs,
    commandTimeout: commandLimitMs,
    maxRetriesPerRequest: 1,
    retryStrategy: (attempt) => Math.min(attempt * 100, longestPauseMs),
    keyPrefix: 'user-api:',
  });
  redis.on('error', onError);
  return redis;
}
