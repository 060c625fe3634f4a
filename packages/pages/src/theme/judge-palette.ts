import { contrast } from './color.ts';
import type { Palette } from './palette.ts';

type ColorName = keyof Palette;

/** Two colours that meet on a page, and the least contrast of WCAG 2.2 AA for what they are. */
interface Pair {
  readonly what: 'text' | 'link' | 'action' | 'danger' | 'border' | 'focus' | 'sign';
  /** Quiet is what looks disabled, such as a hint: it is to be read as well. */
  readonly state: 'resting' | 'hovered' | 'quiet';
  readonly front: ColorName;
  readonly ground: ColorName;
  readonly least: number;
}

/** A pair as it is in one palette. */
export interface Judged extends Pair {
  readonly ratio: number;
  readonly passes: boolean;
}

/** SC 1.4.3, text; SC 1.4.11, what is no text. */
const [text, shape] = [4.5, 3];

function pair(
  what: Pair['what'],
  front: ColorName,
  grounds: readonly ColorName[],
  { least, state = 'resting' }: { readonly least: number; readonly state?: Pair['state'] },
): Pair[] {
  return grounds.map((ground) => ({ what, state, front, ground, least }));
}

const pairs: readonly Pair[] = [
  ...pair('text', 'ink', ['page', 'card', 'panel', 'field', 'error-panel', 'warning-panel'], { least: text }),
  ...pair('text', 'muted', ['page', 'card', 'panel'], { least: text, state: 'quiet' }),
  ...pair('link', 'link', ['page', 'card'], { least: text }),
  ...pair('link', 'link', ['panel'], { least: text, state: 'hovered' }),
  ...pair('action', 'on-action', ['action'], { least: text }),
  ...pair('action', 'on-action', ['action-hover'], { least: text, state: 'hovered' }),
  ...pair('action', 'action', ['page', 'card', 'panel'], { least: shape }),
  ...pair('action', 'action-hover', ['card'], { least: shape, state: 'hovered' }),
  ...pair('danger', 'error', ['card', 'field'], { least: text }),
  ...pair('danger', 'error', ['error-panel'], { least: text, state: 'hovered' }),
  ...pair('border', 'field-line', ['card', 'field'], { least: shape }),
  ...pair('focus', 'focus', ['page', 'card', 'panel'], { least: shape }),
  ...pair('sign', 'warning', ['warning-panel'], { least: text }),
  ...pair('sign', 'warning', ['panel'], { least: shape }),
  ...pair('sign', 'good', ['panel', 'card'], { least: shape }),
  ...pair('sign', 'key', ['plate'], { least: shape }),
];

/** Judges every pair of colours of a palette by WCAG 2.2 AA. */
export function judgePalette(palette: Palette): Judged[] {
  return pairs.map((one) => {
    const ratio = contrast(palette[one.front], palette[one.ground]);
    return { ...one, ratio, passes: ratio >= one.least };
  });
}
