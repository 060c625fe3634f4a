import { createHash } from 'node:crypto';
import type { PostgresPool } from './postgres-pool.ts';

/** SQL with `$1…$n` and their values, such as `Prisma.sql` makes. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** True where the text differs with what callers send, as a search with filters does. Such a text gets no name. */
  readonly varies?: boolean;
}

/** A server keeps every named statement for every connection, so the number of a pool's names is bounded. */
const mostNames = 256;
const namesOf = new WeakMap<PostgresPool, Map<string, string>>();

/**
 * Sends a statement of a hot path, without Prisma's engine, and answers its rows as pg reads them. PostgreSQL parses it
 * once for each connection, as it has a name. The statement lists its columns: with `*`, a migration that adds a column
 * would break it until the connection ends.
 */
export async function queryRows<Row extends object>(
  pool: PostgresPool,
  statement: Statement,
): Promise<Row[]> {
  return (await pool.query<Row>(name(pool, statement))).rows;
}

/** The same for a statement that returns no rows: how many it wrote. */
export async function executeSql(pool: PostgresPool, statement: Statement): Promise<number> {
  return (await pool.query(name(pool, statement))).rowCount ?? 0;
}

function name(pool: PostgresPool, { text, values, varies = false }: Statement) {
  const made = varies ? undefined : nameOf(pool, text);
  return { ...(made === undefined ? {} : { name: made }), text, values: [...values] };
}

function nameOf(pool: PostgresPool, text: string): string | undefined {
  const names = namesOf.get(pool) ?? new Map<string, string>();
  namesOf.set(pool, names);
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNames) return known;
  const made = createHash('sha256').update(text).digest('base64url');
  names.set(text, made);
  return made;
}
