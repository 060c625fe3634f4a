/** A server that does not answer by then is gone, and the caller is told so. */
const connectLimitMs = 2_000;
const queryLimitMs = 5_000;
/** Shorter, so that Postgres gives up, and undoes, what nobody waits for any more. */
const statementLimitMs = 4_000;

export interface PoolOptions {
  /** Most connections at a time. */
  readonly size: number;
  /** Names the service in pg_stat_activity. */
  readonly name: string;
}

/**
 * Settings of a pool for `new PrismaPg(…)`: it connects when first used, fails in seconds while Postgres is away, and
 * comes back by itself. Sessions are pinned to UTC, because Prisma sends and reads times without their zone.
 */
export function postgresPool(url: string, { size, name }: PoolOptions) {
  return {
    connectionString: url,
    max: size,
    connectionTimeoutMillis: connectLimitMs,
    query_timeout: queryLimitMs,
    keepAlive: true,
    application_name: `latchkey-${name}`,
    options: `-c timezone=UTC -c statement_timeout=${statementLimitMs}`,
  };
}
