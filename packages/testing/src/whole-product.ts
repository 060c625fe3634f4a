/**
 * True in `npm run test:all`, which tries the whole product: every spelling and every hostile value at every field of
 * every route. `npm test` tries each value at one field of each kind, and a few at all others.
 */
const isWholeProduct = process.env['LATCHKEY_TEST_ALL'] === 'yes';

/** Picks what `npm test` tries in full: the first item of each kind. In `npm run test:all` it is every item. */
export function createSample<Item>(items: Iterable<Item>, kindOf: (item: Item) => unknown): Set<Item> {
  const all = [...items];
  if (isWholeProduct) return new Set(all);
  const firsts = new Map<unknown, Item>();
  for (const item of all) if (!firsts.has(kindOf(item))) firsts.set(kindOf(item), item);
  return new Set(firsts.values());
}
