import { jsonRequest, parseFault, queryRequest, readLeaves } from '../test/raw-requests.ts';
import { findRepeatedHeader, parseRequest, type HeaderAuthMode, type RawRequest } from './index.ts';

const withHeaders = (headers: RawRequest['headers'], body: unknown = {}) => jsonRequest(body, { headers });
const ambiguous = (field: string) => ({ code: 'ambiguous_parameter', field });
const token = { 'auth.token': 't', token: 't' };
const proof = { 'auth.dpop': 'p', dpop: 'p' };

describe('off', () => {
  const headers = { authorization: ['Bearer t', 'Bearer u'], dpop: ['p', 'q'], token: 'v'.repeat(9000) };

  test('is the default and looks at no header', () => {
    expect(readLeaves(withHeaders(headers))).toEqual({});
    expect(readLeaves(withHeaders(headers, { token: 'f' }), { headerAuth: 'off' })).toEqual({ token: 'f' });
  });
});

describe.each(['accept', 'only'] as const)('%s', (headerAuth) => {
  test.each([
    [{ authorization: 'Bearer t' }, token],
    [{ authorization: 'bearer t' }, token],
    [{ authorization: 'DPoP t' }, token],
    [{ authorization: 'dpop \t t ' }, token],
    [{ authorization: ['Bearer t', 'Bearer t'] }, token],
    [{ token: 't' }, token],
    [{ token: ' t ', authorization: 'Bearer t' }, token],
    [{ dpop: 'p' }, proof],
    [
      { dpop: ['p'], authorization: ['DPoP t'] },
      { ...token, ...proof },
    ],
    [{ authorization: 'Bearer not a token' }, { 'auth.token': 'not a token', token: 'not a token' }],
  ])('%j supplies both spellings', (headers, leaves) => {
    expect(readLeaves(withHeaders(headers), { headerAuth })).toEqual(leaves);
  });

  test.each([
    { authorization: 'Basic dTpw' },
    { authorization: 'Bearer' },
    { authorization: 'Bearer   ' },
    { authorization: 'BearerX t' },
    { authorization: '' },
    { authorization: [] },
    { authorization: undefined, token: '', dpop: ' ' },
    { 'x-token': 't', cookie: 'token=t' },
  ])('%j supplies nothing', (headers) => {
    expect(readLeaves(withHeaders(headers), { headerAuth })).toEqual({});
  });

  test.each([
    [{ authorization: ['Bearer t', 'Bearer u'] }, 'auth.token'],
    [{ authorization: ['Basic dTpw', 'Bearer t'] }, 'auth.token'],
    [{ authorization: 'Bearer t', token: 'u' }, 'auth.token'],
    [{ token: ['t', 'u'] }, 'auth.token'],
    [{ dpop: ['p', 'q'] }, 'auth.dpop'],
  ])('400 ambiguous_parameter for %j', (headers, field) => {
    expect(parseFault(withHeaders(headers), { headerAuth })).toEqual(ambiguous(field));
  });

  test.each([
    [{ authorization: `Bearer ${'t'.repeat(8193)}` }, 'auth.token'],
    [{ dpop: 'p'.repeat(8193) }, 'auth.dpop'],
  ])('400 invalid_type for a header value over 8 KB', (headers, field) => {
    expect(parseFault(withHeaders(headers), { headerAuth })).toEqual({ code: 'invalid_type', field });
  });

  test('other fields are read as ever', () => {
    const body = { auth: { htu: 'h', fingerprint: 'f' }, limit: 1 };
    expect(readLeaves(withHeaders({ token: 't' }, body), { headerAuth })).toEqual({
      'auth.htu': 'h',
      'auth.fingerprint': 'f',
      limit: 1,
      ...token,
    });
  });
});

