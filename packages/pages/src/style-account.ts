/** The part of the style that only pages with a menu, lists or steps need. */
export const accountStyle = `
.beside > div { margin-block-start: 1.25rem; }
.beside > div:focus { outline: none; }
details.menu { margin-block-start: 0; border: 1px solid var(--line); border-radius: calc(var(--round) * .625rem); }
nav.menu { margin-block-start: 1rem; margin-inline: -.75rem; }
.menu > summary { inline-size: auto; padding: .625rem .875rem; color: var(--ink); font-weight: 600; }
.menu ul { display: flex; flex-wrap: wrap; gap: .25rem .5rem; list-style: none; }
details.menu ul { padding: 0 .25rem .25rem; }
details.menu li { flex: 1 0 100%; }
.menu a { display: block; padding: .375rem .75rem; border-radius: calc(var(--round) * .5rem); text-decoration: none; }
.menu a:hover { background: var(--panel); }
.menu [aria-current] { background: var(--panel); color: var(--ink); font-weight: 600; }
.skip { position: absolute; inset-block-start: -4rem; padding: .5rem .875rem; background: var(--card); }
.skip:focus { inset-block-start: .5rem; }
.back a::before { content: "\\2039\\a0"; }
.back { margin-block-end: .375rem; font-size: .9375rem; }
.notice {
  margin-block-start: 1rem; padding: .75rem 1rem; background: var(--panel); border-inline-start: 3px solid var(--good);
  border-radius: calc(var(--round) * .5rem);
}
.beside h2 {
  margin-block-start: 2rem; padding-block-start: 1.5rem; border-block-start: 1px solid var(--line);
  font-size: 1.25rem; line-height: 1.35;
}
.beside h1 + h2 { margin-block-start: .75rem; padding: 0; border: 0; }
:is(.lead, .payload, .summary, .notice, h2) + :is(.hint, .lead) { margin-block-start: .75rem; }
.beside h2 + :is(.items, .entries) { margin-block-start: .5rem; }
.beside h2 + .entries > :first-child { border: 0; }
.beside .menu + .items, .beside .menu + .entries { margin-block-start: 1.25rem; }
.rows, .steps { list-style: none; margin-block-start: 1rem; }
.rows li {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1rem;
  padding-block: .75rem; border-block-end: 1px solid var(--line);
}
.rows strong { display: inline-block; min-inline-size: min(14rem, 100%); }
.rows p { flex: 1 1 8rem; }
.rows .aside { font-size: .9375rem; }
.rows .act { flex: none; }
.steps { counter-reset: step; }
.steps > li { counter-increment: step; }
.steps h2::before { content: counter(step) ". "; }
.steps > li:first-child h2 { margin-block-start: 0; border: 0; padding: 0; }
.steps p { margin-block-start: .5rem; }
.secret {
  display: flex; flex-wrap: wrap; gap: .25rem .75rem; margin-block-start: .5rem; padding: .75rem 1rem;
  background: var(--panel); border-radius: calc(var(--round) * .625rem); user-select: all;
  font: 1.0625rem/1.5 ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace;
}
.end { margin-block-start: 2rem; padding-block-start: 1.5rem; border-block-start: 1px solid var(--line); }
.items, .entries { list-style: none; margin-block-start: 1rem; padding: 0; }
.item { padding: 1rem 1.125rem; border: 1px solid var(--line); border-radius: calc(var(--round) * .75rem); }
.item + .item { margin-block-start: .75rem; }
.item h2, .item h3 { margin-block-start: 0; padding: 0; border: 0; font-size: 1.125rem; line-height: 1.35; }
.item .facts { margin-block-start: .5rem; padding-block-start: .5rem; }
.item details { margin-block-start: .5rem; font-size: .9375rem; }
.fold + .fold { margin-block-start: .75rem; }
.fold summary { inline-size: auto; padding-block: 0; font-weight: 600; }
.fold[open] summary { color: var(--ink); }
.acts { display: flex; flex-wrap: wrap; gap: .5rem; margin-block-start: .875rem; }
.act { inline-size: auto; min-block-size: 2.5rem; padding: .375rem .875rem; background: var(--card); color: var(--ink); }
.act:hover { background: var(--panel); }
a.act { inline-size: fit-content; }
.danger, .danger:hover { border-color: var(--error); background: var(--card); color: var(--error); }
.danger:hover { background: var(--error-panel); }
.act .client { font-weight: inherit; }
form > .act { margin-block-start: 1rem; }
.acts .act { margin-block-start: 0; }
.entries li { padding-block: .75rem; border-block-start: 1px solid var(--line); }
.mark-text { display: inline-block; padding-inline: .375rem; border-radius: calc(var(--round) * .25rem); background: var(--warning-panel); color: var(--warning); font-size: .875rem; }
.paging { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin-block-start: 1rem; }
.qr { display: block; inline-size: 12rem; max-inline-size: 100%; margin-block-start: 1rem; border-radius: calc(var(--round) * .5rem); }
.console .filters { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(12rem, 100%), 1fr)); gap: .75rem 1rem; align-items: end; margin-block-start: 1rem; }
.console .filters .field { margin-block-start: 0; }
.console .filters :is(input, select) { min-block-size: 2.5rem; margin-block-start: .25rem; }
.console .filters .acts { margin: 0; }
.console fieldset { border: 0; margin-inline: 0; padding: 0; }
.console legend { padding: 0; }
.console .signed-in { margin-block: 0 1.25rem; font-size: .9375rem; }
.console .item + h2, .console .list + .lead { margin-block-start: 2rem; }
.console form > .hint { margin-block-start: .5rem; }
.console .filters + .lead { margin-block-start: 1.25rem; }
.console details.item { margin-block-start: .75rem; }
.list { inline-size: 100%; margin-block-start: 1rem; border-collapse: collapse; font-size: .9375rem; }
.list :is(th, td) { padding: .5rem .75rem .5rem 0; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top; }
.list th { color: var(--muted); font-weight: 600; overflow-wrap: normal; }
.list :is(th, td) { hyphens: none; }
.list td[data-label] { min-inline-size: 5rem; }
.list .mark { inline-size: 2rem; }
.list input { inline-size: 1.5rem; block-size: 1.5rem; min-block-size: 0; margin: 0; accent-color: var(--action); }
@media (min-width: 60rem) {
  .wide > .card:has(.console), .wide:has(.console) > .top { max-inline-size: 80rem; }
  .wide .console { grid-template-columns: 11rem minmax(0, 1fr); gap: 2.5rem; }
  .wide .console > div { max-inline-size: none; }
  .console :is(.item, .summary, .notice, .lead, .entries, .facts), .console form > :is(.field, .primary, .passkey) { max-inline-size: 44rem; }
}
@media (max-width: 48rem) {
  .list, .list tbody, .list tr, .list td { display: block; }
  .list thead { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
  .list tr { padding: .75rem 1rem; border: 1px solid var(--line); border-radius: calc(var(--round) * .75rem); }
  .list tr + tr { margin-block-start: .75rem; }
  .list td { padding: .125rem 0; border: 0; }
  .list td[data-label]::before { content: attr(data-label) ": "; color: var(--muted); }
  .list .mark { float: inline-end; }
}
`;
