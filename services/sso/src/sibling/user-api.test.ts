import { randomUUID } from 'node:crypto';
import { createClock, createFakeSibling, type SiblingAnswer } from '@latchkey/testing';
import { createUserApi } from './user-api.ts';

const clientRecord = {
  client_id: 'demo-rp',
  name: 'Demo',
  type: 'confidential',
  status: 'active',
  archived: false,
  verified: true,
  registered_by: { kind: 'user', name: 'd…@b.test' },
  grant_types: ['device_code'],
  scopes: ['openid'],
  default_scopes: ['openid'],
  audiences: ['https://a.test'],
  default_audiences: [],
  token_endpoint_auth_method: 'basic',
  secret_hashes: ['ab'],
  redirect_uris: ['https://a.test/callback'],
  post_logout_redirect_uris: ['https://a.test/'],
  device_code_ttl_seconds: 300,
  poll_interval_seconds: null,
  vouches: ['example.com'],
  introspects: true,
  names_visitors: false,
  device_policy: 'any',
  refresh_binding: 'required',
};
const standing = {
  user_id: 'user-1',
  email: 'a@b.test',
  email_verified: true,
  name: 'A',
  kind: 'admin',
  status: 'active',
  active: true,
  groups: ['acme'],
  tokens_valid_after: '1970-01-01T00:01:00.000Z',
  kept_family_id: null,
  device_sign_in: true,
  mfa: false,
  kept_valid_after: null,
};
const session = {
  id: 'r',
  user: { id: 'user-1', email: 'a@b.test', name: 'A', kind: 'user' },
  amr: ['pwd'],
  auth_time: 7,
  expires_at: '2026-11-22T00:00:00.000Z',
  device_sign_in: true,
  mfa: false,
  tokens_valid_after: null,
};
const issued = {
  token_type: 'Bearer',
  access_token: 'at',
  expires_in: 900,
  scope: 'email',
  credential_id: 'c',
};
const origin = { ip: '192.0.2.1', userAgent: 'Browser', traceparent: 'trace' };
const notFound: SiblingAnswer = { ok: false, code: 'not_found' };

const budget = { limit: 60, windowMs: 60_000 };

const listOf: Readonly<Record<string, string>> = {
  '/internal/v1/clients/find-many': 'clients',
  '/internal/v1/accounts/standings': 'standings',
  '/internal/v1/apis/find-many': 'apis',
};

/** The routes for many answer in a list what those for one would answer. */
function inList(path: string, given: SiblingAnswer): SiblingAnswer {
  const list = listOf[path];
  if (list === undefined || given instanceof Error) return given;
  if (given.ok) return { ok: true, data: { [list]: [given.data] } };
  return given.code === 'not_found' ? { ok: true, data: { [list]: [] } } : given;
}

function createApi(answer: () => SiblingAnswer) {
  const clock = createClock(0);
  const { client, calls } = createFakeSibling('user-api', ({ path }) => inList(path, answer()));
  return {
    api: createUserApi(client, { now: clock.now, monotonicMs: clock.now, newId: randomUUID, budget }),
    calls,
    clock,
  };
}

const ok = (data: object) => () => ({ ok: true, data }) as const;

test('any refusal but not_found is a 503', async () => {
  const { api } = createApi(() => ({ ok: false, code: 'forbidden' }));
  await expect(api.findClient('a', '', 'net')).rejects.toMatchObject({ code: 'upstream_unavailable' });
  await expect(api.viewRootSession('a', '')).rejects.toMatchObject({ code: 'upstream_unavailable' });
});

test('what user-api does not know is undefined', async () => {
  const { api } = createApi(() => notFound);
  expect(await api.findClient('a', '', 'net')).toBeUndefined();
  expect(await api.findStanding('a', '')).toBeUndefined();
  expect(await api.findRecentStanding('a', '')).toBeUndefined();
  expect(await api.viewRootSession('a', '')).toBeUndefined();
  expect(await api.revokeRootSession('a', origin)).toBe(false);
});

test('each API is asked for once in 5 s, also one that there is not, by its address without a slash', async () => {
  const found = { audience: 'https://a.test', name: 'A', client_id: 'c', scopes: [] };
  const { api, calls, clock } = createApi(ok(found));
  const [audience, name, clientId] = ['https://a.test', 'A', 'c'];
  const known = [{ audience, name, clientId, scopes: [] }];
  expect(await api.findApis(['https://a.test/', 'https://a.test', 'https://b.test'], '')).toEqual(known);
  expect(calls).toMatchObject([{ body: { audiences: ['https://a.test', 'https://b.test'] } }]);
  await api.findApis(['https://a.test', 'https://b.test'], '');
  expect(calls).toHaveLength(1);
  clock.advance(5);
  await api.findApis(['https://a.test'], '');
  expect(calls).toHaveLength(2);
});

type Api = ReturnType<typeof createUserApi>;
const ended = { sid: 's', client_id: 'demo-rp', token_use: 'user' } as const;
const member = { ...ended, sub: 'user-1', iat: 7, token_use: 'member', org: 'acme' } as const;
const place = { ip: origin.ip, user_agent: origin.userAgent };

