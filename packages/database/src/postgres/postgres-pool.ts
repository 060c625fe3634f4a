import { keepTrace, statements } from '@latchkey/tracing';
import pg from 'pg';
import { withSessionOptions } from './session-options.ts';

export type PostgresPool = pg.Pool;

/** A connection attempt, and a query, fails after this long. */
const connectLimitMs = 5_000;
const queryLimitMs = 5_000;
/** Shorter than the query limit, so that PostgreSQL itself stops and undoes a query before its caller gives up. */
export const statementLimitMs = 4_000;

export interface PoolOptions {
  readonly size: number;
  /** Names the service in pg_stat_activity. */
  readonly name: string;
}

/**
 * A pool for `new PrismaPg(pool)` and for stores that send SQL themselves. It connects when it is first used, fails in
 * seconds while PostgreSQL is down, and comes back without a restart. Sessions are in UTC whatever the address says,
 * because Prisma sends and reads times without their zone. A caller ends it with `end()`: Prisma leaves a pool that it
 * was given open. Throws a sentence where the address cannot be used.
 */
export function createPostgresPool(url: string, { size, name }: PoolOptions): PostgresPool {
  // PostgreSQL's own estimate of a page that is read out of order is for disks that turn. With it, it reads whole tables
  // where an index would do.
  const options = `-c timezone=UTC -c statement_timeout=${statementLimitMs} -c random_page_cost=1.1`;
  const pool = new pg.Pool({
    connectionString: withSessionOptions(url, options),
    max: size,
    connectionTimeoutMillis: connectLimitMs,
    query_timeout: queryLimitMs,
    keepAlive: true,
    application_name: `latchkey-${name}`,
  });
  // Without a listener, an idle connection that breaks would end the process. The pool replaces such a connection.
  pool.on('error', () => undefined);
  reportStatements(pool);
  return pool;
}

type Call = (...args: unknown[]) => unknown;

/** Reports every statement on the channel of statements, also Prisma's, in the context of whoever asked for it. */
function reportStatements(pool: PostgresPool): void {
  const connect = pool.connect.bind(pool) as Call;
  // Whoever waits for a connection is called back by the request that gives it back.
  const connectWithin: Call = (whenDone) =>
    typeof whenDone === 'function' ? connect(keepTrace(whenDone as Call)) : connect();
  pool.connect = connectWithin as typeof pool.connect;
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Call;
    const reported: Call = (...args) => {
      if (!statements.hasSubscribers) return query(...args);
      const trace = { text: textOf(args[0]) };
      if (typeof args.at(-1) === 'function')
        return statements.traceCallback(query, -1, trace, undefined, ...args);
      return statements.tracePromise(query as () => Promise<unknown>, trace, undefined, ...(args as []));
    };
    client.query = reported as typeof client.query;
  });
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  return (statement as { readonly text?: string }).text ?? '';
}
