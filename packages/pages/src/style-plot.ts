/** The part of the style for numbers by day: a plot, whose texts keep their size, and tables of counts. */
export const plotStyle = `
.plot {
  display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .75rem .625rem; margin: 1rem 0 0;
  color: var(--muted); font-size: .875rem; line-height: 1; font-variant-numeric: tabular-nums;
}
.plot figcaption { grid-column: 2; display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; color: var(--ink); }
.plot figcaption span::before {
  content: ""; display: inline-block; inline-size: 1.5rem; margin-inline-end: .5rem; vertical-align: middle;
  border-block-start: 3px solid var(--link);
}
.plot figcaption .of-approvals::before { border-block-start: 3px dashed var(--good); }
.plot .scale { display: flex; flex-direction: column; justify-content: space-between; margin-block: -.4375rem; text-align: end; }
.plot svg { display: block; inline-size: 100%; block-size: 11rem; overflow: visible; }
.plot svg * { vector-effect: non-scaling-stroke; }
.plot .level { stroke: var(--line); }
.plot polyline { fill: none; stroke-width: 2.5; stroke-linejoin: round; stroke-linecap: round; }
.plot .line-sign_ins { stroke: var(--link); }
.plot .line-approvals { stroke: var(--good); stroke-dasharray: 7 5; }
.plot .day { fill: var(--muted); fill-opacity: 0; }
.plot .day:hover { fill-opacity: .14; }
.plot .days { grid-column: 2; display: flex; justify-content: space-between; }
.counts { margin-block-start: .75rem; border-collapse: collapse; font-variant-numeric: tabular-nums; }
.counts :is(th, td) { padding: .4375rem 0 .4375rem 1.25rem; border-block-end: 1px solid var(--line); text-align: end; font-weight: 400; }
.counts thead th { color: var(--muted); font-size: .9375rem; }
.counts :is(th, td):first-child { padding-inline-start: 0; text-align: start; }
@media (forced-colors: active) {
  .plot polyline { stroke: CanvasText; }
  .plot figcaption span::before { border-color: CanvasText; }
}
`;
