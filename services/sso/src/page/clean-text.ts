import { html, type Html } from './html.ts';

const MAX_MARKS = 3;
const STACKED_MARKS = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, 'gu');

/** Control, bidi, private and invisible characters; joiners and the emoji selector are part of honest names. */
const DECEPTIVE = /(?!\u200c|\u200d|\ufe0f)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{DI}\u2800]/gu;

/**
 * A foreign text made safe to look at: one line, no characters that reorder, hide or overprint the text around
 * it, and no more than `maxLength` code points (then an ellipsis).
 */
export function cleanText(text: string, maxLength: number): string {
  const visible = text
    .replace(/\s+/gu, ' ')
    .replace(DECEPTIVE, '')
    .replace(STACKED_MARKS, '$1')
    .replace(/ +/g, ' ')
    .trim();
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(visible)) return '';
  const points = Array.from(visible);
  return points.length <= maxLength ? visible : `${points.slice(0, maxLength - 1).join('')}…`;
}

/** A cleaned foreign text that neither bends the direction of its surroundings nor is machine-translated. */
export function isolateText(text: string, maxLength: number): Html {
  return html`<bdi translate="no">${cleanText(text, maxLength)}</bdi>`;
}
