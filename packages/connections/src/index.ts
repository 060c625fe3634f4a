export { postgresPool, type PoolOptions } from './postgres-pool.ts';
export { openRedis, type RedisClient, type RedisOptions } from './redis.ts';
