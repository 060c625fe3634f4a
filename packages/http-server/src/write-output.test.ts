import { JsonText } from '@latchkey/contracts';
import type { SchemaNode } from './validate.ts';
import { writeOutput } from './write-output.ts';

const read = (value: unknown, node: SchemaNode): unknown => JSON.parse(writeOutput(value, node) ?? '');
const person = { properties: { id: {}, name: {} } };

test.each([
  ['at the top', { id: 1, secret: 2 }, person, { id: 1 }],
  [
    'in an object',
    { by: { id: 1, secret: 2 }, secret: 2 },
    { properties: { by: person } },
    { by: { id: 1 } },
  ],
  ['in a list', [{ id: 1, secret: 2 }, { secret: 2 }], { items: person }, [{ id: 1 }, {}]],
  [
    'in a list of an object',
    { all: [{ id: 1, secret: 2 }] },
    { properties: { all: { items: person } } },
    { all: [{ id: 1 }] },
  ],
])('a field that the schema does not name stays behind %s', (_where, value, node, expected) => {
  expect(read(value, node)).toEqual(expected);
});

test('nothing is taken from a prototype that the schema does not name', () => {
  const value = Object.assign(Object.create({ name: 'inherited' }) as object, { id: 1 });
  expect(read(value, { properties: { id: {} } })).toEqual({ id: 1 });
});

test('an undefined field is left out, null and other blanks stay', () => {
  expect(writeOutput({ id: undefined, name: null }, person)).toBe('{"name":null}');
  expect(read({ id: 0, name: '' }, person)).toEqual({ id: 0, name: '' });
});

test.each([['text'], [0], [null], [[1, { any: 2 }]], [{ any: 2 }]])(
  'a value whose schema names no fields leaves as it is: %j',
  (value) => {
    expect(read(value, {})).toEqual(value);
  },
);

test('JSON text leaves as it was written, at each depth; undefined in a list is null', () => {
  const text = new JsonText('{"n":12345678901234567890.10,"z":-0}');
  const node = { properties: { a: {}, list: { items: { properties: { b: {} } } } } };
  expect(writeOutput({ a: text, list: [{ b: text }, undefined] }, node)).toBe(
    `{"a":${text.text},"list":[{"b":${text.text}},null]}`,
  );
  expect(writeOutput(undefined, node)).toBeUndefined();
});
