import { formRequest, jsonRequest, parseFault, queryRequest, readLeaves } from '../test/raw-requests.ts';

describe('content type', () => {
  test.each([
    undefined,
    '',
    'text/plain',
    'text/json',
    'application/jsonp',
    'application/ld+json',
    'application/json, text/plain',
    'application',
    '/',
    ';charset=utf-8',
    'multipart/form-data; boundary=x',
    'application/json; charset',
    'application/json; charset="utf-8',
    'application/json charset=utf-8',
  ])('415 unsupported_media_type for a body of type %j', (contentType) => {
    expect(parseFault(jsonRequest('{}', { contentType }))).toEqual({ code: 'unsupported_media_type' });
  });

  test.each([
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
    'application/json; charset=us-ascii',
    'application/json; charset=""',
    'application/json; charset=utf-8; charset=latin1',
    String.raw`application/json; charset="utf\\-8"`,
    'application/x-www-form-urlencoded; charset="ISO-8859-1"',
  ])('415 unsupported_charset for %j', (contentType) => {
    expect(parseFault(jsonRequest('{}', { contentType }))).toEqual({ code: 'unsupported_charset' });
  });

  test.each([
    'application/json',
    'Application/JSON',
    'application/json;',
    ' application/json ; charset=UTF-8',
    'application/json; Charset="utf-8"',
    'application/json; charset=utf8',
    String.raw`application/json; charset="utf\-8"`,
    String.raw`application/json; note="a\";charset=latin1"`,
    'application/json; note="a;charset=latin1"; charset=utf-8',
  ])('%j is JSON', (contentType) => {
    expect(readLeaves(jsonRequest('{"a":1}', { contentType }))).toEqual({ a: 1 });
  });

  test('a form with a charset', () => {
    const contentType = 'APPLICATION/x-www-form-urlencoded;charset=utf-8';
    expect(readLeaves(formRequest('a=1', { contentType }))).toEqual({ a: '1' });
  });
});

describe('content encoding', () => {
  test.each(['gzip', 'br', 'deflate', 'x-gzip', 'zstd', 'identity, gzip', 'unknown'])(
    '415 unsupported_encoding for a body encoded with %s',
    (contentEncoding) => {
      expect(parseFault(jsonRequest('{}', { contentEncoding }))).toEqual({ code: 'unsupported_encoding' });
    },
  );

  test.each(['identity', 'Identity', ''])('%j is no encoding', (contentEncoding) => {
    expect(readLeaves(jsonRequest('{"a":1}', { contentEncoding }))).toEqual({ a: 1 });
  });
});

test.each([
  {},
  { contentType: 'application/json' },
  { contentType: 'application/x-www-form-urlencoded' },
  { contentType: 'image/png' },
  { contentType: 'application/json; charset=latin1' },
  { contentType: 'application/json', contentEncoding: 'gzip' },
])('an empty body is no fields, whatever its headers: %j', (headers) => {
  expect(readLeaves(queryRequest('a=1', headers))).toEqual({ a: '1' });
});
