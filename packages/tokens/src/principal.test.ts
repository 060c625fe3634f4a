import { principalOf, type AccessTokenClaims } from './index.ts';

const claims: AccessTokenClaims = {
  iss: 'https://id.example.com',
  aud: 'drop',
  sub: 'u1',
  exp: 2,
  iat: 1,
  nbf: 1,
  jti: 'j1',
  client_id: 'demo-rp',
  scope: 'openid  email ',
  sid: 's1',
  token_use: 'user',
  pk: 'admin',
};

test('a user', () => {
  expect(principalOf({ ...claims, amr: ['pwd', 'otp'], auth_time: 1 })).toEqual({
    kind: 'admin',
    id: 'u1',
    tokenUse: 'user',
    clientId: 'demo-rp',
    sessionId: 's1',
    scope: ['openid', 'email'],
    rights: [],
    amr: ['pwd', 'otp'],
    authTime: 1,
  });
});

test('a member speaks for an org', () => {
  expect(
    principalOf({ ...claims, token_use: 'member', pk: 'user', org: 'o1', role: 'owner', scope: '' }),
  ).toEqual({
    kind: 'user',
    id: 'o1:u1',
    tokenUse: 'member',
    clientId: 'demo-rp',
    sessionId: 's1',
    scope: [],
    rights: [],
    amr: [],
    org: 'o1',
    role: 'owner',
  });
});

test('an app acts under its client_id', () => {
  expect(principalOf({ ...claims, token_use: 'app', pk: 'user' })).toMatchObject({
    kind: 'user',
    id: 'demo-rp',
    tokenUse: 'app',
  });
});
