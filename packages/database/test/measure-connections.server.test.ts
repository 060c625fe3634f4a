import { createTestDatabase, createTestRedis } from '@latchkey/testing';
import { Registry } from 'prom-client';
import { createPostgresPool, createRedisClient, measureConnections } from '../src/index.ts';

function countFailed(text: string): number {
  return Number(/^redis_command_duration_seconds_count\{outcome="failed"\} (\d+)/m.exec(text)?.[1] ?? 0);
}

test('what the pool does, how long statements and commands took, and which failed', async () => {
  const [database, server] = await Promise.all([createTestDatabase(), createTestRedis()]);
  const registry = new Registry();
  const pool = createPostgresPool(database.url, { size: 1, name: 'test' });
  const redis = createRedisClient(server.url, { isCluster: false, onError: () => undefined });
  measureConnections(registry, { pool, redis });
  const client = await pool.connect();
  const waiting = pool.query('select 2');
  const busy = await registry.metrics();
  expect(busy).toContain('postgres_pool_size 1');
  expect(busy).toContain('postgres_pool_in_use 1');
  expect(busy).toContain('postgres_pool_waiting 1');
  await client.query('select 1');
  client.release();
  await waiting;
  await expect(pool.query('select no_such_column')).rejects.toThrow('no_such_column');
  await redis.set('a', '1');
  // An older server refuses the names that the client gives itself as it connects.
  const failedBefore = countFailed(await registry.metrics());
  await expect(redis.lpush('a', '1')).rejects.toThrow('WRONGTYPE');
  const text = await registry.metrics();
  expect(text).toContain('postgres_statement_duration_seconds_count{outcome="ok"} 2');
  expect(text).toContain('postgres_statement_duration_seconds_count{outcome="failed"} 1');
  expect(countFailed(text)).toBe(failedBefore + 1);
  expect(text).toMatch(/^redis_command_duration_seconds_count\{outcome="ok"\} [1-9]/m);
  expect(text).toContain('redis_up 1');
  redis.disconnect();
  await pool.end();
  await Promise.all([database.drop(), server.close()]);
});