describe('accept', () => {
  const options = { headerAuth: 'accept' } as const;

  test('a credential is taken from the header, under the name of its field', () => {
    expect(readLeaves(withHeaders({}, { token: 't' }), options)).toEqual({ token: 't' });
    expect(readLeaves(withHeaders({}, { auth_token: 't' }), options)).toEqual({ 'auth.token': 't' });
  });

  test.each([{}, { token: 't' }, { auth: { token: 't' } }, { auth_token: 't', token: '' }])(
    'a credential is taken from the header with the equal body %j',
    (body) => {
      expect(readLeaves(withHeaders({ authorization: 'Bearer t' }, body), options)).toEqual(token);
    },
  );

  describe.each(['auth.token', 'token'])('400 ambiguous_parameter for a field %s', (field) => {
    test.each([{ authorization: 'Bearer t' }, { token: 't' }])(
      'that differs from the header %j',
      (headers) => {
        expect(parseFault(withHeaders(headers, { [field]: 'u' }), options)).toEqual(ambiguous(field));
        expect(parseFault(queryRequest(`${field}=u`, { headers }), options)).toEqual(ambiguous(field));
      },
    );
  });

  test.each(['auth.dpop', 'dpop'])('400 ambiguous_parameter for a proof that differs from %s', (field) => {
    expect(parseFault(withHeaders({ dpop: 'p' }, { [field]: 'q' }), options)).toEqual(ambiguous(field));
    expect(readLeaves(withHeaders({ dpop: 'p' }, { [field]: 'p' }), options)).toEqual(proof);
  });
});

test.each<[RawRequest['headers'], HeaderAuthMode, boolean]>([
  [{ authorization: 'Bearer t' }, 'accept', true],
  [{ authorization: 'bEARER  t' }, 'only', true],
  [{ authorization: 'Bearer t', token: 't' }, 'accept', true],
  [{ authorization: 'DPoP t' }, 'accept', false],
  [{ authorization: 'Bearer' }, 'accept', false],
  [{ token: 't' }, 'accept', false],
  [{ authorization: 'Bearer t' }, 'off', false],
])('%j in the mode %s is a token with the scheme Bearer: %j', (headers, headerAuth, isBearer) => {
  expect(parseRequest(withHeaders(headers), { headerAuth }).isBearer).toBe(isBearer);
});

test.each(['accept', 'only'] as const)(
  'a field that a reader does not know as a proof is left out in the mode %s',
  (headerAuth) => {
    const options = { headerAuth, proofNames: ['auth.dpop'] };
    const leaves = readLeaves(withHeaders({ dpop: 'p' }, { dpop: 'q' }), options);
    expect(leaves).toEqual({ 'auth.dpop': 'p' });
  },
);

describe('only', () => {
  describe.each(['auth.token', 'token', 'auth.dpop', 'dpop'])(
    '400 ambiguous_parameter for the field %s',
    (field) => {
      test.each([{}, { authorization: 'Bearer t', dpop: 't' }])('with the headers %j', (headers) => {
        expect(parseFault(withHeaders(headers, { [field]: 't' }), { headerAuth: 'only' })).toEqual(
          ambiguous(field),
        );
      });
    },
  );

  test.each(['token=t', 'auth_token=t', 'auth[token]=', 'dpop=p'])(
    'refuses the credential field of the query %s',
    (query) => {
      expect(parseFault(queryRequest(query), { headerAuth: 'only' })).toMatchObject({
        code: 'ambiguous_parameter',
      });
    },
  );
});

test.each([
  [{ authorization: ['Bearer a', 'Bearer b'] }, 'authorization'],
  [{ authorization: ['Bearer a', 'Bearer a'] }, 'authorization'],
  [{ authorization: ['Basic a', 'DPoP b'] }, 'authorization'],
  [{ authorization: 'Bearer a, Bearer b' }, 'authorization'],
  [{ authorization: ' basic a,DPoP b' }, 'authorization'],
  [{ dpop: ['p', 'p'] }, 'dpop'],
  [{ dpop: 'p, q' }, 'dpop'],
  [{ dpop: ['p,'] }, 'dpop'],
])('%j came twice: %s', (headers, name) => {
  expect(findRepeatedHeader(headers)).toBe(name);
});

test.each([
  {},
  { authorization: [], dpop: undefined },
  { authorization: ['Bearer a'], dpop: ['p'] },
  { authorization: 'Basic dTpw', dpop: 'p' },
  { authorization: 'Digest username="u", realm="r"' },
  { token: ['t', 'u'], cookie: 'a=1, b=2' },
])('%j came once', (headers) => {
  expect(findRepeatedHeader(headers)).toBeUndefined();
});
