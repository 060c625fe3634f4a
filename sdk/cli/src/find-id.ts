import { pages } from '@latchkey/client';
import { createComplaint, exitCodes } from './failure.ts';

/** The beginning of a UUID, as a list on a terminal shows it. */
const beginning = /^[0-9a-f]{4}[0-9a-f-]{0,31}$/i;

interface Found<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/** A thing that a command acts on, and what it is called in a question. */
export interface Named {
  readonly id: string;
  readonly label: string;
}

/**
 * The one thing of a list whose id begins as it was typed. Throws a complaint where several do, or none. What is no
 * beginning of an id is taken as it is.
 */
export async function findId<Item extends { readonly id: string }>(
  typed: string,
  read: (fields: { readonly limit: number }) => Promise<Found<Item>>,
  describe: (item: Item) => string,
): Promise<Named> {
  if (!beginning.test(typed)) return { id: typed, label: typed };
  const found: Item[] = [];
  for await (const { items } of pages(read, { limit: 100 }))
    found.push(...items.filter(({ id }) => id.startsWith(typed.toLowerCase())));
  const [first, second] = found;
  if (first === undefined) throw createComplaint(`No id begins with ${typed}.`, exitCodes.notFound);
  if (second === undefined) return { id: first.id, label: describe(first) };
  const names = found.map((item) => `${item.id} (${describe(item)})`);
  throw createComplaint(
    `${typed} begins the ids of ${found.length}: ${names.join(', ')}.`,
    exitCodes.unclear,
  );
}
