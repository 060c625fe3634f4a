import { accountStyle } from './style-account.ts';
import { plotStyle } from './style-plot.ts';
import type { Palette, Scheme } from './theme/palette.ts';
import { roundness, type Theme } from './theme/theme.ts';

function listColors(palette: Palette, scheme: Scheme): string {
  const colors = Object.entries(palette).map(([name, color]) => `--${name}: ${color};`);
  const { ink } = palette;
  const shadow = scheme === 'light' ? `0 1px 2px ${ink}14, 0 8px 28px ${ink}12` : 'none';
  return `${colors.join(' ')} --shadow: ${shadow};`;
}

/**
 * The only style of the pages: system fonts, and no pictures. Logical properties serve both text directions. The scheme
 * is what the browser prefers, unless one is named.
 */
export function createStyle(
  { palettes, radius }: Pick<Theme, 'palettes' | 'radius'>,
  scheme?: Scheme,
): string {
  const root = `--round: ${roundness[radius]};`;
  if (scheme !== undefined)
    return `:root { color-scheme: ${scheme}; ${root} ${listColors(palettes[scheme], scheme)} }${shapes}`;
  return `
:root { color-scheme: light dark; ${root} ${listColors(palettes.light, 'light')} }
@media (prefers-color-scheme: dark) { :root { ${listColors(palettes.dark, 'dark')} } }${shapes}`;
}

