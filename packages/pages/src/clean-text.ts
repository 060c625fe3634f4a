import { html, type Html } from './html.ts';

const maxMarks = 3;
const stackedMarks = new RegExp(`(\\p{M}{${maxMarks}})\\p{M}+`, 'gu');

/** Control, bidi, private and invisible characters, without joiners and the emoji selector, which real names use. */
const deceptive = /(?!\u200c|\u200d|\ufe0f)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{DI}\u2800]/gu;

/**
 * Makes a text from outside safe to show: one line, no characters that reorder, hide or overprint the text around it,
 * and at most `maxLength` code points; a longer text is cut and ends with an ellipsis. Empty when nothing is visible.
 */
export function cleanText(text: string, maxLength: number): string {
  const visible = text
    .replace(/\s+/gu, ' ')
    .replace(deceptive, '')
    .replace(stackedMarks, '$1')
    .replace(/ +/g, ' ')
    .trim();
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(visible)) return '';
  const points = Array.from(visible);
  return points.length <= maxLength ? visible : `${points.slice(0, maxLength - 1).join('')}…`;
}

/** As cleanText, in an element that keeps its own text direction and is not machine-translated. */
export function isolateText(text: string, maxLength: number): Html {
  return html`<bdi translate="no">${cleanText(text, maxLength)}</bdi>`;
}

/** A thin blank, at which every program ends what it takes for a link. */
const hairSpace = '\u200a';

/**
 * A text that no program takes for a link, since a hair space follows each sign that links are known by. Source: contract
 * part 2 "Mail".
 */
export function unlinkText(text: string): string {
  return text.replaceAll(/[.:/@\u3002\uff0e\uff61\uff20\uff0f\uff1a](?=\S)/gu, `$&${hairSpace}`);
}
