import { html, toMarkup, type Html } from './html.ts';
import type { Palette } from './theme/palette.ts';

const latchkey = html`<path class="mark-key" d="M15.6 16H26M22 16v4.2M25.9 16v3" />
  <circle class="mark-key" cx="11" cy="16" r="4.6" />`;

const drawLetter = (letter: string) =>
  html`<text class="mark-letter" x="16" y="22.4" translate="no">${letter}</text>`;

/**
 * The mark of an installation without a logo: a letter on a plate, or a latchkey. It is hidden from screen readers
 * because the name is written next to it.
 */
export function drawMark(letter: string | undefined): Html {
  return html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect class="mark-plate" width="32" height="32" rx="8" />
    ${letter === undefined ? latchkey : drawLetter(letter)}
  </svg>`;
}

/** The same as a picture of its own, for the tab of a browser. */
export function favicon(letter: string | undefined, { plate, key }: Pick<Palette, 'plate' | 'key'>): string {
  return toMarkup(
    html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
      <style>
        .mark-key {
          fill: none;
          stroke: ${key};
          stroke-width: 2.6;
          stroke-linecap: round;
        }
        .mark-letter {
          fill: ${key};
          font: 700 18px sans-serif;
          text-anchor: middle;
        }
      </style>
      <rect width="32" height="32" rx="8" fill="${plate}" />
      ${letter === undefined ? latchkey : drawLetter(letter)}
    </svg>`,
  );
}

export const approveIcon = html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
  <path d="m4 10.5 4.2 4.2L16 6" />
</svg>`;

export const denyIcon = html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
  <path d="m5 5 10 10M15 5 5 15" />
</svg>`;

export const warningIcon = html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
  <path d="M10 2.5 18.3 17H1.7zM10 8v4M10 14.4v.2" />
</svg>`;

export const globeIcon = html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
  <circle cx="10" cy="10" r="7.5" />
  <path d="M2.5 10h15M10 2.5c5 5 5 10 0 15M10 2.5c-5 5-5 10 0 15" />
</svg>`;
