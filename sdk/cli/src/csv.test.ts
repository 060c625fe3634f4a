import { toCsv } from './csv.ts';

test.each([
  [
    'what a comma, a quote or the end of a line is in',
    ['a,b', 'say "x"', 'a\nb', 'a\r\nb'],
    '"a,b","say ""x""","a\nb","a\r\nb"',
  ],
  ['nothing', [null, undefined, '', 0], ',,,0'],
  ['signs of other languages, and blanks', [' ü ', '日本'], ' ü ,日本'],
])('%s', (_what, fields, line) => {
  expect(toCsv(fields)).toBe(`${line}\r\n`);
});

test.each(['=', '+', '-', '@', '\t'])('a field that begins with %j is no formula', (sign) => {
  expect(toCsv([`${sign}1+1`, `1${sign}`])).toBe(`'${sign}1+1,1${sign}\r\n`);
});

test('nor one that begins with a carriage return, or has quotes', () => {
  expect(toCsv(['\r=1'])).toBe('"\'\r=1"\r\n');
  expect(toCsv(['=HYPERLINK("http://x.test","y")'])).toBe(`"'=HYPERLINK(""http://x.test"",""y"")"\r\n`);
  expect(toCsv([-1])).toBe("'-1\r\n");
});
