import { faultOf, formRequest, jsonRequest, leavesOf, queryRequest } from '../test/raw-requests.ts';
import { parseForm, type RawRequest } from './index.ts';

const options = { repeatable: ['aud', 'resource'] };
const formFault = (raw: RawRequest) => faultOf(() => parseForm(raw, options));
const invalid = { code: 'invalid_request' };

test.each([
  ['a query', formRequest('a=1', { query: 'b=2' })],
  ['a query without a body', queryRequest('grant_type=refresh_token')],
  ['JSON', jsonRequest({ a: '1' })],
  ['JSON that is none', jsonRequest('{')],
  ['another type', formRequest('a=1', { contentType: 'text/plain' })],
  ['no type', formRequest('a=1', { contentType: undefined })],
  [
    'another charset',
    formRequest('a=1', { contentType: 'application/x-www-form-urlencoded; charset=latin1' }),
  ],
  ['an encoded body', formRequest('a=1', { contentEncoding: 'gzip' })],
  ['bytes that are not UTF-8', formRequest(Buffer.from([0x61, 0x3d, 0xff]))],
  ['broken percent-encoding', formRequest('a=%zz')],
  ['NUL', formRequest('a=%00')],
  ['NUL in a name', formRequest('a%00=1')],
  ['a reserved name', formRequest('__proto__=1')],
  ['257 parameters', formRequest('aud=a&'.repeat(257))],
  ['a long name', formRequest(`${'a'.repeat(129)}=1`)],
])('400 invalid_request for %s', (_what, raw) => {
  expect(formFault(raw)).toEqual(invalid);
});

test.each([
  ['scope=a&scope=b', 'scope'],
  ['scope=a&scope=a', 'scope'],
  ['scope=a&%73cope=a', 'scope'],
  ['unknown=1&aud=x&unknown=2', 'unknown'],
  [`password=${'x'.repeat(1025)}`, 'password'],
  [`token=${'x'.repeat(8193)}`, 'token'],
])('400 invalid_request names the parameter: %.30s', (body, field) => {
  expect(formFault(formRequest(body))).toEqual({ ...invalid, field });
});

test('each fault has its own sentence', () => {
  expect(() => parseForm(formRequest('a=1&a=2'), options)).toThrow('a is given more than once');
  expect(() => parseForm(jsonRequest({}), options)).toThrow(
    'The body must be application/x-www-form-urlencoded',
  );
  expect(() => parseForm(formRequest('a=%00'), options)).toThrow(
    'A string contains a NUL character or an unpaired surrogate',
  );
});

test('repeatable names come back as lists, the others as text', () => {
  const parsed = parseForm(formRequest('aud=a&scope=s&aud=b&aud=a&resource=r'), options);
  expect(leavesOf(parsed)).toEqual({ aud: ['a', 'b', 'a'], scope: 's', resource: ['r'] });
  expect(parsed.string('scope')).toBe('s');
  expect(parsed.isText('aud')).toBe(true);
  expect(faultOf(() => parsed.string('aud'))).toEqual({ ...invalid, field: 'aud' });
  expect(faultOf(() => parsed.integer('scope'))).toEqual({ ...invalid, field: 'scope' });
});

test('a parameter without a value is treated as not sent (RFC 6749 3.2)', () => {
  expect(leavesOf(parseForm(formRequest('scope=&scope=s&aud=&email&password= '), options))).toEqual({
    scope: 's',
    password: ' ',
  });
});

test('names are taken as they are', () => {
  const names = ['auth_token', 'auth.token', 'auth[token]', 'auth', 'deadDrop', 'limit'];
  const leaves = Object.fromEntries(names.map((name) => [name, 'v']));
  expect(leavesOf(parseForm(formRequest(names.map((name) => `${name}=v`).join('&')), options))).toEqual(
    leaves,
  );
});

test('no body is no parameters, and headers are not read', () => {
  const headers = { authorization: 'Bearer t', token: 't' };
  expect(leavesOf(parseForm(formRequest('', { headers }), options))).toEqual({});
  expect(leavesOf(parseForm(queryRequest('', { contentType: 'application/json' }), options))).toEqual({});
});
