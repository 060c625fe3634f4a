import { needOf, rightFor, rightsOf, scopeChallenge, scopeMissing } from './index.ts';

test.each([
  ['user-api', '/account/me/password/change', 'account'],
  ['user-api', '/account/me/client_password/change', undefined],
  ['user-api', '/oauth/device/search/user', 'account'],
  ['user-api', '/oauth/clients/search', 'clients'],
  ['user-api', '/oauth/clients/authorized/search', 'account'],
  ['user-api', '/oauth/clients/connections/add', 'clients'],
  ['user-api', '/oauth/clients/connections/verify', undefined],
  ['user-api', '/oauth/client_credentials/search/app', 'clients'],
  ['user-api', '/oauth/client_credentials/issue', undefined],
  ['user-api', '/org/invite', 'orgs'],
  ['user-api', '/admin/session/search', 'admin'],
  ['user-api', '/session/me', undefined],
  ['drop', '/v1/drop/list', undefined],
  ['drop', '/v1/consume', undefined],
  ['drop', '/v1/admin/list', 'admin'],
  ['sso', '/userinfo', undefined],
] as const)('%s%s asks for the right %s', (service, path, right) => {
  expect(rightFor(service, path)).toBe(right);
});

test.each([
  ['user-api', '/accounts'],
  ['user-api', '/ADMIN/user/view'],
  ['drop', '/v2/drop/list'],
] as const)('%s%s has no line in the table, so that it cannot be served', (service, path) => {
  expect(() => needOf(service, path)).toThrow(`no line for ${service}${path}`);
});

test.each([
  ['user', 'openid account clients orgs admin', ['account', 'clients', 'orgs', 'admin']],
  ['user', 'admin', ['admin']],
  ['user', 'accounts admins ACCOUNT', []],
  ['user', '', []],
  ['member', 'account clients orgs admin', ['account', 'clients', 'orgs']],
  ['app', 'account clients orgs admin', []],
] as const)('a token of use %s with the scope %j has the rights %j', (use, scope, rights) => {
  expect(rightsOf({ token_use: use, scope })).toEqual(rights);
});

test('the failure names the scope, and its challenge the way that the token is presented', () => {
  expect(scopeMissing('clients')).toEqual({
    code: 'insufficient_scope',
    message: 'A token with the scope clients is required',
  });
  expect(scopeChallenge('admin', {})).toBe('Bearer error="insufficient_scope", scope="admin"');
  expect(scopeChallenge('admin', { cnf: { jkt: 'k' } })).toBe(
    'DPoP error="insufficient_scope", scope="admin"',
  );
});
