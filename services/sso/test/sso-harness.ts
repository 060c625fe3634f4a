import { Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { createProcessAttempts } from '@latchkey/attempts';
import { usualSettings, type ErrorSpec } from '@latchkey/contracts';
import { createProcessOnceMemory } from '@latchkey/database';
import { isDependencyLost } from '@latchkey/database/is-dependency-lost';
import { createApp, describeWholeApi } from '@latchkey/http-server';
import { createLogger } from '@latchkey/process';
import { hashSecret } from '@latchkey/secrets';
import {
  createClock,
  createTestKeys,
  joinListeners,
  request,
  useDocument,
  useKeptServer,
} from '@latchkey/testing';
import { createSigningKeys } from '@latchkey/tokens';
import { loadConfig } from '../src/config.ts';
import type { Connections } from '../src/connect.ts';
import type { SsoContext, SsoSettings } from '../src/context.ts';
import { createContext } from '../src/create-context.ts';
import { createStores } from '../src/create-stores.ts';
import type { Api } from '../src/oauth/client/api.ts';
import type { Client } from '../src/oauth/client/client.ts';
import { hashDeviceCode } from '../src/oauth/device/start-device-authorization.ts';
import { readSettings } from '../src/read-settings.ts';
import { createFrontDoor, createRouteGroups, service } from '../src/routes.ts';
import type { Standing } from '../src/sibling/standing.ts';
import type { UserApi } from '../src/sibling/user-api.ts';
import { createApproval, startMs, testStateKey } from './device-request.ts';
import { database, listEvents, pool, redis } from './test-servers.ts';

export const ssoUrl = 'https://sso.example.test';
/** The key of user-api, and of drop. */
export const masterKey = 'kX3vQ9mB7tZ1rW5yN8cF2hJ6pL4sD0gA';
export const dropKey = 'mR6wT1qZ8yX4nV9bC3kJ7hF2dS5gL0pA';

const keep = useKeptServer();
const hold = useDocument();
const keyTimes = { created_at: new Date(startMs), not_before: new Date(startMs) };
const { kid, privateKey } = createTestKeys();
const keyFile = JSON.stringify([
  { kid, private_pem: privateKey.export({ type: 'pkcs8', format: 'pem' }), ...keyTimes },
]);

const config = loadConfig({
  NODE_ENV: 'test',
  INTERNAL_PORT: '0',
  IDENTITY_ISSUER: ssoUrl,
  SSO_URL: ssoUrl,
  USER_API_URL: 'https://api.example.test',
  USER_API_CALL_URL: 'https://api.example.test',
  USER_API_INTERNAL_URL: 'https://api.example.test',
  DROP_URL: 'https://drop.example.test',
  DROP_CALL_URL: 'https://drop.example.test',
  AUDIENCE_NAMES: '{"https://drop.example.test":"Demo Drop"}',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  REDIS_URL: 'redis://127.0.0.1:1',
  SERVICE_MASTER_KEY: masterKey,
  SERVICE_CALLERS: `user-api:${masterKey},drop:${dropKey}`,
  SIGNING_KEYS_FILE: 'none',
  STATE_KEYS: `${testStateKey.kid}:${testStateKey.key.toString('base64url')}`,
});

const demoClient: Client = {
  clientId: 'demo-cli',
  name: 'Demo CLI',
  registeredBy: { kind: 'installation', name: null },
  isVerified: false,
  isActive: true,
  grantTypes: ['device_code'],
  scopes: ['openid', 'profile', 'email', 'groups', 'offline_access'],
  defaultScopes: ['openid'],
  audiences: ['https://drop.example.test', 'https://api.example.test'],
  defaultAudiences: ['https://drop.example.test'],
  authMethod: 'none',
  secretHashes: [],
  ...usualSettings,
};

/** The secret of a confidential test client. */
export const secretOf = (clientId: string) => `secret of ${clientId}: 100% +/=`;

function createConfidential(clientId: string, changes: Partial<Client> = {}): Client {
  const hash = hashSecret(secretOf(clientId));
  const authMethod = 'client_secret_post';
  return { ...demoClient, clientId, authMethod, secretHashes: ['ab'.repeat(32), hash], ...changes };
}

/** What clients of the browser road have. */
const ofBrowsers = { grantTypes: ['authorization_code', 'refresh_token'] } as const;

function createClients(): Map<string, Client> {
  const clients = [
    demoClient,
    createConfidential('demo-rp', {
      grantTypes: ['device_code', 'relay'],
      vouches: ['example.test'],
      introspects: true,
    }),
    createConfidential('demo-rp-basic', { authMethod: 'client_secret_basic' }),
    createConfidential('retired', { isActive: false }),
    createConfidential('demo-web', {
      ...ofBrowsers,
      name: 'Demo Web',
      redirectUris: ['https://app.example.test/callback', 'https://app.example.test/other?tenant=a%20b'],
      postLogoutRedirectUris: ['https://app.example.test/bye'],
    }),
    {
      ...demoClient,
      ...ofBrowsers,
      clientId: 'demo-native',
      redirectUris: ['http://127.0.0.1/callback', 'com.example.demo:/callback'],
    },
    // Anybody may have registered this one.
    createConfidential('strange-web', {
      ...ofBrowsers,
      name: 'Strange Web',
      registeredBy: { kind: 'user', name: null },
      redirectUris: ['https://strange.example.test/callback'],
    }),
    createConfidential('no-device', { grantTypes: ['client_credentials'] }),
  ];
  return new Map(clients.map((client) => [client.clientId, client]));
}

export const demoStanding: Standing = {
  userId: 'user-1',
  email: 'demo@latchkey.test',
  isEmailVerified: true,
  name: 'Demo User',
  kind: 'user',
  isActive: true,
  deviceSignIn: true,
  groups: ['acme'],
  tokensValidAfterMs: 0,
};

interface SsoChanges {
  readonly settings?: Partial<SsoSettings>;
  readonly context?: Partial<SsoContext>;
  /** In place of the servers of the test file. */
  readonly connections?: Partial<Connections>;
}

/** For requests that wait for each other: stores and signatures need real time. */
export const realTime = { pause: (milliseconds: number) => setTimeout(milliseconds) };

/**
 * The service as it starts, but with limits in this process, a clock that stands still, and a user-api of two maps.
 * `details` and `logged`: what is in the log.
 */
export function createSso(changes: SsoChanges = {}) {
  const clock = createClock(startMs);
  const { now } = clock;
  const clients = createClients();
  const apis: Api[] = [];
  const liveSessions = new Set<string>();
  const standings = new Map([[demoStanding.userId, demoStanding]]);
  const userApi: UserApi = {
    findClient: (clientId) => Promise.resolve(clients.get(clientId)),
    findApis: (audiences) => Promise.resolve(apis.filter(({ audience }) => audiences.includes(audience))),
    findStanding: (userId) => Promise.resolve(standings.get(userId)),
    findRecentStanding: (userId) => Promise.resolve(standings.get(userId)),
    followStandings: () => Promise.resolve(),
    viewRootSession: () => Promise.resolve(undefined),
    revokeRootSession: () => Promise.resolve(false),
    issueCredential: () => Promise.resolve(undefined),
    isSessionLive: ({ sid }) => Promise.resolve(liveSessions.has(sid)),
    endSession: () => Promise.resolve(),
    logEvents: () => Promise.resolve(),
  };
  const details: string[] = [];
  const logged: string[] = [];
  const stream = new Writable({
    write(line: Buffer, _encoding, done) {
      logged.push(line.toString());
      const { level, detail } = JSON.parse(line.toString()) as { level: string; detail?: string };
      if (detail !== undefined) details.push(detail);
      // An error in the log is a fault that a test should not pass over.
      if (level === 'error') process.stderr.write(line);
      done();
    },
  });
  const logger = createLogger({ service: 'sso', level: 'info', stream });
  const attempts = createProcessAttempts({ now });
  const connections = { pool, database, redis, ...changes.connections };
  const stores = createStores(config, connections, { logger, now, attempts });
  const context = createContext(config, {
    stores: { ...stores, proofs: createProcessOnceMemory({ now }) },
    signingKeys: createSigningKeys({ text: keyFile, now }),
    overrides: {
      now,
      pause: () => Promise.resolve(),
      settings: { ...readSettings(config), ...changes.settings },
      storeDeadDrop: () => Promise.reject(new Error('no drop in this test')),
      checkPassword: () => Promise.resolve({ outcome: 'refused' }),
      userApi,
      ...changes.context,
    },
  });
  const groups = createRouteGroups(context);
  const app = createApp({
    service,
    context,
    groups,
    frontDoor: createFrontDoor(context.settings, groups),
    logger,
    health: {},
    isDependencyLost,
    isHttps: true,
    trustProxy: 'loopback',
    monotonicMs: now,
  });
  const agent = request(keep(hold(joinListeners(app), 'sso', () => describeWholeApi(service, groups))));
  const post = (
    path: string,
    form: Record<string, string | string[]>,
    headers: Record<string, string> = {},
  ) => agent.post(path).set(headers).send(encodeForm(form));

  /** Starts a device authorization for a client that sends its secret as it is configured to. */
  async function start(
    form: Record<string, string> = { client_id: 'demo-cli' },
    headers: Record<string, string> = {},
  ) {
    const response = await post('/device_authorization', form, headers);
    if (response.status !== 200) throw new Error(`device_authorization answered ${response.text}`);
    return response.body as { device_code: string; user_code: string; interval: number; expires_in: number };
  }
  async function approve(deviceCode: string, scope = 'openid offline_access') {
    const hash = hashDeviceCode(deviceCode);
    const device = await context.devices.findByDeviceCodeHash(hash, now());
    if (device === undefined) throw new Error('the device code is unknown');
    const { clientId, audience } = device;
    const { tokensValidAfterMs } = standings.get(demoStanding.userId) ?? demoStanding;
    const times = { approvedAtMs: now(), tokensValidAfterMs };
    const approval = createApproval({ ...times, scope, clientId, audience });
    const { won } = await context.devices.approve(hash, approval);
    if (!won) throw new Error('the approval did not count');
    await context.history.recordApproved(device, approval);
  }
  /** Changes a client that there is, by what it had before where `change` is a function. */
  function changeClient(id: string, change: Partial<Client> | ((before: Client) => Partial<Client>)): void {
    const before = clients.get(id);
    if (before === undefined) throw new Error(`there is no client ${id}`);
    clients.set(id, { ...before, ...(typeof change === 'function' ? change(before) : change) });
  }
  const people = { clients, changeClient, standings, apis, liveSessions };
  return { agent, post, start, approve, clock, context, ...people, events: listEvents, details, logged };
}

function encodeForm(form: Record<string, string | string[]>): string {
  const pairs = Object.entries(form).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return new URLSearchParams(pairs).toString();
}

/** The body of an OAuth error. Source: RFC 6749 5.2. */
export function oauthError({ code, message }: ErrorSpec): { error: string; error_description: string } {
  return { error: code, error_description: message };
}

/** An Authorization header as RFC 6749 2.3.1 has it. */
export function basicAuth(clientId: string, secret: string): { authorization: string } {
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}
