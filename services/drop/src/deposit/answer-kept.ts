import { viewDrop } from '../drop/drop-view.ts';
import type { KeptDrop } from './deposit.ts';

/** The answer of reserve, store and activate: the key is in it this once, and only when the service made it. */
export function answerKept({ drop, newKey }: KeptDrop) {
  return newKey === undefined ? viewDrop(drop) : { ...viewDrop(drop), key: newKey };
}
