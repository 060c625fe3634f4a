import { queryRows, type PostgresPool } from '@latchkey/database';

/** For each column of a statement's items: its type, and what an item has there. */
type Columns<Item> = Readonly<Record<string, readonly [type: string, read: (item: Item) => unknown]>>;

/** SQL over the rows `item`: the items of one statement, and in `place` which of them a row stands for, from 1. */
export interface ItemStatement<Item> {
  readonly columns: Columns<Item>;
  readonly sql: (rows: string) => string;
}

/** The most items of one statement. */
export const largest = 32;

/**
 * A statement for any number of items at a time. Each column travels as one array, so that the text is always the same.
 * Answers one row for each item, or undefined: the statement selects `place` beside what it answers.
 */
export function defineItemStatement<Item, Row extends object>(
  pool: PostgresPool,
  { columns, sql }: ItemStatement<Item>,
): (items: readonly Item[]) => Promise<(Row | undefined)[]> {
  const arrays = Object.values(columns).map(([type], index) => `$${index + 1}::${type}[]`);
  const text = sql(
    `unnest(${arrays.join(', ')}) with ordinality as item (${Object.keys(columns).join(', ')}, place)`,
  );
  return async (items) => {
    const values = Object.values(columns).map(([, read]) => items.map(read));
    const rows = await queryRows<Row & { place: string }>(pool, { text, values });
    const found = new Map(rows.map(({ place, ...row }) => [Number(place), row]));
    return items.map((_, index) => found.get(index + 1) as Row | undefined);
  };
}