test.each<[path: string, ask: (api: Api) => Promise<unknown>, answer: object, sent: object, result: unknown]>(
  [
    [
      '/internal/v1/sessions/end',
      (api) => api.endSession(ended, origin),
      { ended: false },
      { ...ended, ...place },
      undefined,
    ],
    [
      '/internal/v1/sessions/view',
      (api) => api.isSessionLive(member, 'trace'),
      { active: true },
      member,
      true,
    ],
    [
      '/internal/v1/root-sessions/revoke',
      (api) => api.revokeRootSession('token', origin),
      { revoked: true },
      { token: 'token', ...place },
      true,
    ],
    [
      '/oauth/client_credentials/issue',
      (api) => api.issueCredential('handle', 'trace'),
      issued,
      { relay: 'handle' },
      { accessToken: 'at', expiresInSeconds: 900, scope: 'email' },
    ],
  ],
)('%s is asked each time, and its answer is not kept', async (path, ask, answer, sent, result) => {
  const { api, calls } = createApi(ok(answer));
  expect([await ask(api), await ask(api)]).toEqual([result, result]);
  const call = { path, body: sent, traceparent: 'trace' };
  expect(calls).toEqual([call, call]);
});

test('a credential that a client may not have is refused, all else is a fault', async () => {
  const refused = (code: string) => createApi(() => ({ ok: false, code })).api;
  expect(await refused('forbidden').issueCredential('handle', '')).toBeUndefined();
  const fault = { code: 'upstream_unavailable' };
  await expect(refused('payload_invalid').issueCredential('handle', '')).rejects.toMatchObject(fault);
});

test('a client is read, basic being client_secret_basic', async () => {
  const client = await createApi(ok(clientRecord)).api.findClient('demo-rp', '', 'net');
  expect(client).toMatchObject({
    clientId: 'demo-rp',
    registeredBy: { kind: 'user', name: 'd…@b.test' },
    isVerified: true,
    isActive: true,
    authMethod: 'client_secret_basic',
    secretHashes: ['ab'],
    vouches: ['example.com'],
    refreshBinding: 'required',
    deviceCodeTtlSeconds: 300,
    pollIntervalSeconds: null,
  });
});

test.each([
  ['is not active', { status: 'inactive' }],
  ['is archived', { archived: true }],
  ['has a method that is none of ours', { token_endpoint_auth_method: 'private_key_jwt' }],
  ['has a method out of the language', { token_endpoint_auth_method: 'constructor' }],
])('a client that %s is not active', async (_what, changes) => {
  const { api } = createApi(ok({ ...clientRecord, ...changes }));
  expect((await api.findClient('demo-rp', '', 'net'))?.isActive).toBe(false);
});

test('a standing is read; findStanding asks each time, findRecentStanding does not', async () => {
  const { api, calls } = createApi(ok(standing));
  const known = {
    userId: 'user-1',
    email: 'a@b.test',
    isEmailVerified: true,
    name: 'A',
    kind: 'admin',
    isActive: true,
    groups: ['acme'],
    tokensValidAfterMs: 60_000,
    deviceSignIn: true,
  };
  expect(await api.findRecentStanding('user-1', '')).toEqual(known);
  await api.findRecentStanding('user-1', '');
  expect(calls).toHaveLength(1);
  await api.findStanding('user-1', '');
  expect(calls).toHaveLength(2);
  const kept = { kept_family_id: 'family', kept_valid_after: '1970-01-01T00:02:00.000Z' };
  expect(await createApi(ok({ ...standing, ...kept })).api.findStanding('user-1', '')).toEqual({
    ...known,
    keptFamilyId: 'family',
    keptValidAfterMs: 120_000,
  });
});

test('changes of standings are asked for since the last answer', async () => {
  const { api, calls } = createApi(ok({ server: 'a', next: '7', all: false, user_ids: [] }));
  await api.followStandings();
  await api.followStandings();
  expect(calls.map(({ path, body }) => [path, body])).toEqual([
    ['/internal/v1/accounts/changes', { since: '0' }],
    ['/internal/v1/accounts/changes', { since: '7' }],
  ]);
});

test.each([
  [null, 0],
  ['1970-01-01T00:01:00.000Z', 60_000],
])('a browser session that was opened under %j is not kept', async (validAfter, tokensValidAfterMs) => {
  const { api, calls } = createApi(ok({ ...session, tokens_valid_after: validAfter }));
  const read = {
    id: 'r',
    userId: 'user-1',
    email: 'a@b.test',
    amr: ['pwd'],
    authTime: 7,
    tokensValidAfterMs,
    deviceSignIn: true,
    kind: 'user',
    hasCodes: false,
  };
  expect([await api.viewRootSession('token', ''), await api.viewRootSession('token', '')]).toEqual([
    read,
    read,
  ]);
  expect(calls).toHaveLength(2);
});

test('an answer that is none is a 503, and is not kept', async () => {
  const { api, calls } = createApi(ok({ ...standing, tokens_valid_after: 'yesterday' }));
  const fault = { code: 'upstream_unavailable' };
  await expect(api.findRecentStanding('user-1', '')).rejects.toMatchObject(fault);
  await expect(api.findRecentStanding('user-1', '')).rejects.toMatchObject(fault);
  expect(calls).toHaveLength(2);
});
