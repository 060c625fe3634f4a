import { createHash, createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Redis } from 'ioredis';
import { Provider, type AdapterFactory } from 'oidc-provider';
import pg from 'pg';
import { app } from '../load/request.ts';
import { createPostgresAdapter } from './postgres-adapter.ts';
import { readSetting } from './read-settings.ts';
import { createRedisAdapter } from './redis-adapter.ts';

// The peer of sso: oidc-provider with the device flow and codes with PKCE, over Redis or, with DATABASE_URL, over PostgreSQL. It signs the
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
      grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'authorization_code', 'refresh_token'],
      redirect_uris: [app.redirect_uri],
      response_types: ['code'],
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
  ttl: {
    DeviceCode: 600,
    AuthorizationCode: 600,
    AccessToken: 900,
    IdToken: 900,
    RefreshToken: 2_592_000,
    Grant: 7_776_000,
  },
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

/** Writes what the last step of an interaction writes, through the provider's own models, and answers it. */
async function grantTo(clientId: string) {
  const grant = new provider.Grant({ accountId: account.sub, clientId });
  grant.addOIDCScope(scope);
  grant.addResourceScope(resource, 'profile email');
  const grantId = await grant.save();
  const authTime = Math.floor(Date.now() / 1000);
  return { accountId: account.sub, acr: '0', amr: ['pwd'], authTime, grantId, scope, resource };
}

async function approve(deviceCodes: readonly string[]): Promise<object> {
  for (const deviceCode of deviceCodes) {
    const code = await provider.DeviceCode.find(deviceCode);
    if (code?.clientId === undefined) throw new Error('unknown device code');
    Object.assign(code, await grantTo(code.clientId));
    await code.save();
  }
  return {};
}

const codeChallenge = createHash('sha256').update(app.code_verifier).digest('base64url');

async function makeCodes(count: number): Promise<string[]> {
  const client = await provider.Client.find('demo-cli');
  if (client === undefined) throw new Error('unknown client');
  const codes: string[] = [];
  while (codes.length < count) {
    const granted = await grantTo(client.clientId);
    const gty = 'authorization_code';
    const proof = { gty, codeChallenge, codeChallengeMethod: 'S256', redirectUri: app.redirect_uri };
    codes.push(await new provider.AuthorizationCode({ ...granted, ...proof, client }).save());
  }
  return codes;
}

const orders: Readonly<Record<string, (body: string) => Promise<object>>> = {
  '/approve': (body) => approve(JSON.parse(body) as string[]),
  '/authorize-code': (body) => makeCodes(JSON.parse(body) as number),
};

const answer = provider.callback();
createServer((request, response) => {
  const order = orders[request.url ?? ''];
  if (order === undefined) return void answer(request, response);
  text(request)
    .then(order)
    .then(
      (made) => response.end(JSON.stringify(made)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
}).listen(port, '127.0.0.1');
