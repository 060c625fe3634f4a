import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { Redis } from 'ioredis';
import { Provider, type AdapterFactory } from 'oidc-provider';
import pg from 'pg';
import { createPostgresAdapter } from './postgres-adapter.ts';
import { readSetting } from './read-settings.ts';
import { createRedisAdapter } from './redis-adapter.ts';

// The peer of sso: oidc-provider with the device flow, over Redis or, with DATABASE_URL, over PostgreSQL. It signs the
// same tokens with the same key. Its account and client are in memory, where sso asks user-api: that favours it.

const port = Number(readSetting('PORT'));
const resource = 'http://api.bench.test';
const scope = 'openid profile email offline_access';
const account = { sub: '11111111-1111-4111-8111-111111111111', name: 'Person', email: 'person@bench.test' };
const [key] = JSON.parse(readFileSync(readSetting('SIGNING_KEYS_FILE'), 'utf8')) as {
  kid: string;
  private_pem: string;
}[];
if (key === undefined) throw new Error('SIGNING_KEYS_FILE has no key');
const jwk = createPrivateKey(key.private_pem).export({ format: 'jwk' });
const resourceServer = {
  scope: 'profile email',
  audience: resource,
  accessTokenTTL: 900,
  accessTokenFormat: 'jwt' as const,
  jwt: { sign: { alg: 'RS512' as const } },
};

function createAdapters(): AdapterFactory {
  if (process.env['DATABASE_URL'] === undefined) {
    const redis = new Redis(readSetting('REDIS_URL'), { keyPrefix: 'oidc:', db: 1 });
    return (name) => createRedisAdapter(redis, name);
  }
  const pool = new pg.Pool({ connectionString: readSetting('DATABASE_URL'), max: 20 });
  return (name) => createPostgresAdapter(pool, name);
}

const provider = new Provider(`http://localhost:${port}`, {
  adapter: createAdapters(),
  jwks: { keys: [{ ...jwk, kty: 'RSA', kid: key.kid, use: 'sig', alg: 'RS512' }] },
  clients: [
    {
      client_id: 'demo-cli',
      token_endpoint_auth_method: 'none',
      grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
      redirect_uris: [],
      response_types: [],
      application_type: 'native',
      id_token_signed_response_alg: 'RS512',
    },
  ],
  enabledJWA: { idTokenSigningAlgValues: ['RS512'] },
  clientDefaults: { id_token_signed_response_alg: 'RS512' },
  scopes: scope.split(' '),
  claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
  conformIdTokenClaims: false,
  findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...account, email_verified: true }) }),
  expiresWithSession: () => false,
  cookies: { keys: ['bench'] },
  ttl: { DeviceCode: 600, AccessToken: 900, IdToken: 900, RefreshToken: 2_592_000, Grant: 7_776_000 },
  features: {
    deviceFlow: { enabled: true },
    devInteractions: { enabled: false },
    introspection: { enabled: true },
    revocation: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_context, _client, oneOf) => oneOf?.[0] ?? resource,
      useGrantedResource: () => true,
      getResourceServerInfo: () => resourceServer,
    },
  },
});
provider.on('server_error', (_context, error) => console.error(error));

/** Writes what the last step of an interaction writes, through the provider's own models. */
async function approve(deviceCode: string): Promise<void> {
  const code = await provider.DeviceCode.find(deviceCode);
  if (code?.clientId === undefined) throw new Error('unknown device code');
  const grant = new provider.Grant({ accountId: account.sub, clientId: code.clientId });
  grant.addOIDCScope(scope);
  grant.addResourceScope(resource, 'profile email');
  const authTime = Math.floor(Date.now() / 1000);
  const grantId = await grant.save();
  Object.assign(code, { accountId: account.sub, acr: '0', amr: ['pwd'], authTime, grantId, scope, resource });
  await code.save();
}

async function approveAll(request: IncomingMessage): Promise<void> {
  for (const deviceCode of JSON.parse(await text(request)) as string[]) await approve(deviceCode);
}

const answer = provider.callback();
createServer((request, response) => {
  if (request.url !== '/approve') return void answer(request, response);
  approveAll(request).then(
    () => response.end('{}'),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}).listen(port, '127.0.0.1');
