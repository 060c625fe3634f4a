import { Cluster } from 'ioredis';
import { statementLimitMs, type PostgresPool } from './postgres/postgres-pool.ts';
import { defineScript } from './redis/define-script.ts';
import type { RedisClient } from './redis/redis-client.ts';

const probe = {
  name: 'latchkey_probe',
  text: `select current_setting('timezone') as zone, current_setting('statement_timeout') as limit,
    extract(epoch from current_setting('statement_timeout')::interval) * 1000 as limit_ms`,
};

/** The names of one time zone. */
const utc = /^(?:Etc\/)?(?:UTC|UCT|Universal|Zulu|GMT|Greenwich|GMT[+-]?0)$/i;

/**
 * A check of readiness that does what requests do: it sends a statement by name. Until it has succeeded once it sends the
 * statement over two connections at a time. A pooler that gives both one session, as PgBouncer before 1.21 does in
 * transaction mode, fails there and not under the first load. So does one that drops the settings of a connection:
 * without them times are shifted, and a statement may run for ever.
 */
export function createPostgresProbe(pool: PostgresPool): () => Promise<void> {
  let hasOwnSessions = false;
  return async () => {
    if (!hasOwnSessions) await proveSessions(pool);
    hasOwnSessions = true;
    const [session] = (await pool.query<{ zone: string; limit: string; limit_ms: string }>(probe)).rows;
    const { zone = '', limit = '', limit_ms: limitMs = '' } = session ?? {};
    if (!utc.test(zone)) throw new Error(`sessions have the timezone ${zone}, which must be UTC`);
    if (!(Number(limitMs) > 0 && Number(limitMs) <= statementLimitMs))
      throw new Error(
        `sessions have the statement_timeout ${limit}, which must be at most ${statementLimitMs} ms`,
      );
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

/** What a service does in Redis, each as the command and what follows its key; the probe does all of it on one key. */
export interface RedisUse {
  /** Begins as the service's own keys do. */
  readonly key: string;
  readonly acts: readonly string[];
}

/** A type of value after another: each begins and ends without the key. */
const probeLua = `
for _, act in ipairs(ARGV) do
  local words = {}
  for word in string.gmatch(act, '%S+') do table.insert(words, word) end
  local name = table.remove(words, 1)
  if name == 'time' then redis.call(name) else redis.call(name, KEYS[1], unpack(words)) end
end
redis.call('del', KEYS[1])
return 1`;

/**
 * A check of readiness of Redis, which does what requests do: a script that runs each of the service's commands on a key
 * of its own, so that a user who may only read, or only some keys, fails there. In a cluster every master must answer, too, and
 * say that all slots are served.
 */
export function createRedisProbe(redis: RedisClient, { key, acts }: RedisUse): () => Promise<void> {
  const run = defineScript(redis, { name: 'ready', lua: probeLua, numberOfKeys: 1 });
  return async () => {
    if (redis instanceof Cluster) await assertServesAll(redis);
    await run([key], ...acts);
  };
}

async function assertServesAll(redis: Cluster): Promise<void> {
  const masters = redis.nodes('master');
  if (masters.length === 0) throw new Error('no master of the Redis cluster is known');
  const states = await Promise.all(masters.map((master) => master.cluster('INFO')));
  if (!states.every((state) => state.includes('cluster_state:ok')))
    throw new Error('the Redis cluster does not serve all of its slots');
}
