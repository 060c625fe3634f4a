import { formRequest, jsonRequest, parseFault, queryRequest, readLeaves } from '../test/raw-requests.ts';

describe('merging', () => {
  test('a body replaces a leaf of the query, and nothing is concatenated', () => {
    expect(readLeaves(formRequest('a=form&c=3', { query: 'a=query&b=2' }))).toEqual({
      a: 'form',
      b: '2',
      c: '3',
    });
    expect(readLeaves(jsonRequest({ a: ['json'] }, { query: 'a=query&b=2' }))).toEqual({
      a: ['json'],
      b: '2',
    });
  });

  test('a leaf is replaced under whichever spelling it comes', () => {
    expect(readLeaves(jsonRequest({ auth: { token: 'j' } }, { query: 'auth_token=q' }))).toEqual({
      'auth.token': 'j',
    });
    expect(readLeaves(formRequest('auth_token=f', { query: 'auth[token]=q' }))).toEqual({
      'auth.token': 'f',
    });
    expect(readLeaves(jsonRequest({ auth_token: 'j' }, { query: 'auth.token=q' }))).toEqual({
      'auth.token': 'j',
    });
  });

  test('leaves of auth merge one by one, a null of a higher source replaces too', () => {
    const query = 'auth.user=u&auth.pass=p&x=1';
    expect(readLeaves(jsonRequest({ auth: { pass: 'q' }, x: null }, { query }))).toEqual({
      'auth.user': 'u',
      'auth.pass': 'q',
      x: null,
    });
  });
});

describe('flattening', () => {
  test.each([
    [{ auth: { token: 't', user: 'u' } }],
    [{ 'auth.token': 't', 'auth.user': 'u' }],
    [{ auth: { token: 't' }, auth_user: 'u' }],
    ['{"auth":{"token":"t"},"auth":{"user":"u"}}'],
    ['{"\\u0061uth" : {"t\\u006fken" :\n"t"} , "auth.user":"u"}'],
  ])('%j is the leaves auth.token and auth.user', (body) => {
    expect(readLeaves(jsonRequest(body))).toEqual({ 'auth.token': 't', 'auth.user': 'u' });
  });

  test.each(['auth[token]=t', 'auth%5Btoken%5D=t', 'auth.token=t', 'auth_token=t', 'auth%2Etoken=t'])(
    '%s is the leaf auth.token, in a form and in a query',
    (pairs) => {
      expect(readLeaves(formRequest(pairs))).toEqual({ 'auth.token': 't' });
      expect(readLeaves(queryRequest(pairs))).toEqual({ 'auth.token': 't' });
    },
  );

  test('deadDrop is flattened likewise', () => {
    const leaves = { 'deadDrop.id': 'i', 'deadDrop.key': 'k' };
    expect(readLeaves(jsonRequest({ deadDrop: { id: 'i', key: 'k' } }))).toEqual(leaves);
    expect(readLeaves(jsonRequest({ 'deadDrop.id': 'i', 'deadDrop.key': 'k' }))).toEqual(leaves);
    expect(readLeaves(formRequest('deadDrop[id]=i&deadDrop[key]=k'))).toEqual(leaves);
    expect(readLeaves(jsonRequest({ deadDrop: { id: 7, key: { a: 1 } } }))).toEqual({
      'deadDrop.id': 7,
      'deadDrop.key': { a: 1 },
    });
  });

  test('no other name is flattened, and dots and brackets elsewhere mean nothing', () => {
    const body = {
      user: { name: 'n' },
      'user.name': 'm',
      'auth[token]': 'x',
      dead_drop: { id: 1 },
      Auth: { token: 1 },
    };
    expect(readLeaves(jsonRequest(body))).toEqual(body);
    expect(
      readLeaves(formRequest('user[name]=n&user.name=m&auth[token=x&auth[token]y=z&auths[token]=w')),
    ).toEqual({
      'user[name]': 'n',
      'user.name': 'm',
      'auth[token': 'x',
      'auth[token]y': 'z',
      'auths[token]': 'w',
    });
  });

  test('an empty auth is no leaves', () => {
    expect(readLeaves(jsonRequest({ auth: {}, deadDrop: {} }))).toEqual({});
  });
});

