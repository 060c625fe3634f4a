import { gatherStatements, queryRows, type PostgresPool } from '@latchkey/connections';
import type { Prisma } from '../../prisma/generated/client.ts';

/**
 * Makes one statement, with one commit, of what is asked of PostgreSQL at the same moment. A row names the item that it
 * answers by its place in the list; an item without a row is answered undefined.
 */
export function gatherByPlace<Item, Row extends { readonly place: number }>(
  pool: PostgresPool,
  describe: (items: readonly Item[]) => Prisma.Sql,
): (item: Item) => Promise<Row | undefined> {
  return gatherStatements<Item, Row | undefined>(
    async (items) => {
      const rows = await queryRows<Row>(pool, describe(items));
      const byPlace = new Map(rows.map((row) => [row.place, row]));
      return items.map((_item, place) => byPlace.get(place));
    },
    { largest: 100 },
  );
}
