import { isUuid } from './identifiers.ts';

const id = '0b5c7f7e-3f0a-4b57-9d1c-2f6f0e9a4c11';

test.each([id, id.toUpperCase()])('isUuid accepts %j', (text) => {
  expect(isUuid(text)).toBe(true);
});

test.each([
  '',
  'no id',
  id.slice(1),
  `${id}0`,
  `${id}\n`,
  ` ${id}`,
  id.replaceAll('-', ''),
  `{${id}}`,
  "' OR true",
])('isUuid refuses %j', (text) => {
  expect(isUuid(text)).toBe(false);
});
