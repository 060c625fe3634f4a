import { isMasterKey } from './index.ts';

const current = 'q8Zr1vXk3mTw9bLc5yHd7fNs2gJp4aUe';
const previous = 'previous-v1vXk3mTw9bLc5yHd7fNs2gJ';
const keys = [current, previous];

test.each([
  ['nothing', undefined],
  ['an empty header', ''],
  ['no scheme', current],
  ['another scheme', `Basic ${current}`],
  ['no key', 'Bearer '],
  ['a prefix of the key', `Bearer ${current.slice(0, -1)}`],
  ['a longer key', `Bearer ${current}x`],
  ['another case', `Bearer ${current.toLowerCase()}`],
  ['both keys', `Bearer ${current} ${previous}`],
  ['a line break', `Bearer ${current}\n`],
  ['a huge key', `Bearer ${'x'.repeat(100_000)}`],
  ['the word undefined', 'Bearer undefined'],
])('%s is no master key', (_name, header) => {
  expect(isMasterKey(header, [...keys, undefined])).toBe(false);
});

test('no header is good where no key is set', () => {
  expect(isMasterKey('Bearer x', [])).toBe(false);
  expect(isMasterKey('Bearer undefined', [undefined])).toBe(false);
});

test('the current and the previous key are good, whatever the case of the scheme', () => {
  expect(isMasterKey(`Bearer ${current}`, keys)).toBe(true);
  expect(isMasterKey(`bearer ${previous}`, keys)).toBe(true);
});
