import { viewDrop } from '../drop/drop-view.ts';
import type { TakenDrop } from './take-drop.ts';

/** The answer of get and consume. */
export function answerTaken({ drop, contents }: TakenDrop) {
  return { ...viewDrop(drop), ...contents };
}
