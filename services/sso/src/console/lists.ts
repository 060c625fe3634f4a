import type { List } from './declare.ts';
import { people } from './people.ts';

/** The lists of the console, in the order of its menu. */
export const lists: readonly List[] = [people];

export function findList(name: string): List | undefined {
  return lists.find((list) => list.name === name);
}