describe('underscore keys', () => {
  const moved = ['user', 'code', 'id', 'method', 'token', 'pass', 'org'];
  const unmoved = [
    'auth_dpop',
    'auth_htu',
    'auth_fingerprint',
    'auth_client_id',
    'auth_',
    'Auth_user',
    'deadDrop_id',
  ];

  test('exactly seven move to their dotted leaf, in every source', () => {
    const names = [...moved.map((part) => `auth_${part}`), ...unmoved];
    const leaves = Object.fromEntries(
      [...moved.map((part) => `auth.${part}`), ...unmoved].map((name) => [name, 'v']),
    );
    const pairs = names.map((name) => `${name}=v`).join('&');
    expect(readLeaves(jsonRequest(Object.fromEntries(names.map((name) => [name, 'v']))))).toEqual(leaves);
    expect(readLeaves(formRequest(pairs))).toEqual(leaves);
    expect(readLeaves(queryRequest(pairs))).toEqual(leaves);
  });

  test('inside auth they do not move', () => {
    expect(readLeaves(jsonRequest({ auth: { auth_token: 't' } }))).toEqual({ 'auth.auth_token': 't' });
  });
});

describe('the same leaf twice in one source', () => {
  test.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"a":[1,2],"a":[2,1]}', 'a'],
    ['{"auth":{"token":"x","token":"y"}}', 'auth.token'],
    ['{"auth":{"token":"x"},"auth.token":"y"}', 'auth.token'],
    ['{"auth_token":"x","auth.token":"y"}', 'auth.token'],
    ['{"payload":{"a":1},"payload":{"a":2}}', 'payload'],
    ['{"auth":"x","auth":"y"}', 'auth'],
  ])('400 ambiguous_parameter for %s', (body, field) => {
    expect(parseFault(jsonRequest(body))).toEqual({ code: 'ambiguous_parameter', field });
  });

  test.each([
    ['a=1&a=2', 'a'],
    ['a=&a', 'no fault'],
    ['a=1&%61=2', 'a'],
    ['auth_token=x&auth.token=y', 'auth.token'],
    ['auth[token]=x&auth.token=y', 'auth.token'],
    ['auth[token]=x&auth_token=x', 'no fault'],
    ['list[]=1&list[]=2', 'list[]'],
  ])('in a form and in a query: %s', (pairs, field) => {
    const fault = field === 'no fault' ? field : { code: 'ambiguous_parameter', field };
    expect(parseFault(formRequest(pairs))).toEqual(fault);
    expect(parseFault(queryRequest(pairs))).toEqual(fault);
  });

  test.each([
    ['{"a":1,"a":1.0}', { a: 1 }],
    ['{"a":{"b":1,"c":[2]},"a":{"c":[2],"b":1}}', { a: { b: 1, c: [2] } }],
    ['{"auth_token":"x","auth.token":"x","auth":{"token":"x"}}', { 'auth.token': 'x' }],
  ])('equal values collapse: %s', (body, leaves) => {
    expect(readLeaves(jsonRequest(body))).toEqual(leaves);
  });

  test('different values in two sources are no ambiguity', () => {
    expect(readLeaves(jsonRequest({ a: 2 }, { query: 'a=1' }))).toEqual({ a: 2 });
  });

  test('below the leaves, the last of repeated keys is taken, as in ECMAScript', () => {
    expect(readLeaves(jsonRequest('{"metadata":{"a":1,"a":2}}'))).toEqual({ metadata: { a: 2 } });
  });

  test('a repeated limit is a value that is no limit, equal ones collapse', () => {
    expect(readLeaves(queryRequest('limit=5&limit=6&limit=7'))).toEqual({ limit: ['5', '6', '7'] });
    expect(readLeaves(jsonRequest('{"limit":5,"limit":6}'))).toEqual({ limit: [5, 6] });
    expect(readLeaves(formRequest('limit=5&limit=5'))).toEqual({ limit: '5' });
    expect(readLeaves(jsonRequest({ limit: 3 }, { query: 'limit=5&limit=6' }))).toEqual({ limit: 3 });
  });
});
