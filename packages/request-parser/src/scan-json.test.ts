import {
  faultOf,
  formRequest,
  jsonRequest,
  parseFault,
  queryRequest,
  readLeaves,
} from '../test/raw-requests.ts';
import { parseJsonText } from './index.ts';

const malformed = { code: 'malformed_body' };

describe('keys that touch prototypes', () => {
  test.each([
    '{"__proto__":{"isAdmin":true}}',
    '{"__proto__":1}',
    '{"a":{"__proto__":1}}',
    '{"a":[[{"__proto__":1}]]}',
    '{"\\u005f_proto__":1}',
    '{"a":{"\\u005f\\u005fproto\\u005F\\u005f":1}}',
    '{"auth":{"__proto__":"x"}}',
    '{"auth.__proto__":"x"}',
    '{"auth.__proto__.isAdmin":"x"}',
    '{"a":{"__proto__":1},"a":2}',
    '{"a":{"b":{"__proto__":1},"b":2}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"a":{"constructor":{"b":1,"prototype":1}}}',
    '{"a":{"con\\u0073tructor":{"prototyp\\u0065":1}}}',
    '{"auth":{"constructor":{"prototype":"x"}}}',
    '{"constructor.prototype":1}',
  ])('400 malformed_body for %s', (body) => {
    expect(parseFault(jsonRequest(body), { nulAllowedIn: ['a'] })).toEqual(malformed);
  });

  test.each([
    '__proto__=1',
    '__proto__[isAdmin]=1',
    'auth[__proto__]=1',
    'auth[__proto__][isAdmin]=1',
    'a[__proto__=1',
    'a.__proto__.b=1',
    'a[b][__proto__][c]=1',
    '%5F_proto__=1',
    'constructor[prototype]=1',
    'constructor[prototype][isAdmin]=1',
    'a[constructor][prototype]=1',
    'auth.constructor.prototype=1',
  ])('400 malformed_body for %s', (pairs) => {
    expect(parseFault(formRequest(pairs))).toEqual(malformed);
    expect(parseFault(queryRequest(pairs))).toEqual(malformed);
  });

  test('words that are no such keys stay', () => {
    const body = {
      constructor: { name: 'x', b: { prototype: 1 } },
      prototype: { constructor: 1 },
      a: ['x', '__proto__', '{"__proto__":1}', [{ prototype: 1 }]],
      __proto: 1,
      proto__: '__proto__',
    };
    expect(readLeaves(jsonRequest(body))).toEqual(body);
    expect(readLeaves(formRequest('constructor=x&prototype=y&a=__proto__'))).toEqual({
      constructor: 'x',
      prototype: 'y',
      a: '__proto__',
    });
  });
});

describe('strings and escapes', () => {
  test.each([
    { a: 'x"y', b: '"' },
    { a: '\\', b: '\\\\', c: '\\"' },
    { 'a"b': 1, 'c\\': 2, '\\"d': { '"': '}' } },
    { a: ',', b: ':', c: '}{][,"', '': '' },
  ])('text inside strings is not taken for structure: %j', (body) => {
    const dotted = Object.fromEntries(Object.entries(body).map(([key, value]) => [`deadDrop.${key}`, value]));
    expect(readLeaves(jsonRequest(body))).toEqual(body);
    expect(readLeaves(jsonRequest({ deadDrop: body, x: body }))).toEqual({ ...dotted, x: body });
  });
});

