import { html } from './html.ts';

/** The brand: a latchkey on a plate. It is hidden from screen readers because the name is written next to it. */
export const brandMark = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
  <rect class="mark-plate" width="32" height="32" rx="8" />
  <path class="mark-key" d="M15.6 16H26M22 16v4.2M25.9 16v3" />
  <circle class="mark-key" cx="11" cy="16" r="4.6" />
</svg>`;

/** The same as a picture of its own, for the tab of a browser. */
export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#1d3f7a"/>
<g fill="none" stroke="#f2c46b" stroke-width="2.6" stroke-linecap="round">
<path d="M15.6 16H26M22 16v4.2M25.9 16v3"/><circle cx="11" cy="16" r="4.6"/></g></svg>
`;

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
