/** SQL with `$1…$n` and their values, such as Prisma.sql`…` makes. */
export interface SqlFragment {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Where the keys of a page come from. The statement sends `values` along. */
export interface PageSource {
  readonly values: readonly unknown[];
  /** `table t where …`, which ` and …` may follow */
  readonly matching: string;
  /** `t.created_at, t.id` */
  readonly key: string;
  /** Selects keys of what matches, in this order. */
  readonly newestFirst: (cut: Cut) => string;
  readonly oldestFirst: (cut: Cut) => string;
  /** SQL: a timestamptz as the type of created_at. */
  readonly likeCreatedAt: (instant: string) => string;
  /** Adds a value and returns its place in the text. Without a type, PostgreSQL takes the one it is compared with. */
  bind: (value: unknown, type?: string) => string;
}

interface Cut {
  readonly condition?: string;
  readonly skip?: string;
  readonly take: string;
  /** skip + take */
  readonly reach: string;
}

/** The rows of a table that match one of the conditions; none matches two. */
export function createPageSource(
  table: string,
  idColumn: string,
  conditions: readonly SqlFragment[],
): PageSource {
  const values: unknown[] = [];
  const branches = conditions.map(({ text, values: own }) => {
    const before = values.length;
    values.push(...own);
    const condition = text.replaceAll(/\$(\d+)/g, (_place, number: string) => `$${Number(number) + before}`);
    return `${table} t where (${condition})`;
  });
  const [only = `${table} t where false`] = branches;
  const isOne = branches.length < 2;
  const key = `t.created_at, t.${idColumn}`;
  const union = (select: (branch: string) => string) => `(${branches.map(select).join(' union all ')}) t`;

  /** PostgreSQL merges the branches by their indexes only where each of them is ordered and limited. */
  function keysBy(order: string, { condition, skip, take, reach }: Cut): string {
    const cut = (branch: string) =>
      `select ${key} from ${branch} ${condition ? `and ${condition}` : ''} ${order}`;
    const keys = isOne
      ? cut(only)
      : `select ${key} from ${union((branch) => `(${cut(branch)} limit ${reach})`)} ${order}`;
    return `${keys} ${skip ? `offset ${skip}` : ''} limit ${take}`;
  }

  // Without rows it is null, and the text takes the type of the column: a cast would pass through the session's time zone.
  const own = (text: string) => `coalesce((select t.created_at from ${table} t where false), '${text}')`;
  return {
    likeCreatedAt: (instant) => `case
      when isfinite(${instant}) then ${own('1970-01-01Z')} + extract(epoch from ${instant}) * interval '1 second'
      when ${instant} > 'epoch' then ${own('infinity')} else ${own('-infinity')} end`,
    values,
    matching: isOne ? only : `${union((branch) => `select ${key} from ${branch}`)} where true`,
    key,
    newestFirst: (cut) => keysBy(`order by t.created_at desc, t.${idColumn} desc`, cut),
    oldestFirst: (cut) => keysBy(`order by t.created_at, t.${idColumn}`, cut),
    bind: (value, type) => `$${values.push(value)}${type === undefined ? '' : `::${type}`}`,
  };
}

/** Makes a caller's `search` literal inside a LIKE or ILIKE pattern: escapes `%`, `_` and the escape itself. */
export function escapeLikePattern(search: string): string {
  return search.replace(/[\\%_]/g, String.raw`\$&`);
}
