/** Counters of one table, kept in 32 shards so that connections do not wait for each other. */
export interface CounterChange {
  readonly table: string;
  /** For each column that says what is counted: SQL over a changed row. */
  readonly keys: Readonly<Record<string, string>>;
  /** For each counter: SQL, an aggregate of what the changed rows add to it. */
  readonly sums: Readonly<Record<string, string>>;
  /** SQL: the changed rows. */
  readonly from: string;
  /** A CTE of the same statement that adds to counters before this one. */
  readonly after?: string | undefined;
}

/**
 * SQL: an insert that adds what changed to the shard of this connection, one row for each key. Keys are locked in order,
 * and `after` fixes the order of two tables, so that no two statements wait for each other in a ring. A counter stays
 * locked until the transaction ends.
 */
export function addToCounters({ table, keys, sums, from, after }: CounterChange): string {
  const [keyNames, sumNames] = [Object.keys(keys), Object.keys(sums)];
  const places = keyNames.map((_name, index) => index + 1).join(', ');
  const values = [...Object.values(keys), 'pg_backend_pid() & 31', ...Object.values(sums)];
  // A count is one row; that of the CTE before makes this one wait for its counters.
  const earlier = after === undefined ? '' : `, (select count(*) from ${after}) earlier`;
  return `insert into ${table} as c (${[...keyNames, 'shard', ...sumNames].join(', ')})
    select ${values.join(', ')} from ${from}${earlier}
    ${places && `group by ${places}`} having ${Object.values(sums).join(' <> 0 or ')} <> 0 ${places && `order by ${places}`}
    ${addUp([...keyNames, 'shard'], sumNames)} returning c.shard`;
}

/** SQL: the end of an insert into counters `c` that adds to the rows that are there. */
export function addUp(keys: readonly string[], sums: readonly string[]): string {
  const sets = sums.map((name) => `${name} = c.${name} + excluded.${name}`);
  return `on conflict (${keys.join(', ')}) do update set ${sets.join(', ')}`;
}
