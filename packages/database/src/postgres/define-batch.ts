import { isDependencyLost } from '../is-dependency-lost.ts';
import { gatherCalls } from './gather-calls.ts';
import type { PostgresPool } from './postgres-pool.ts';
import { queryRows } from './statements.ts';

/** For each column of an item: its type in PostgreSQL, and its value. */
export type ItemColumns<Item> = Readonly<
  Record<string, readonly [type: string, read: (item: Item) => unknown]>
>;

export interface Batch<Item> {
  readonly columns: ItemColumns<Item>;
  /**
   * What follows the CTE `item`: further CTEs after a comma, or a select. `item` has the columns, and `place`, which tells
   * the items apart. The statement answers at most one row for each item, with its place. Each item decides for itself,
   * and rows that are written are locked in one order, so that no two statements wait for each other.
   */
  readonly sql: string;
  /** Items that are sent at once and alone, such as large ones, so that nobody waits for them. */
  readonly isAlone?: (item: Item) => boolean;
  /** The most items of one statement. */
  readonly largest?: number;
  /** The most statements at a time. */
  readonly atOnce?: number;
}

/**
 * A statement for one item or many. Items that come at the same moment share the statement and its commit; two statements
 * run at a time. An item without a row is answered undefined. Where PostgreSQL refuses a statement, its items are sent one
 * by one, and the bad one fails alone. When the connection is lost all of them fail and none is sent again, since nobody
 * knows what was written.
 */
export function defineBatch<Item, Row extends object = object>(
  pool: PostgresPool,
  { columns, sql, isAlone = () => false, largest = 32, atOnce = 2 }: Batch<Item>,
): (item: Item) => Promise<Row | undefined> {
  const types = Object.entries(columns).map(([name, [type]]) => `, ${name} ${type}`);
  // PostgreSQL takes a list for a hundred rows and reads a small table whole for them. A limit that it does not see counts
  // as a tenth of that, and it reads by the index.
  const text = `with item as (
    select * from json_to_recordset($1::json) as item (place int${types.join('')}) limit (select 100)
  ) ${sql}`;
  const run = async (items: readonly Item[]): Promise<(Row | undefined)[]> => {
    const list = JSON.stringify(items.map((item, place) => ({ place, ...toRow(columns, item) })));
    const rows = await queryRows<Row & { place: number }>(pool, { text, values: [list] });
    const byPlace = new Map(rows.map(({ place, ...row }) => [place, row]));
    return items.map((_item, place) => byPlace.get(place) as Row | undefined);
  };
  const gather = gatherCalls({ run, largest, atOnce, isSplit: (error) => !isDependencyLost(error) });
  return async (item) => (isAlone(item) ? (await run([item]))[0] : gather(item));
}

function toRow<Item>(columns: ItemColumns<Item>, item: Item): Record<string, unknown> {
  return Object.fromEntries(Object.entries(columns).map(([name, [, read]]) => [name, toJson(read(item))]));
}

/** PostgreSQL reads the hex digits as bytea. */
function toJson(value: unknown): unknown {
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
}
