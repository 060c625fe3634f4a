import type { Client } from './client.ts';
import { createClientId, settleClientLists, settleMethod, type RequestedLists } from './new-client.ts';

const userApi = 'https://user-api.example.test';
const drop = 'https://drop.example.test';
const requested: RequestedLists = {
  grantTypes: ['device_code'],
  scopes: ['openid', 'email', 'account', 'admin', 'https://api.example.test/read'],
  audiences: [drop, userApi],
};

type Requested = RequestedLists & Pick<Client, 'type'>;

function settle({ type = 'confidential', ...changes }: Partial<Requested> = {}) {
  return settleClientLists(type, { ...requested, ...changes }, userApi);
}

test('a client id is c_ and 128 random bits in base64url', () => {
  const id = createClientId((size) => new Uint8Array(size).fill(255));
  expect(id).toBe('c_' + '_'.repeat(21) + 'w');
});

test('by default a new client has the identity scopes of its list, no right, and user-api as the audience', () => {
  expect(settle()).toEqual({
    grantTypes: ['device_code'],
    scopes: requested.scopes,
    defaultScopes: ['openid', 'email'],
    audiences: [drop, userApi],
    defaultAudiences: [userApi],
  });
});

test.each([
  ['its own scopes', [...requested.scopes], ['https://api.example.test/read']],
  ['the identity scopes where it has no scope of its own', ['openid', 'account'], ['openid']],
])('by default a client with client_credentials has %s', (_what, scopes, defaultScopes) => {
  expect(settle({ grantTypes: ['client_credentials'], scopes }).defaultScopes).toEqual(defaultScopes);
});

test('by default user-api is the audience also where its address is spelled with a slash at the end', () => {
  const audiences = [drop, `${userApi}/`];
  expect(settle({ audiences }).defaultAudiences).toEqual([`${userApi}/`]);
});

test('a right and another audience are defaults when they are named, each once', () => {
  const named = { defaultScopes: ['account', 'account'], defaultAudiences: [drop] };
  expect(settle(named)).toMatchObject({
    defaultScopes: ['account'],
    defaultAudiences: [drop],
  });
});

test('the URN name of the device grant is stored as device_code, once', () => {
  const grantTypes = ['urn:ietf:params:oauth:grant-type:device_code', 'device_code', 'refresh_token'];
  expect(settle({ grantTypes }).grantTypes).toEqual(['device_code', 'refresh_token']);
});

test.each<[Client['type'], string | undefined, string]>([
  ['public', undefined, 'none'],
  ['public', 'none', 'none'],
  ['confidential', undefined, 'client_secret_basic'],
  ['confidential', 'client_secret_post', 'client_secret_post'],
])('the method of a %s client that names %s is %s', (type, named, method) => {
  expect(settleMethod(type, named)).toBe(method);
});

test.each<[Client['type'], string, string]>([
  ['public', 'client_secret_basic', 'The method of a public client is none'],
  [
    'confidential',
    'none',
    'The method of a confidential client is client_secret_basic or client_secret_post',
  ],
])('refuses a %s client the method %s', (type, named, message) => {
  const field = 'token_endpoint_auth_method';
  expect(() => settleMethod(type, named)).toThrow(
    expect.objectContaining({ code: 'invalid_value', field, message }),
  );
});

const grantsSentence =
  'The grants of a client are among authorization_code, device_code, refresh_token, relay, client_credentials, at least one';

test.each<[string, Partial<Requested>, string, string]>([
  ['a client without a grant', { grantTypes: [] }, 'grant_types', grantsSentence],
  ['a grant that there is not', { grantTypes: ['password'] }, 'grant_types', grantsSentence],
  ['a scope with a quote in it', { scopes: ['a"b'] }, 'scopes', 'a"b is no scope'],
  [
    'an audience that is no address',
    { audiences: ['nowhere'] },
    'audiences',
    'audiences must contain at least one URL',
  ],
  ['a client without an audience', { audiences: [] }, 'audiences', 'audiences must contain at least one URL'],
  [
    'a client that is not for user-api and names no default audience',
    { audiences: [drop] },
    'default_audiences',
    'At least one default audience must be named',
  ],
  [
    'a public client with the grant relay',
    { type: 'public', grantTypes: ['relay'] },
    'grant_types',
    'A public client cannot have the grant relay',
  ],
  [
    'a public client with the grant client_credentials',
    { type: 'public', grantTypes: ['device_code', 'client_credentials'] },
    'grant_types',
    'A public client cannot have the grant client_credentials',
  ],
  [
    'a default scope that is not on the list',
    { defaultScopes: ['openid', 'clients'] },
    'default_scopes',
    "A default must also be in the client's list, and clients is not",
  ],
  [
    'a default audience that is not on the list',
    { defaultAudiences: ['https://other.example.test'] },
    'default_audiences',
    "A default must also be in the client's list, and https://other.example.test is not",
  ],
])('refuses %s and names the field', (_what, changes, field, message) => {
  expect(() => settle(changes)).toThrow(expect.objectContaining({ code: 'invalid_value', field, message }));
});
