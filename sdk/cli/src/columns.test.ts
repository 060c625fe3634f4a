import { countColumns, fitColumns } from './columns.ts';
import { createOutput } from './output.ts';
import { wrap } from './wrap.ts';

test.each([
  ['ann', 3],
  ['田中さんのノートパソコン（会社）', 32],
  ['e\u0301', 1],
  ['ｱ', 1],
  ['Ａ', 2],
  ['한글', 4],
  ['\u1112\u1161\u11AB', 2],
  ['👩‍💻', 2],
  ['🇩🇪', 2],
  ['❤\uFE0F', 2],
  ['❤', 1],
  ['…', 1],
  ['\u200D', 0],
  ['नमस्ते', 4],
])('%s takes %i columns', (text, columns) => expect(countColumns(text)).toBe(columns));

test.each([
  ['田中さん', 8, '田中さん'],
  ['田中さん', 7, '田中さ…'],
  ['田中さん', 6, '田中… '],
  ['ab', 4, 'ab  '],
  ['abcde', 4, 'abc…'],
  ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
  ['👩‍💻👩‍💻', 3, '👩‍💻…'],
])('%s in %i columns is %j, and no sign is cut', (text, width, fitted) => {
  expect(fitColumns(text, width)).toBe(fitted);
  expect(countColumns(fitted)).toBe(width);
});

test('columns of a table stand below each other, and none is wider than the terminal', () => {
  const lines: string[] = [];
  const stdout = { isTTY: true, columns: 24, write: (chunk: unknown) => lines.push(String(chunk).trimEnd()) };
  const out = createOutput({ stdout, stderr: stdout, env: { NO_COLOR: '1' } }, { json: false, quiet: false });
  const names = ['田中さん', 'zoe\u0308', 'ann'];
  out.startList({ name: (name: string) => name, about: () => '会社のノートパソコン' })(names);
  expect(lines).toEqual([
    'NAME      ABOUT',
    '田中さん  会社のノート…',
    'zoe\u0308       会社のノート…',
    'ann       会社のノート…',
  ]);
});

test('sentences break by columns', () => {
  expect(wrap('田中 さんの ノート', 10)).toBe('田中\nさんの\nノート');
});
