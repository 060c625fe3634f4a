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
   * What follows the CTE `item`: further CTEs after a comma, or a select. `item` has the columns, and `place`, its
   * number. The statement answers at most one row for each item, with its place. Each item decides for itself,
   * and rows that are written are locked in one order, so that no two statements wait for each other.
   */
  readonly sql: string;
  /** A further column of `item`: bytes that are too long for JSON, where each is two characters. */
  readonly bytes?: { readonly name: string; readonly read: (item: Item) => Uint8Array | undefined };
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
  { columns, bytes, sql, isAlone = () => false, largest = 32, atOnce = 2 }: Batch<Item>,
): (item: Item) => Promise<Row | undefined> {
  const types = Object.entries(columns).map(([name, [type]]) => `, ${name} ${type}`);
  // The bytes of all items follow each other in a parameter of their own.
  const cut = bytes ? `, substring($2::bytea from bytes_from for bytes_length) as ${bytes.name}` : '';
  if (bytes) types.push(', bytes_from int, bytes_length int');
  // PostgreSQL takes a list for a hundred rows and reads a small table whole for them. A limit that it does not see counts
  // as a tenth of that, and it reads by the index.
  const text = `with item as (
    select *${cut} from json_to_recordset($1::json) as item (place int${types.join('')}) limit (select 100)
  ) ${sql}`;
  const run = async (items: readonly Item[]): Promise<(Row | undefined)[]> => {
    const parts = items.map((item) => bytes?.read(item));
    const places = placeParts(parts);
    const list = JSON.stringify(
      items.map((item, place) => ({ place, ...places[place], ...toRow(columns, item) })),
    );
    const values = bytes ? [list, joinParts(parts)] : [list];
    const rows = await queryRows<Row & { place: number }>(pool, { text, values });
    const byPlace = new Map(rows.map(({ place, ...row }) => [place, row]));
    return items.map((_item, place) => byPlace.get(place) as Row | undefined);
  };
  const gather = gatherCalls({ run, largest, atOnce, isSplit: (error) => !isDependencyLost(error) });
  return async (item) => (isAlone(item) ? (await run([item]))[0] : gather(item));
}

/** Where each part begins in all of them, from 1 on, and its length. */
function placeParts(parts: readonly (Uint8Array | undefined)[]) {
  let from = 1;
  return parts.map((part) => {
    if (part === undefined) return undefined;
    const place = { bytes_from: from, bytes_length: part.length };
    from += part.length;
    return place;
  });
}

/** All parts; one by itself is not copied. */
function joinParts(parts: readonly (Uint8Array | undefined)[]): Buffer {
  const sent = parts.filter((part) => part !== undefined);
  const [first] = sent;
  return first !== undefined && sent.length === 1 ? viewOf(first) : Buffer.concat(sent);
}

function toRow<Item>(columns: ItemColumns<Item>, item: Item): Record<string, unknown> {
  return Object.fromEntries(Object.entries(columns).map(([name, [, read]]) => [name, toJson(read(item))]));
}

/** PostgreSQL reads the hex digits as bytea. */
function toJson(value: unknown): unknown {
  return value instanceof Uint8Array ? `\\x${viewOf(value).toString('hex')}` : value;
}

/** The same bytes as a buffer, without a copy. */
const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