const shapes = `
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; min-block-size: 100vh; background: var(--page); color: var(--ink);
  font: 1rem/1.5 -apple-system, "Segoe UI", Roboto, Ubuntu, Cantarell, "Noto Sans", "Helvetica Neue", Arial, sans-serif;
  padding: 1.25rem 1rem 2rem; overflow-wrap: anywhere; hyphens: auto;
}
:root:lang(ja) body { font-family: -apple-system, "Hiragino Sans", "Yu Gothic UI", Meiryo, "Noto Sans CJK JP", sans-serif; }
:root:lang(zh) body { font-family: -apple-system, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; }
.top, .card, footer { inline-size: 100%; max-inline-size: 30rem; margin-inline: auto; }
h1, h2, p, ul, ol, dl, dd { margin: 0; padding: 0; }
:is(.client, .account, .secret, .address, code, pre, button, input, select, textarea) { hyphens: none; }

.top { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .25rem 1rem; }
.brand { display: flex; align-items: center; gap: .625rem; font-size: 1.25rem; font-weight: 700; letter-spacing: -.015em; }
.mark { inline-size: 2rem; block-size: 2rem; flex: none; }
img.mark { inline-size: auto; max-inline-size: 10rem; object-fit: contain; }
.mark-plate { fill: var(--plate); }
.mark-key { fill: none; stroke: var(--key); stroke-width: 2.6; stroke-linecap: round; }
.mark-letter { fill: var(--key); font-size: 18px; font-weight: 700; text-anchor: middle; }
.address { color: var(--muted); font-size: .875rem; }
.spoken {
  position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}

.card {
  margin-block-start: 1.25rem; padding: 1.5rem; background: var(--card); border: 1px solid var(--line);
  border-radius: calc(var(--round) * 1rem); box-shadow: var(--shadow);
}
h1 { font-size: 1.5rem; line-height: 1.25; font-weight: 700; letter-spacing: -.015em; text-wrap: balance; }
h1:has(.client) { font-weight: 400; }
h1:lang(ja) { text-wrap: wrap; }
h1:lang(zh) { text-wrap: pretty; }
:is(h1, h2, li, dt, label, summary):lang(ja) { word-break: auto-phrase; }
.lead { margin-block-start: .5rem; color: var(--muted); }
.client, .account { font-weight: 700; }
a { color: var(--link); text-underline-offset: .15em; }

.request { margin-block-start: 1.25rem; padding: 1rem 1.125rem; background: var(--panel); border-radius: calc(var(--round) * .75rem); }
.lead-in { margin-block-start: 1.25rem; font-weight: 600; }
.request > .lead-in { margin-block-start: 0; }
.scopes { margin-block-start: .375rem; padding-inline-start: 1.25rem; }
.scopes li { padding-block: .0625rem; }
.scopes li::marker { color: var(--muted); }
.scopes code { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace; font-size: .9375em; }
.scopes .admin {
  display: flex; gap: .625rem; margin-block: .25rem .5rem; margin-inline-start: -1.25rem; padding: .625rem .875rem;
  border: 2px solid var(--error); border-radius: calc(var(--round) * .625rem); background: var(--error-panel);
}
.scopes .admin .icon { margin-block-start: .125rem; color: var(--error); }
.refused { margin-block-start: 1rem; padding-inline-start: .875rem; border-inline-start: 3px solid var(--warning); }
.facts {
  display: grid; grid-template-columns: fit-content(50%) 1fr; gap: .25rem 1rem;
  margin-block-start: 1rem; padding-block-start: .875rem; border-block-start: 1px solid var(--line); font-size: .9375rem;
}
.facts dt, .aside { color: var(--muted); }
.aside, .whole { display: inline-block; }
.line { display: block; }

.field, .signed-in, details, .choices { margin-block-start: 1.25rem; }
label { display: block; font-weight: 600; }
.hint { color: var(--muted); font-size: .9375rem; }
.field .hint, .under { margin-block-start: .375rem; }
input, select, textarea {
  display: block; inline-size: 100%; min-block-size: 3rem; margin-block-start: .5rem; padding: .5rem .875rem;
  background: var(--field); color: var(--ink); border: 1px solid var(--field-line); border-radius: calc(var(--round) * .625rem); font: inherit;
}
textarea { min-block-size: 9rem; resize: vertical; }
input[hidden], input[type="hidden"] { display: none; }
.code, .one-time-code {
  font-family: ui-monospace, "SF Mono", "Cascadia Mono", "Segoe UI Mono", "Roboto Mono", Menlo, Consolas, monospace;
}
input.code { font-size: min(1.375rem, 7vw); letter-spacing: .12em; text-transform: uppercase; }
input.one-time-code { font-size: 1.125rem; letter-spacing: .2em; max-inline-size: 12rem; }
.signed-in {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .25rem 1rem;
  padding: .75rem .875rem; background: var(--panel); border-radius: calc(var(--round) * .625rem);
}
summary { inline-size: fit-content; padding-block: .375rem; color: var(--link); cursor: pointer; }
select { padding-inline-end: .5rem; }
details .field { margin-block-start: .75rem; }
.request details { margin-block-start: .375rem; }
.request .facts { grid-template-columns: 7rem 1fr; }
.more .facts { border: 0; margin: 0; padding: 0; }
:is(input, textarea)[aria-invalid] { border: 2px solid var(--error); }
/* A form whose answer is a file leaves its page as it is: what is in a field since then may be right. */
.stays [aria-invalid]:user-valid:not(:autofill) { border: 1px solid var(--field-line); }
.stays .field:has(:user-valid:not(:autofill)) .error { visibility: hidden; }
.error { margin-block-start: .25rem; color: var(--error); font-weight: 600; }
.summary {
  margin-block-start: 1rem; padding: .875rem 1.125rem; background: var(--error-panel); color: var(--ink);
  border: 1px solid var(--error); border-radius: calc(var(--round) * .625rem);
}
.summary:focus-visible { outline: 2px solid var(--error); outline-offset: 0; }

button, .restart, .act {
  display: flex; align-items: center; justify-content: center; gap: .5rem; inline-size: 100%; min-block-size: 3rem;
  padding: .625rem 1rem; border: 2px solid var(--action); border-radius: calc(var(--round) * .625rem); cursor: pointer;
  font: inherit; font-weight: 600; text-decoration: none;
}
.link {
  inline-size: auto; min-block-size: 1.75rem; padding: 0; border: 0; background: none; color: var(--link);
  font-weight: 400; text-decoration: underline; text-underline-offset: .15em;
}
/* Its text may hold a name in an element of its own, which is no column. */
.restart { display: block; text-align: center; }
.primary, .restart { margin-block-start: 1.5rem; background: var(--action); color: var(--on-action); }
.primary:hover, .restart:hover { background: var(--action-hover); border-color: var(--action-hover); }
.second { margin-block-start: .75rem; background: var(--card); color: var(--ink); }
.second:hover { background: var(--panel); }
.primary + .error, .second + .error { margin-block-start: .75rem; }
.passkeys { margin: 1.5rem 0 0; padding: 0; border: 0; }
.passkeys legend { padding: 0; font-weight: 600; }
.check { display: flex; align-items: center; gap: .625rem; margin-block-start: .75rem; }
.check input { flex: none; inline-size: 1.5rem; block-size: 1.5rem; min-block-size: 0; margin: 0; accent-color: var(--action); }
.choices { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(8.25rem, 100%), 1fr)); gap: .75rem .5rem; }
.choices button { gap: .375rem; padding-inline: .25rem; background: var(--card); color: var(--ink); white-space: nowrap; }
.late { animation: show 1s step-end; }
@keyframes show { from { visibility: hidden; } }
.choices .icon { inline-size: 1rem; block-size: 1rem; }
.choices button:hover { background: var(--panel); }
.icon {
  inline-size: 1.25rem; block-size: 1.25rem; flex: none;
  fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round;
}

.payload {
  margin-block: 1.25rem 0; padding: 1rem; background: var(--panel); border-radius: calc(var(--round) * .75rem); white-space: pre-wrap;
  font: .9375rem/1.5 ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace;
}
.code-check { margin-block-start: 1.25rem; padding: 1rem .25rem; background: var(--panel); border-radius: calc(var(--round) * .75rem); text-align: center; }
.code-check span { display: block; text-wrap: balance; }
.code-check .code { font-size: min(1.75rem, 8.5vw); line-height: 1.3; font-weight: 600; letter-spacing: .12em; margin-inline-end: -.12em; }
.warning {
  display: flex; gap: .75rem; margin-block-start: 1rem; padding: .875rem 1rem; border-radius: calc(var(--round) * .75rem);
  background: var(--warning-panel); border: 1px solid transparent;
}
.warning:first-child { margin-block-start: 0; }
.warning + h1 { margin-block-start: 1.25rem; }
.warning .icon { margin-block-start: .125rem; color: var(--warning); }
.outcome { text-align: center; padding-block: 1rem .5rem; }
.outcome > .icon {
  inline-size: 3.5rem; block-size: 3.5rem; padding: .875rem; border-radius: 50%; background: var(--panel); color: var(--muted);
}
.approved > .icon { color: var(--good); }
.failed > .icon { color: var(--warning); }
.outcome h1 { margin-block-start: .75rem; }
.outcome p { margin-block-start: .625rem; color: var(--muted); text-wrap: pretty; }
.outcome .refused { text-align: start; }
.outcome .client { color: var(--ink); }

${accountStyle}${plotStyle}
footer { margin-block-start: 1.25rem; font-size: .875rem; color: var(--muted); }
.leave, .house, .languages summary { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: .25rem .75rem; }
.languages, .house { margin-block-start: .75rem; }
.house a { color: var(--muted); }
.languages summary { margin-inline: auto; color: var(--muted); gap: .375rem; }
.languages .icon { inline-size: 1rem; block-size: 1rem; }
.languages ul { display: flex; flex-wrap: wrap; justify-content: center; gap: .125rem .875rem; list-style: none; }
.languages a, .languages li span { display: inline-block; min-block-size: 1.75rem; line-height: 1.75rem; color: var(--muted); }
.languages li span { color: var(--ink); font-weight: 600; }

:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
@media (min-width: 40rem) {
  body { padding-block: 3rem; }
  .card { padding: 2.25rem 2.5rem 2.5rem; }
  footer { max-inline-size: 40rem; }
  h1 { font-size: 1.75rem; }
}
/* What is folded on a phone is open here; a browser that cannot say so keeps the fold. */
@supports selector(::details-content) {
  @media (min-width: 40rem) {
    .unfolds > summary { display: none; }
    .unfolds::details-content { content-visibility: visible; block-size: auto; }
    details.menu { border: 0; }
    details.menu ul { padding: 0; }
    details.menu li { flex: none; }
  }
}
@media (min-width: 60rem) {
  .wide > .top, .wide > .card { max-inline-size: 58rem; }
  .wide .columns { display: grid; grid-template-columns: 1fr 1fr; gap: 3rem; }
  .wide .columns > :last-child { position: sticky; inset-block-start: 2rem; align-self: start; }
  .wide .beside { display: grid; grid-template-columns: 14rem 1fr; gap: 3rem; }
  .beside > div { margin-block-start: 0; max-inline-size: 36rem; }
  .beside > nav > .menu ul { flex-direction: column; margin-inline-start: -.75rem; }
  .wide .columns > form > .field:first-of-type, .wide .columns > div > .code-check:first-child { margin-block-start: 0; }
}
@media (max-width: 30rem) {
  .facts { display: block; }
  .item dt { float: inline-start; margin-inline-end: .5rem; }
  :not(.item) > .facts dd + dt { margin-block-start: .5rem; }
}
@media (max-width: 22rem) {
  .card { padding: 1.25rem 1rem; }
}
@media (max-width: 20rem) {
  .item, .request, .warning { padding: .75rem; }
  .warning { display: block; }
}
@media (prefers-reduced-motion: no-preference) {
  button, .restart { transition: background-color .12s ease-out, border-color .12s ease-out; }
}
@media (forced-colors: active) {
  .mark-plate { fill: CanvasText; }
  .mark-key { stroke: Canvas; }
  .mark-letter { fill: Canvas; }
  .warning .icon, .outcome > .icon { color: CanvasText; }
  .request, .signed-in, .code-check, .warning { border: 1px solid CanvasText; }
  .primary, .restart { forced-color-adjust: none; background: ButtonText; color: ButtonFace; border-color: ButtonText; }
}
`;
