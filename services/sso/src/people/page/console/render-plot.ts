import { html, type Html } from '@latchkey/pages';

/** What the plot shows of a day of UTC. */
export interface PlotDay {
  /** As in 2026-11-22. */
  readonly day: string;
  readonly sign_ins: number;
  readonly approvals: number;
}

type Series = 'sign_ins' | 'approvals';

export interface PlotWords {
  readonly title: string;
  readonly numbers: string;
  readonly day: string;
  readonly series: Readonly<Record<Series, string>>;
  readonly period: (first: string, last: string) => string;
  /** A series in a sentence: its sum, and the most of a day. */
  readonly sum: (series: string, sum: string, most: string, day: string) => string;
}

const series: readonly Series[] = ['sign_ins', 'approvals'];
/** The plot is stretched to its place: a day is 10 wide, and all is 100 high. */
const [dayWidth, height] = [10, 100];
const dayForm = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

export const showNumber = (count: number): string => count.toLocaleString('en');
export const showDay = (day: string): string => dayForm.format(new Date(day));

/** The number at the top: the first one from `most` on whose half is a number that people say too. */
function findTop(most: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  const digits = size === 1 ? [2, 4, 6, 8, 10] : [1, 2, 4, 6, 8, 10];
  return (digits.find((digit) => digit * size >= most) ?? 10) * size;
}

function drawLine(days: readonly PlotDay[], name: Series, top: number): Html {
  const points = days.map((one, index) => {
    const y = height - (one[name] / top) * height;
    return `${index * dayWidth},${Math.round(y * 100) / 100}`;
  });
  return html`<polyline class="line-${name}" points="${points.join(' ')}" /> `;
}

/** What a pointer is shown of a day. */
function drawDay(day: PlotDay, index: number, words: PlotWords): Html {
  const said = series.map((name) => `${words.series[name]}: ${showNumber(day[name])}`);
  return html`<rect class="day" x="${(index - 0.5) * dayWidth}" width="${dayWidth}" height="${height}">
    <title>${showDay(day.day)} – ${said.join(', ')}</title>
  </rect> `;
}

/** The plot in a sentence, for who does not see it. */
function describe(days: readonly PlotDay[], words: PlotWords): string {
  const sums = series.map((name) => {
    const most = days.reduce((one, other) => (other[name] > one[name] ? other : one));
    const sum = days.reduce((total, day) => total + day[name], 0);
    return words.sum(words.series[name], showNumber(sum), showNumber(most[name]), showDay(most.day));
  });
  return [words.period(showDay(days[0]!.day), showDay(days.at(-1)!.day)), ...sums].join(' ');
}

function renderTable(days: readonly PlotDay[], words: PlotWords): Html {
  const rows = days.toReversed().map(
    (day) =>
      html`<tr>
        <th scope="row"><time datetime="${day.day}">${showDay(day.day)}</time></th>
        ${series.map((name) => html`<td>${showNumber(day[name])}</td> `)}
      </tr> `,
  );
  return html`<details class="fold">
    <summary>${words.numbers}</summary>
    <table class="counts">
      <thead>
        <tr>
          <th scope="col">${words.day}</th>
          ${series.map((name) => html`<th scope="col">${words.series[name]}</th> `)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </details>`;
}

/**
 * Sign-ins and approvals by day, the oldest first, as lines that also differ without colours, and the same numbers as a
 * table behind them. The colours are those of the page; no script and no style of its own. Nothing without days.
 */
export function renderPlot(days: readonly PlotDay[], words: PlotWords): Html {
  if (days.length === 0) return html``;
  const top = findTop(Math.max(...days.flatMap((day) => series.map((name) => day[name]))));
  const width = Math.max(days.length - 1, 1) * dayWidth;
  const marks = new Set([days[0]!, days[Math.floor(days.length / 2)]!, days.at(-1)!]);
  const levels = [0, height / 2, height].map(
    (y) => html`<line class="level" x1="0" x2="${width}" y1="${y}" y2="${y}" /> `,
  );
  return html`<figure class="plot">
      <figcaption>
        ${series.map((name) => html`<span class="of-${name}">${words.series[name]}</span> `)}
      </figcaption>
      <div class="scale" aria-hidden="true">
        ${[top, top / 2, 0].map((level) => html`<span>${showNumber(level)}</span> `)}
      </div>
      <svg
        viewBox="0 0 ${width} ${height}"
        preserveAspectRatio="none"
        role="img"
        aria-labelledby="plot-title plot-description"
      >
        <title id="plot-title">${words.title}</title>
        <desc id="plot-description">${describe(days, words)}</desc>
        ${levels} ${series.toReversed().map((name) => drawLine(days, name, top))}
        ${days.map((day, index) => drawDay(day, index, words))}
      </svg>
      <div class="days" aria-hidden="true">
        ${[...marks].map(({ day }) => html`<span>${showDay(day)}</span> `)}
      </div>
    </figure>
    ${renderTable(days, words)}`;
}
