import { gatherStatements, queryRows, type PostgresPool } from '@latchkey/database';

/** The most items of one statement. */
const largest = 100;

/**
 * SQL: the end of a select of the items. PostgreSQL takes a list for a hundred rows and reads a small table whole for
 * them; a limit that it does not see counts as a tenth of that, and it reads by the index.
 */
export const fewRows = `limit (select ${largest})`;

/**
 * Makes one statement, with one commit, of what is asked of PostgreSQL at the same moment. `text` has one parameter, the
 * list that `toList` makes of the items. A row names the item that it answers by its place in the list, from 0; an item
 * without a row is answered undefined.
 */
export function gatherByPlace<Item, Row extends { readonly place: number }>(
  pool: PostgresPool,
  text: string,
  toList: (items: readonly Item[]) => string | readonly string[],
): (item: Item) => Promise<Row | undefined> {
  return gatherStatements<Item, Row | undefined>(
    async (items) => {
      const rows = await queryRows<Row>(pool, { text, values: [toList(items)] });
      const byPlace = new Map(rows.map((row) => [row.place, row]));
      return items.map((_item, place) => byPlace.get(place));
    },
    { largest },
  );
}
