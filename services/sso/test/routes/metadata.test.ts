import { createSso, ssoUrl } from '../sso-harness.ts';

const metadata = {
  issuer: ssoUrl,
  authorization_endpoint: `${ssoUrl}/authorize`,
  end_session_endpoint: `${ssoUrl}/logout`,
  token_endpoint: `${ssoUrl}/token`,
  device_authorization_endpoint: `${ssoUrl}/device_authorization`,
  introspection_endpoint: 'https://sso.example.test/introspect',
  revocation_endpoint: `${ssoUrl}/revoke`,
  userinfo_endpoint: `${ssoUrl}/userinfo`,
  jwks_uri: `${ssoUrl}/jwks`,
  grant_types_supported: [
    'device_code',
    'urn:ietf:params:oauth:grant-type:device_code',
    'authorization_code',
    'refresh_token',
    'client_credentials',
  ],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  code_challenge_methods_supported: ['S256'],
  prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
  authorization_response_iss_parameter_supported: true,
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'none'],
  introspection_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'none'],
  revocation_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'none'],
  scopes_supported: expect.arrayContaining(['openid', 'offline_access', 'admin']) as string[],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS512'],
  dpop_signing_alg_values_supported: expect.arrayContaining(['ES256', 'RS512', 'EdDSA']) as string[],
  claims_supported: expect.arrayContaining(['sub', 'email', 'groups']) as string[],
  ui_locales_supported: ['en', 'de', 'fr', 'es', 'pt', 'ru', 'ja', 'zh'],
  latchkey_user_api: 'https://api.example.test',
  latchkey_drop: 'https://drop.example.test',
  latchkey_name: 'Latchkey',
};

test.each(['openid-configuration', 'oauth-authorization-server'])(
  '200 with the same metadata at %s',
  async (name) => {
    const response = await createSso().agent.get(`/.well-known/${name}`);
    expect([response.status, response.body]).toEqual([200, metadata]);
    expect(response.headers['cache-control']).toBe('public, max-age=300');
  },
);

test.each([
  '/auth/v1/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server/auth/v1',
  '/.well-known/openid-configuration',
])('200 at %s for an issuer with a path, whose endpoints are at the root', async (path) => {
  const issuer = `${ssoUrl}/auth/v1`;
  const { status, body } = await createSso({ settings: { issuer } }).agent.get(path);
  expect([status, body]).toEqual([200, { ...metadata, issuer }]);
});

test('200 with public keys alone at /jwks', async () => {
  const response = await createSso().agent.get('/jwks');
  expect(response.status).toBe(200);
  expect(response.body.keys).toHaveLength(1);
  expect(response.body.keys[0]).toEqual({
    kty: 'RSA',
    kid: expect.any(String),
    use: 'sig',
    alg: 'RS512',
    n: expect.any(String),
    e: 'AQAB',
  });
  expect(response.headers['cache-control']).toBe('public, max-age=300');
});
