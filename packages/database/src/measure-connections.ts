import { timeChannel } from '@latchkey/tracing';
import { Gauge, Histogram, type Registry } from 'prom-client';
import type { PostgresPool } from './postgres/postgres-pool.ts';
import type { RedisClient } from './redis/redis-client.ts';

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

interface Measured {
  readonly pool: PostgresPool;
  readonly redis?: RedisClient | undefined;
}

/** Registers the metrics of a process's connections: how the pool is used, and how long statements and commands take. */
export function measureConnections(registry: Registry, { pool, redis }: Measured): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge('postgres_pool_size', 'Connections that the pool may open', () => pool.options.max);
  gauge(
    'postgres_pool_in_use',
    'Connections that are running something',
    () => pool.totalCount - pool.idleCount,
  );
  gauge('postgres_pool_waiting', 'Callers that wait for a connection', () => pool.waitingCount);
  timeActs(registry, 'latchkey:statement', {
    name: 'postgres_statement_duration_seconds',
    help: 'SQL statements, without the wait for a connection',
  });
  if (redis === undefined) return;
  gauge('redis_up', '1 while the client is connected', () => (redis.status === 'ready' ? 1 : 0));
  timeActs(registry, 'ioredis:command', {
    name: 'redis_command_duration_seconds',
    help: 'Redis commands, with the wait for a connection',
  });
}

function timeActs(registry: Registry, channel: string, named: { name: string; help: string }): void {
  const durations = new Histogram({ ...named, labelNames: ['outcome'], buckets, registers: [registry] });
  timeChannel(channel, ({ seconds, failed }) =>
    durations.observe({ outcome: failed ? 'failed' : 'ok' }, seconds),
  );
}
