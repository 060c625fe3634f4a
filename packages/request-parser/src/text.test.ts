import { inspect } from 'node:util';
import { formRequest, jsonRequest, parseFault, queryRequest, readLeaves } from '../test/raw-requests.ts';

const malformed = { code: 'malformed_body' };
function thrownBy(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

describe('JSON that is none', () => {
  test.each([
    '{',
    '{"a":1',
    '{"a":"',
    '{"a":1}}',
    '{"a":1}{"b":2}',
    '{"a":1,}',
    '{,"a":1}',
    '{"a" 1}',
    '{a:1}',
    "{'a':1}",
    '{"a":01}',
    '{"a":NaN}',
    '{"a":undefined}',
    '{"a":"\n"}',
    '{"a":"\\x"}',
    '{"\\x":1}',
    '{"a":1}//',
    '{"auth":{"token":"t"}:1}',
    ']',
    '}{',
    ':,',
    '"',
    ' ',
    '\uFEFF\uFEFF{}',
  ])('400 malformed_body for %j', (body) => {
    expect(parseFault(jsonRequest(body))).toEqual(malformed);
  });

  test.each(['[]', '[{"a":1}]', 'null', 'true', '1', '"a"', '"{}"'])(
    '400 malformed_body for a top level of %s',
    (body) => {
      expect(parseFault(jsonRequest(body))).toEqual(malformed);
    },
  );

  test('an error says nothing of the body', () => {
    const thrown = thrownBy(() => readLeaves(jsonRequest('{"auth.pass": hunter2}')));
    expect(inspect(thrown, { showHidden: true })).toMatch(/^ApiError: The body is not valid JSON\n/);
    expect(inspect(thrown, { showHidden: true })).not.toContain('hunter2');
  });

  test('a byte order mark is tolerated', () => {
    expect(readLeaves(jsonRequest('\uFEFF{"a":1}'))).toEqual({ a: 1 });
    expect(readLeaves(jsonRequest('\uFEFF'))).toEqual({});
    expect(readLeaves(formRequest('\uFEFFa=1'))).toEqual({ a: '1' });
  });

  test('white space around it is tolerated', () => {
    expect(readLeaves(jsonRequest(' \r\n\t{ "a" : 1 , "auth" : { "user" : "u" } } \n'))).toEqual({
      a: 1,
      'auth.user': 'u',
    });
  });
});

describe('bytes that are not UTF-8', () => {
  test.each([
    ['a stray byte', [0xff]],
    ['a lone continuation', [0x80]],
    ['a truncated character', [0xc3]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a character past the last', [0xf4, 0x90, 0x80, 0x80]],
  ])('400 malformed_body for %s', (_what, sequence) => {
    expect(parseFault(jsonRequest(bytes('{"a":"', sequence, '"}')))).toEqual(malformed);
    expect(parseFault(jsonRequest(bytes('{"', sequence, '":1}')))).toEqual(malformed);
    expect(parseFault(formRequest(bytes('a=', sequence)))).toEqual(malformed);
    expect(parseFault(queryRequest(`a=${bytes(sequence).toString('latin1')}`))).toEqual(malformed);
    const percent = sequence.map((byte) => `%${byte.toString(16)}`).join('');
    expect(parseFault(formRequest(`a=${percent}`))).toEqual(malformed);
    expect(parseFault(queryRequest(`${percent}=a`))).toEqual(malformed);
  });

  test.each(['utf16le', 'utf-16le'] as const)(
    '400 malformed_body for JSON in %s with its mark',
    (encoding) => {
      expect(parseFault(jsonRequest(Buffer.from('\uFEFF{"a":1}', encoding)))).toEqual(malformed);
    },
  );

  test('400 malformed_body for a query character that no byte is', () => {
    expect(parseFault(queryRequest('a=Ł'))).toEqual(malformed);
  });
});

describe('forms and queries', () => {
  test.each(['a=%', 'a=%z', 'a=%zz', 'a=%4', '%=a', 'a=%u0041', 'a=1&b=%f'])(
    '400 malformed_body for %s',
    (pairs) => {
      expect(parseFault(formRequest(pairs))).toEqual(malformed);
      expect(parseFault(queryRequest(pairs))).toEqual(malformed);
    },
  );

  test.each([
    ['a=b+c%2Bd%20e', { a: 'b c+d e' }],
    ['a=%C3%A9%F0%9F%94%91', { a: 'é🔑' }],
    ['a+b=1', { 'a b': '1' }],
    ['a=b=c', { a: 'b=c' }],
    ['&&a=1&&b&', { a: '1', b: '' }],
    ['=1', { '': '1' }],
    ['a=1;b=2', { a: '1;b=2' }],
    ['a=%26%3D', { a: '&=' }],
    ['', {}],
  ])('pairs that are encoded: %s', (pairs, leaves) => {
    expect(readLeaves(formRequest(pairs))).toEqual(leaves);
    expect(readLeaves(queryRequest(pairs))).toEqual(leaves);
  });

  test('UTF-8 that is not percent-encoded is read as such', () => {
    expect(readLeaves(formRequest('a=é'))).toEqual({ a: 'é' });
    expect(readLeaves(queryRequest(`a=${Buffer.from('é').toString('latin1')}`))).toEqual({ a: 'é' });
  });
});

describe('NUL', () => {
  const nulAllowedIn = ['payload', 'data'];

  test.each([
    ['a string', { a: 'x\0' }],
    ['a nested string', { a: [{ b: '\0' }] }],
    ['a nested key', { a: { '\0': 1 } }],
    ['a key', { '\0': 1 }],
    ['a credential', { auth: { pass: '\0' } }],
    ['a key beside an allowed one', { 'payload\0': 'x' }],
  ])('400 malformed_body in %s of JSON', (_where, body) => {
    expect(parseFault(jsonRequest(body))).toEqual(malformed);
    expect(parseFault(jsonRequest({ payload: '\0', ...body }), { nulAllowedIn })).toEqual(malformed);
  });

  test.each(['a=%00', '%00=a', 'auth.pass=x%00', 'payload%00=x'])('400 malformed_body in %s', (pairs) => {
    expect(parseFault(formRequest(pairs), { nulAllowedIn })).toEqual(malformed);
    expect(parseFault(queryRequest(pairs), { nulAllowedIn })).toEqual(malformed);
  });

  test('400 malformed_body for a NUL byte that is not escaped', () => {
    expect(parseFault(jsonRequest('{"payload":"\0"}'), { nulAllowedIn })).toEqual(malformed);
    expect(parseFault(formRequest('a=\0'))).toEqual(malformed);
  });

  test('is text where a route allows it', () => {
    const body = { payload: { '\0': ['\0'] }, data: 'a\0b' };
    expect(parseFault(jsonRequest(body))).toEqual(malformed);
    expect(readLeaves(jsonRequest(body), { nulAllowedIn })).toEqual(body);
    expect(readLeaves(formRequest('payload=%00&data=\0'), { nulAllowedIn })).toEqual({
      payload: '\0',
      data: '\0',
    });
    expect(readLeaves(queryRequest('data=%00'), { nulAllowedIn })).toEqual({ data: '\0' });
  });

  test('an escaped backslash before u0000 is no NUL', () => {
    expect(readLeaves(jsonRequest('{"a":"\\\\u0000"}'))).toEqual({ a: '\\u0000' });
  });
});

describe('an unpaired surrogate', () => {
  test.each([
    '{"a":"\\ud800"}',
    '{"a":"\\udc00\\ud800"}',
    '{"a":["\\uDBFF"]}',
    '{"a":{"\\ud800":1}}',
    '{"\\ud800":1}',
    '{"payload":"\\ud83dx"}',
  ])('400 malformed_body for %s', (body) => {
    expect(parseFault(jsonRequest(body), { nulAllowedIn: ['payload'] })).toEqual(malformed);
  });

  test('a whole one in two escapes is text', () => {
    expect(readLeaves(jsonRequest('{"a":"\\ud83d\\udd11"}'))).toEqual({ a: '🔑' });
  });
});
