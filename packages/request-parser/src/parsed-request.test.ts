import { faultOf, formRequest, jsonRequest } from '../test/raw-requests.ts';
import { coerceBoolean, coerceInteger, parseRequest } from './index.ts';

const textOfNoInteger = ['', ' 1', '1 ', '+1', '-1', '1.0', '1e3', '0x10', '१', '1\n', '9007199254740992'];
const unfitIntegers: unknown[] = [...textOfNoInteger, 1.5, 2 ** 53, Infinity, NaN, null, true, [], [1], {}];

describe('integers', () => {
  test.each(unfitIntegers)('%j is none', (value) => {
    expect(coerceInteger(value)).toBeUndefined();
  });

  test.each([
    [0, 0],
    [-5, -5],
    [-0, 0],
    [9007199254740991, 9007199254740991],
    ['0', 0],
    ['007', 7],
    ['9007199254740991', 9007199254740991],
  ])('%j is %j', (value, integer) => {
    expect(coerceInteger(value)).toBe(integer);
  });
});

describe('booleans', () => {
  test.each(['', 'TRUE', 'yes', 'on', ' true', 0, 1, null, [], {}, ['true']])('%j is none', (value) => {
    expect(coerceBoolean(value)).toBeUndefined();
  });

  test.each([
    [true, true],
    ['true', true],
    ['1', true],
    [false, false],
    ['false', false],
    ['0', false],
  ])('%j is %j', (value, boolean) => {
    expect(coerceBoolean(value)).toBe(boolean);
  });
});

describe('getters', () => {
  const parsed = parseRequest(
    jsonRequest(
      { text: 'a', count: 3, flag: false, none: null, list: ['a'], 'auth.user': 'u' },
      { query: 'n=7&b=1' },
    ),
  );

  test.each([
    ['count', () => parsed.string('count')],
    ['none', () => parsed.string('none')],
    ['list', () => parsed.string('list')],
    ['text', () => parsed.integer('text')],
    ['flag', () => parsed.integer('flag')],
    ['none', () => parsed.integer('none')],
    ['count', () => parsed.boolean('count')],
    ['auth.user', () => parsed.boolean('auth.user')],
  ])('invalid_type names %s', (field, read) => {
    expect(faultOf(read)).toEqual({ code: 'invalid_type', field });
  });

  test('read what fits', () => {
    expect([parsed.string('text'), parsed.integer('count'), parsed.boolean('flag')]).toEqual(['a', 3, false]);
    expect([parsed.string('n'), parsed.integer('n'), parsed.boolean('b')]).toEqual(['7', 7, true]);
    expect([parsed.value('list'), parsed.value('none')]).toEqual([['a'], null]);
  });

  test.each(['absent', 'constructor', 'toString', 'auth', 'hasOwnProperty'])(
    'answer undefined for the absent leaf %s',
    (name) => {
      expect(parsed.has(name)).toBe(false);
      expect([parsed.value(name), parsed.string(name), parsed.integer(name), parsed.boolean(name)]).toEqual(
        Array(4).fill(undefined),
      );
      expect(parsed.isText(name)).toBe(false);
    },
  );

  test('tell text from JSON, and names from values', () => {
    expect(parsed.names()).toEqual(['n', 'b', 'text', 'count', 'flag', 'none', 'list', 'auth.user']);
    expect(parsed.names().filter((name) => parsed.isText(name))).toEqual(['n', 'b']);
    expect(parsed.has('none')).toBe(true);
  });

  test('a replaced leaf is no longer text', () => {
    expect(parseRequest(jsonRequest({ a: 1 }, { query: 'a=1' })).isText('a')).toBe(false);
    expect(parseRequest(formRequest('a=1', { query: 'a=2' })).isText('a')).toBe(true);
  });
});
