import type { Client } from './client.ts';
import { createClientId, settleClientLists, type RequestedLists } from './new-client.ts';

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