describe('JSON in the text of a form', () => {
  const rules = { maxDepth: 3, nulAllowed: false };

  test.each([
    ['[[[[]]]]', 'too_deep'],
    ['{"a":{"__proto__":1}}', 'malformed_body'],
    ['{"constructor":{"prototype":1}}', 'malformed_body'],
    ['["\\u0000"]', 'malformed_body'],
    ['["\\ud800"]', 'malformed_body'],
    ['[1', 'malformed_body'],
    ['', 'malformed_body'],
  ])('%s is %s', (text, code) => {
    expect(faultOf(() => parseJsonText(text, rules))).toEqual({ code });
  });

  test.each(['[[[]]]', '1', '"a"', 'null', '{"auth":{"token":1}}'])('%s is its value', (text) => {
    expect(parseJsonText(text, rules)).toEqual(JSON.parse(text));
  });

  test('holds NUL where allowed, and more than 256 members', () => {
    expect(parseJsonText('["\\u0000"]', { ...rules, nulAllowed: true })).toEqual(['\0']);
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`k${at}`, at]));
    expect(parseJsonText(JSON.stringify(many), rules)).toEqual(many);
  });
});

describe('hostile sizes', () => {
  test.each(['[', '{"a":', '[{"a":', '{"auth":'])('100,000 levels of %s are too_deep', (open) => {
    expect(parseFault(jsonRequest(open.repeat(100_000)))).toEqual({ code: 'too_deep' });
  });

  test('100,000 closed levels are too_deep', () => {
    const closed = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(parseFault(jsonRequest(closed))).toEqual({ code: 'too_deep' });
    expect(faultOf(() => parseJsonText(closed, { maxDepth: 8, nulAllowed: false }))).toEqual({
      code: 'too_deep',
    });
  });

  test('a route that allows 100,000 levels gets them without a stack overflow', () => {
    const body = `{"a":${'[{"b\\u0062":'.repeat(50_000)}"\\u0062"${'}]'.repeat(50_000)}}`;
    expect(parseFault(jsonRequest(body), { maxDepth: 100_001 })).toBe('no fault');
    expect(parseFault(jsonRequest(body.replaceAll('\\u0062', '\\u0000')), { maxDepth: 100_001 })).toEqual(
      malformed,
    );
  });

  test.each([
    ['doubled keys', `{${'"a":1,'.repeat(1_000_000)}"a":2}`, { code: 'too_many_parameters' }],
    [
      'doubled keys in auth',
      `{"auth":{${'"a":"",'.repeat(1_000_000)}"a":""}}`,
      { code: 'too_many_parameters' },
    ],
    ['doubled auths', `{${'"auth":{"a":"b"},'.repeat(100_000)}"x":1}`, { code: 'too_many_parameters' }],
    ['empty auths', `{${'"auth":{},'.repeat(100_000)}"x":1}`, 'no fault'],
    ['backslashes', `{"a":"${'\\\\'.repeat(500_000)}"}`, 'no fault'],
    ['escaped quotes', `{"a":"${'\\"'.repeat(500_000)}"}`, 'no fault'],
    ['backslashes without an end', `{"a":"${'\\'.repeat(1_000_000)}`, malformed],
    ['quotes', '"'.repeat(1_000_000), malformed],
    ['commas', `{${','.repeat(1_000_000)}`, malformed],
    ['colons', `{"a"${':'.repeat(1_000_000)}`, malformed],
    ['closings', '}'.repeat(1_000_000), malformed],
    ['numbers', `{"a":[${'1,'.repeat(500_000)}1]}`, 'no fault'],
  ])('a million %s end soon', (_what, body, outcome) => {
    expect(parseFault(jsonRequest(body))).toEqual(outcome);
  });

  test.each([
    ['ampersands', '&'.repeat(1_000_000), 'no fault'],
    ['pairs', 'a=1&'.repeat(1_000_000), { code: 'too_many_parameters' }],
    ['equals signs', '='.repeat(1_000_000), 'no fault'],
    ['a name of a megabyte', 'a'.repeat(1_000_000), { code: 'too_large' }],
    ['brackets', `auth${'[a]'.repeat(300_000)}=1`, { code: 'too_large' }],
    ['percent signs', `a=${'%25'.repeat(300_000)}`, 'no fault'],
  ])('a million %s in a form and in a query', (_what, pairs, outcome) => {
    expect(parseFault(formRequest(pairs))).toEqual(outcome);
    expect(parseFault(queryRequest(pairs))).toEqual(outcome);
  });
});
