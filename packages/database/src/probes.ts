import { Cluster } from 'ioredis';
import type { PostgresPool } from './postgres/postgres-pool.ts';
import type { RedisClient } from './redis/redis-client.ts';

const probe = { name: 'latchkey_probe', text: 'select 1' };

/**
 * A check of readiness that does what requests do: it sends a statement by name. Until it has succeeded once it sends the
 * statement over two connections at a time. A pooler that gives both one session, as PgBouncer before 1.21 does in
 * transaction mode, fails there and not under the first load.
 */
export function createPostgresProbe(pool: PostgresPool): () => Promise<void> {
  let hasOwnSessions = false;
  return async () => {
    if (!hasOwnSessions) await proveSessions(pool);
    hasOwnSessions = true;
    await pool.query(probe);
  };
}

async function proveSessions(pool: PostgresPool): Promise<void> {
  const first = await pool.connect();
  try {
    const second = await pool.connect();
    try {
      // The second use of a name sends no text: it fails in a session that has not seen it.
      for (const client of [first, second, first]) await client.query(probe);
    } finally {
      second.release(true);
    }
  } finally {
    first.release(true);
  }
}

/**
 * A check of readiness of Redis. In a cluster every master must answer, and say that all slots are served: a ping would
 * go to any node.
 */
export function createRedisProbe(redis: RedisClient): () => Promise<void> {
  return async () => {
    if (!(redis instanceof Cluster)) return void (await redis.ping());
    const masters = redis.nodes('master');
    if (masters.length === 0) throw new Error('no master of the Redis cluster is known');
    const states = await Promise.all(masters.map((master) => master.cluster('INFO')));
    if (!states.every((state) => state.includes('cluster_state:ok')))
      throw new Error('the Redis cluster does not serve all of its slots');
  };
}
