import { assertKeyList, parseKeyList } from './key-list.ts';

const one = Buffer.alloc(32, 1).toString('base64url');
const two = Buffer.alloc(32, 2).toString('base64url');
const malformed = (place: number) =>
  `Key ${place} must be kid:key, the kid 1 to 16 of A-Z a-z 0-9 _ -, the key 32 bytes in base64url`;

test.each([
  ['', 'A key is needed, as kid:key'],
  ['  ', 'A key is needed, as kid:key'],
  [one, malformed(1)],
  [`:${one}`, malformed(1)],
  ['a:', malformed(1)],
  [`a:${one.slice(1)}`, malformed(1)],
  [`a:${one}A`, malformed(1)],
  [`a:${one}=`, malformed(1)],
  [`a:${one.slice(0, -1)}F`, malformed(1)],
  [`a:${Buffer.alloc(32, 255).toString('base64').slice(0, 43)}`, malformed(1)],
  [`a b:${one}`, malformed(1)],
  [`${'k'.repeat(17)}:${one}`, malformed(1)],
  [`a:${one},`, malformed(2)],
  [`a:${one};b:${two}`, malformed(1)],
  [`a:${one},b:short`, malformed(2)],
  [`a:${one},a:${two}`, 'The key name a is used twice'],
])('%j is refused', (text, sentence) => {
  expect(() => parseKeyList(text)).toThrow(new Error(sentence));
});

test('no sentence repeats a key', () => {
  const secret = 'very-secret-but-short';
  expect(() => parseKeyList(`a:${one},b:${secret}`)).not.toThrow(secret);
  expect(() => parseKeyList(`a:${one},a:${two}`)).not.toThrow(two);
});

test('keys come newest first, blanks around the commas are allowed', () => {
  expect(parseKeyList(` 2026-11:${two} , a_1:${one} `)).toEqual([
    { kid: '2026-11', key: Buffer.alloc(32, 2) },
    { kid: 'a_1', key: Buffer.alloc(32, 1) },
  ]);
});

test('a list without a key is refused', () => {
  expect(() => assertKeyList([])).toThrow(new Error('A key is needed, as kid:key'));
});

test.each([0, 16, 31, 33])('a key of %d bytes is refused', (size) => {
  expect(() => assertKeyList([{ kid: 'a', key: Buffer.alloc(size) }])).toThrow(
    new Error('A key must have 32 bytes'),
  );
});
