import { createClientId, settleClientLists, type WishedLists } from './new-client.ts';

const userApi = 'https://user-api.example.test';
const drop = 'https://drop.example.test';
const wished: WishedLists = {
  type: 'confidential',
  grantTypes: ['device_code'],
  scopes: ['openid', 'email', 'account', 'admin', 'https://api.example.test/read'],
  audiences: [drop, userApi],
};

test('a client id is c_ and 128 random bits in base64url', () => {
  const id = createClientId((size) => new Uint8Array(size).fill(255));
  expect(id).toBe('c_' + '_'.repeat(21) + 'w');
});

test('by default a new client has the identity scopes of its list, no right, and user-api as the audience', () => {
  expect(settleClientLists(wished, userApi)).toEqual({
    grantTypes: ['device_code'],
    scopes: wished.scopes,
    defaultScopes: ['openid', 'email'],
    audiences: [drop, userApi],
    defaultAudiences: [userApi],
  });
});

test('by default user-api is the audience also where its address is spelled with a slash at the end', () => {
  const audiences = [drop, `${userApi}/`];
  expect(settleClientLists({ ...wished, audiences }, userApi).defaultAudiences).toEqual([`${userApi}/`]);
});

test('by default a client that is not for user-api has no audience', () => {
  expect(settleClientLists({ ...wished, audiences: [drop] }, userApi).defaultAudiences).toEqual([]);
});

test('a right and another audience are defaults when they are named, each once', () => {
  const named = { defaultScopes: ['account', 'account'], defaultAudiences: [drop] };
  expect(settleClientLists({ ...wished, ...named }, userApi)).toMatchObject({
    defaultScopes: ['account'],
    defaultAudiences: [drop],
  });
});

test('the URN name of the device grant is stored as device_code, once', () => {
  const grantTypes = ['urn:ietf:params:oauth:grant-type:device_code', 'device_code', 'refresh_token'];
  const settled = settleClientLists({ ...wished, grantTypes }, userApi);
  expect(settled.grantTypes).toEqual(['device_code', 'refresh_token']);
});

test.each<[string, Partial<WishedLists>, string, string]>([
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
    "default_scopes may hold only what is on the client's list, and clients is not",
  ],
  [
    'a default audience that is not on the list',
    { defaultAudiences: ['https://other.example.test'] },
    'default_audiences',
    "default_audiences may hold only what is on the client's list, and https://other.example.test is not",
  ],
])('refuses %s and names the field', (_what, changes, field, message) => {
  const settle = () => settleClientLists({ ...wished, ...changes }, userApi);
  expect(settle).toThrow(expect.objectContaining({ code: 'invalid_value', field, message }));
});
