import { pickOutput } from './pick-output.ts';

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
  expect(pickOutput(value, node)).toEqual(expected);
});

test('nothing is taken from a prototype that the schema does not name', () => {
  const value = Object.assign(Object.create({ name: 'inherited' }) as object, { id: 1 });
  expect(pickOutput(value, { properties: { id: {} } })).toEqual({ id: 1 });
});

test('an undefined field is left out, null and other blanks stay', () => {
  expect(Object.entries(pickOutput({ id: undefined, name: null }, person) as object)).toEqual([
    ['name', null],
  ]);
  expect(pickOutput({ id: 0, name: '' }, person)).toEqual({ id: 0, name: '' });
});

test.each([['text'], [0], [null], [undefined], [[1, { any: 2 }]], [{ any: 2 }]])(
  'a value whose schema names no fields leaves as it is: %j',
  (value) => {
    expect(pickOutput(value, {})).toEqual(value);
  },
);
