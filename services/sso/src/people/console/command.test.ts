import { commandOf } from './command.ts';
import { log } from './log.ts';

const write = (query: Readonly<Record<string, string>>) => commandOf(log.command!, query);

test('without filters it writes all', () => {
  expect(write({})).toBe('latchkey admin log --format csv');
});

test('filters are the options of the command, and a day is one of UTC', () => {
  const query = {
    kind: 'sign_in',
    user_id: 'u-1',
    created_from: '2026-11-22',
    created_to: '2026-11-23T10:00Z',
  };
  expect(write({ ...query, cursor: 'x' })).toBe(
    'latchkey admin log --format csv --kind sign_in --user u-1 --since 2026-11-22T00:00Z --until 2026-11-23T10:00Z',
  );
});

test.each([
  ['; rm -rf ~', `'; rm -rf ~'`],
  [`a'b`, String.raw`'a'\''b'`],
  ['$(touch x)`y`', "'$(touch x)`y`'"],
  ['--json', `'--json'`],
  ['two\nlines', `'two\nlines'`],
])('a shell reads %j as one word', (value, word) => {
  expect(write({ search: value })).toBe(`latchkey admin log --format csv --search ${word}`);
});
