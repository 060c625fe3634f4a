import { toMarkup } from '@latchkey/pages';
import { renderPlot, type PlotDay, type PlotWords } from './render-plot.ts';

const words: PlotWords = {
  title: 'Sign-ins and approvals by day',
  numbers: 'The numbers',
  day: 'Day',
  series: { sign_ins: 'Sign-ins', approvals: '<b>Approvals' },
  period: (first, last) => `From ${first} to ${last}.`,
  sum: (name, sum, most, day) => `${name}: ${sum}, at most ${most} on ${day}.`,
};
const day = (name: string, signIns: number, approvals = 0): PlotDay => ({
  day: name,
  sign_ins: signIns,
  approvals,
});
const draw = (...days: PlotDay[]) => toMarkup(renderPlot(days, words)).replace(/\s+/g, ' ');
const linesOf = (markup: string) => [...markup.matchAll(/points="([^"]*)"/g)].map(([, points]) => points);
const scaleOf = (markup: string) =>
  [.../<div class="scale"[^]*?<\/div>/.exec(markup)![0].matchAll(/<span>([^<]*)</g)].map(([, text]) => text);

test('nothing is drawn of no day', () => {
  expect(draw()).toBe('');
});

test.each([
  ['one day, of which nothing is known', [day('2026-11-22', 0)], ['2', '1', '0'], ['0,100', '0,100']],
  [
    'one event',
    [day('2026-11-21', 0), day('2026-11-22', 1)],
    ['2', '1', '0'],
    ['0,100 10,100', '0,100 10,50'],
  ],
  ['a number that is the top', [day('2026-11-22', 100, 25)], ['100', '50', '0'], ['0,75', '0,0']],
  ['more approvals than sign-ins', [day('2026-11-22', 3, 12)], ['20', '10', '0'], ['0,40', '0,85']],
  ['millions', [day('2026-11-22', 1_234_567)], ['2,000,000', '1,000,000', '0'], ['0,100', '0,38.27']],
])('%s fits below the top of the scale', (_what, days, scale, lines) => {
  const markup = draw(...days);
  expect([scaleOf(markup), linesOf(markup)]).toEqual([scale, lines]);
  expect(markup).not.toMatch(/NaN|Infinity|undefined/);
});

test('it says its numbers in a sentence, and has the same ones in a table, the newest day first', () => {
  const markup = draw(day('2026-11-20', 4, 1), day('2026-11-21', 1_200), day('2026-11-22', 7, 3));
  expect(markup).toContain('<title id="plot-title">Sign-ins and approvals by day</title>');
  expect(markup).toContain('From Nov 20 to Nov 22. Sign-ins: 1,211, at most 1,200 on Nov 21.');
  expect(markup).toContain('aria-labelledby="plot-title plot-description"');
  const rows = [...markup.matchAll(/datetime="([^"]*)">[^<]*<\/time><\/th> <td>([^<]*)<\/td> <td>([^<]*)</g)];
  expect(rows.map(([, ...cells]) => cells)).toEqual([
    ['2026-11-22', '7', '3'],
    ['2026-11-21', '1,200', '0'],
    ['2026-11-20', '4', '1'],
  ]);
});

test('words are text, and nothing in it needs a style or a script of its own', () => {
  const markup = draw(day('2026-11-22', 1, 1));
  expect(markup).toContain('&lt;b&gt;Approvals');
  expect(markup).not.toMatch(/<script|style=|<style|on\w+=|href|url\(/);
});
