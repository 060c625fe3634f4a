import { parseRequest } from '@latchkey/request-parser';
import { readInput } from './read-input.ts';
import type { SchemaNode } from './validate.ts';

function fromJson(value: unknown, node: SchemaNode) {
  const raw = { query: '', contentType: 'application/json', contentEncoding: undefined, headers: {} };
  const body = Buffer.from(JSON.stringify({ field: value, unknown: 1 }));
  return readInput(parseRequest({ ...raw, body }), { properties: { field: node } });
}

function fromQuery(text: string, node: SchemaNode) {
  const query = `field=${encodeURIComponent(text)}&unknown=1`;
  const raw = { contentType: undefined, contentEncoding: undefined, body: Buffer.alloc(0), headers: {} };
  return readInput(parseRequest({ ...raw, query }), { properties: { field: node } });
}

const list = { type: 'array', items: {} } as const;
const words = { type: 'array', items: { type: 'string' } } as const;

test.each([
  ['null for a string', null, { type: 'string' }],
  ['null for an integer', null, { type: 'integer' }],
  ['an empty text for an integer', '', { type: 'integer' }],
  ['an empty text for a boolean', '', { type: 'boolean' }],
  ['an empty text for a list', '', list],
  ['an empty text for a string', '', { type: 'string' }],
  ['white space for a string', ' \t', { type: 'string' }],
  ['white space for an integer', ' ', { type: 'integer' }],
  ['an empty text for a string that needs a character', '', { type: 'string', minLength: 1 }],
])('not given: %s', (_what, value, node) => {
  expect(fromJson(value, node)).toEqual({});
});

test('spaces alone are no words: a list that they stand for is not given', () => {
  expect(fromQuery('  ', words)).toEqual({});
});

test.each([
  ['text that is no integer', 'x1', { type: 'integer' }],
  ['an integer that is not safe', '9007199254740993', { type: 'integer' }],
  ['text that is no boolean', 'yes', { type: 'boolean' }],
  ['text that is no JSON', '[1', list],
  ['JSON that is nested too deeply', '[[[[[[[[[1]]]]]]]]]', list],
  ['JSON with a reserved key', '[{"__proto__":1}]', list],
])('left for the schema to refuse: %s', (_what, text, node) => {
  expect(fromQuery(text, node)).toEqual({ field: text });
});

test.each([
  ['a list', list],
  ['words', words],
])('a JSON string is not read as JSON again where the schema wants %s', (_name, node) => {
  expect(fromJson('["a"]', node)).toEqual({ field: '["a"]' });
});

test.each([
  ['an empty text where a string may be empty', '', { type: 'string', minLength: 0 }, ''],
  ['white space where a string may be empty, such as a password', ' ', { type: 'string', minLength: 0 }, ' '],
  ['null where null is allowed', null, { type: ['string', 'null'] }, null],
  ['null where the schema names no type', null, {}, null],
  ['text as it is where a string is allowed', '[1]', { type: ['string', 'array'] }, '[1]'],
])('given: %s', (_what, value, node, expected) => {
  expect(fromJson(value, node)).toEqual({ field: expected });
});

test.each([
  ['12', { type: 'integer' }, 12],
  ['0', { type: 'boolean' }, false],
  ['{"a":[1]}', { type: 'object' }, { a: [1] }],
  ['["a b","c"]', words, ['a b', 'c']],
  ['openid  email', words, ['openid', 'email']],
  ['7', words, ['7']],
  ['[]', words, []],
])('%s in a query is read by its schema', (text, node, expected) => {
  expect(fromQuery(text, node)).toEqual({ field: expected });
});

test('a text in the form of Unicode that the schema names', () => {
  expect(fromJson('Zoe\u0308', { type: 'string', form: 'NFC' })).toEqual({ field: 'Zoë' });
  expect(fromJson('Zoe\u0308', { type: 'string' })).toEqual({ field: 'Zoe\u0308' });
});
