import { formRequest, jsonRequest, parseFault, queryRequest, readLeaves } from '../test/raw-requests.ts';

const unfit: readonly [unknown][] = [[null], [1], [true], [[]], [['x']], [{}], [{ a: 'b' }]];
const credentials = [
  'user',
  'code',
  'id',
  'method',
  'token',
  'pass',
  'org',
  'dpop',
  'htu',
  'client_id',
  'made_up',
];

describe('types', () => {
  describe.each(credentials)('400 invalid_type for auth.%s', (part) => {
    test.each(unfit)('as %j', (value) => {
      const fault = { code: 'invalid_type', field: `auth.${part}` };
      expect(parseFault(jsonRequest({ auth: { [part]: value } }))).toEqual(fault);
      expect(parseFault(jsonRequest({ [`auth.${part}`]: value }))).toEqual(fault);
    });
  });

  test.each(unfit)('400 invalid_type for auth_token and token as %j', (value) => {
    expect(parseFault(jsonRequest({ auth_token: value }))).toEqual({
      code: 'invalid_type',
      field: 'auth.token',
    });
    expect(parseFault(jsonRequest({ token: value }))).toEqual({ code: 'invalid_type', field: 'token' });
  });

  describe.each(['auth', 'deadDrop'])('400 invalid_type for %s', (field) => {
    const fault = { code: 'invalid_type', field };
    test.each([[null], [1], [true], ['x'], [''], [[]], [[{ token: 't' }]]])('as %j', (value) => {
      expect(parseFault(jsonRequest({ [field]: value }))).toEqual(fault);
    });

    test.each([`${field}=x`, `${field}=`, `${field}[]=x`, `${field}[][a]=x`])('as %s', (pairs) => {
      expect(parseFault(formRequest(pairs))).toEqual(fault);
      expect(parseFault(jsonRequest({ auth: { token: 't' } }, { query: pairs }))).toEqual(fault);
    });
  });

  test.each([
    ['auth[token][x]=1', 'auth.token'],
    ['auth[a][b]=1', 'auth.a'],
    ['deadDrop[id][]=1', 'deadDrop.id'],
  ])('400 invalid_type for %s', (pairs, field) => {
    expect(parseFault(formRequest(pairs))).toEqual({ code: 'invalid_type', field });
    expect(parseFault(queryRequest(pairs))).toEqual({ code: 'invalid_type', field });
  });

  test('other names take any JSON value', () => {
    const body = { password: 1, dpop: null, limit: [1], relay: {}, name: false };
    expect(readLeaves(jsonRequest(body))).toEqual(body);
  });
});

describe('lengths', () => {
  test.each([
    ['auth.token', 8192],
    ['token', 8192],
    ['auth.dpop', 8192],
    ['dpop', 8192],
    ['auth.pass', 1024],
    ['password', 1024],
    ['new_password', 1024],
    ['auth.user', 512],
    ['auth.htu', 512],
    ['auth.fingerprint', 512],
    ['auth.client_id', 512],
    ['auth.made_up', 512],
  ])('%s holds %d bytes and not one more', (field, bytes) => {
    const fault = { code: 'invalid_type', field };
    const full = 'é'.repeat(bytes / 2);
    expect(readLeaves(jsonRequest({ [field]: full }))).toEqual({ [field]: full });
    expect(readLeaves(formRequest(`${field}=${full}`))).toEqual({ [field]: full });
    expect(parseFault(jsonRequest({ [field]: `${full}x` }))).toEqual(fault);
    expect(parseFault(formRequest(`${field}=${full}x`))).toEqual(fault);
    expect(parseFault(queryRequest(`${field}=${'x'.repeat(bytes + 1)}`))).toEqual(fault);
  });

  test('what a higher source replaces is not measured', () => {
    const query = `auth.user=${'x'.repeat(513)}`;
    expect(readLeaves(jsonRequest({ auth_user: 'u' }, { query }))).toEqual({ 'auth.user': 'u' });
  });

  test('a value without a limit of its own may be long', () => {
    expect(readLeaves(jsonRequest({ name: 'x'.repeat(90_000) }))).toEqual({ name: 'x'.repeat(90_000) });
  });

  const longestKey = 'é'.repeat(64);

  test('a key holds 128 bytes', () => {
    const inner = { [`${longestKey}x`]: 1 };
    expect(readLeaves(formRequest(`${longestKey}=1`))).toEqual({ [longestKey]: '1' });
    expect(readLeaves(jsonRequest({ [longestKey]: inner }))).toEqual({ [longestKey]: inner });
  });

  test.each([
    ['a form', formRequest(`${longestKey}x=1`)],
    ['a query', queryRequest(`${longestKey.replaceAll('é', '%C3%A9')}x`)],
    ['JSON', jsonRequest({ [`${longestKey}x`]: 1 })],
    ['auth', jsonRequest({ auth: { ['x'.repeat(124)]: 'v' } })],
  ])('413 too_large for a key of 129 bytes in %s', (_where, raw) => {
    expect(parseFault(raw)).toEqual({ code: 'too_large' });
  });
});

describe('counts', () => {
  const pairs = (count: number, prefix = 'p') =>
    Array.from({ length: count }, (_, at) => `${prefix}${at}=v`).join('&');
  const members = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, 'v']));

  test('256 parameters, whatever their source', () => {
    expect(Object.keys(readLeaves(formRequest(pairs(200), { query: pairs(56, 'q') })))).toHaveLength(256);
    expect(Object.keys(readLeaves(jsonRequest(members(256))))).toHaveLength(256);
    expect(Object.keys(readLeaves(jsonRequest({ auth: members(256) })))).toHaveLength(256);
  });

  test.each([
    ['a query', queryRequest(pairs(257))],
    ['a form', formRequest(pairs(257))],
    ['query and form', formRequest(pairs(200), { query: pairs(57, 'q') })],
    ['query and form with the same names', formRequest(pairs(200), { query: pairs(57) })],
    ['JSON', jsonRequest(members(257))],
    ['query and JSON', jsonRequest(members(200), { query: pairs(57) })],
    ['auth', jsonRequest({ ...members(200), auth: members(57) })],
    ['one name in a form', formRequest('a=1&'.repeat(257))],
    ['one name in JSON', jsonRequest(`{${Array(257).fill('"a":1').join(',')}}`)],
  ])('413 too_many_parameters for one more in %s', (_where, raw) => {
    expect(parseFault(raw)).toEqual({ code: 'too_many_parameters' });
  });

  test('keys inside a value are no parameters', () => {
    expect(readLeaves(jsonRequest({ metadata: members(300) }))).toEqual({ metadata: members(300) });
  });
});

describe('depth', () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const lists = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

  test.each([
    ['objects', nested],
    ['lists', lists],
  ])('of %s is 8 unless a route says otherwise', (_name, build) => {
    expect(parseFault(jsonRequest(build(8)))).toBe('no fault');
    expect(parseFault(jsonRequest(build(9)))).toEqual({ code: 'too_deep' });
    expect(parseFault(jsonRequest(build(16)), { maxDepth: 16 })).toBe('no fault');
    expect(parseFault(jsonRequest(build(17)), { maxDepth: 16 })).toEqual({ code: 'too_deep' });
  });

  test('brackets in strings are no depth, and siblings do not add up', () => {
    const body = { a: '[[[[[[[[[[{{{{', 'b"]}': '\\"[[[[[[[[[', c: Array.from({ length: 50 }, () => [[]]) };
    expect(readLeaves(jsonRequest(body))).toEqual(body);
  });
});
