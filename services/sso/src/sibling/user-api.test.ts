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

describe('user-api client', () => {
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
    expect(await api.revokeRootSession('a', { ip: '192.0.2.1', userAgent: 'Browser', traceparent: '' })).toBe(
      false,
    );
  });

  test('the client of a token and that of a caller are one look-up', async () => {
    const { api, calls } = createApi(ok(clientRecord));
    await api.findClient('demo-rp', '');
    await api.findClient('demo-rp', '', 'net');
    expect(calls).toHaveLength(1);
  });

  test('asks for each API once in 5 s, also for one that there is not, by its address without a slash', async () => {
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

  test('says which token of which client ends, and where the client called from', async () => {
    const { api, calls } = createApi(ok({ ended: false }));
    const claims = { sid: 'session-1', client_id: 'demo-rp', token_use: 'user' } as const;
    await api.endSession(claims, { ip: '192.0.2.1', userAgent: 'rp/1', traceparent: 'trace' });
    const body = { ...claims, ip: '192.0.2.1', user_agent: 'rp/1' };
    expect(calls).toEqual([{ path: '/internal/v1/sessions/end', body, traceparent: 'trace' }]);
  });

  test('reads a client, basic being client_secret_basic', async () => {
    expect(await createApi(ok(clientRecord)).api.findClient('demo-rp', '', 'net')).toEqual({
      clientId: 'demo-rp',
      name: 'Demo',
      registeredBy: { kind: 'user', name: 'd…@b.test' },
      isVerified: true,
      isActive: true,
      grantTypes: ['device_code'],
      scopes: ['openid'],
      defaultScopes: ['openid'],
      audiences: ['https://a.test'],
      defaultAudiences: [],
      authMethod: 'client_secret_basic',
      secretHashes: ['ab'],
      vouches: ['example.com'],
      introspects: true,
      namesVisitors: false,
      devicePolicy: 'any',
      refreshBinding: 'required',
      redirectUris: ['https://a.test/callback'],
      postLogoutRedirectUris: ['https://a.test/'],
      deviceCodeTtlSeconds: 300,
      pollIntervalSeconds: null,
    });
  });

  test.each([
    ['is not active', { status: 'inactive' }],
    ['is archived', { archived: true }],
    ['has a method that is none of ours', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['has a method out of the language', { token_endpoint_auth_method: 'constructor' }],
  ])('a client that %s does not count', async (_what, changes) => {
    const { api } = createApi(ok({ ...clientRecord, ...changes }));
    expect((await api.findClient('demo-rp', '', 'net'))?.isActive).toBe(false);
  });

  test.each([
    ['a client', ok(clientRecord)],
    ['the answer that there is no client', () => notFound],
  ])('keeps %s for 5 s', async (_name, answer) => {
    const { api, calls, clock } = createApi(answer);
    await api.findClient('demo-rp', '', 'net');
    clock.advance(4.9);
    await api.findClient('demo-rp', '', 'net');
    expect(calls).toHaveLength(1);
    clock.advance(0.1);
    await api.findClient('demo-rp', '', 'net');
    expect(calls).toHaveLength(2);
  });

  test('reads a standing; findStanding asks each time, findRecentStanding not', async () => {
    const active = createApi(ok(standing));
    expect(await active.api.findRecentStanding('user-1', '')).toEqual({
      userId: 'user-1',
      email: 'a@b.test',
      isEmailVerified: true,
      name: 'A',
      kind: 'admin',
      isActive: true,
      groups: ['acme'],
      tokensValidAfterMs: 60_000,
      deviceSignIn: true,
    });
    const kept = createApi(ok({ ...standing, kept_family_id: 'family' }));
    expect(await kept.api.findRecentStanding('user-1', '')).toMatchObject({ keptFamilyId: 'family' });
    await active.api.findRecentStanding('user-1', '');
    expect(active.calls).toHaveLength(1);
    await active.api.findStanding('user-1', '');
    expect(active.calls).toHaveLength(2);
  });

  test('asks whose standing has changed since the last answer', async () => {
    const { api, calls } = createApi(ok({ server: 'a', next: '7', all: false, user_ids: [] }));
    await api.followStandings();
    await api.followStandings();
    expect(calls.map(({ path, body }) => [path, body])).toEqual([
      ['/internal/v1/accounts/changes', { since: '0' }],
      ['/internal/v1/accounts/changes', { since: '7' }],
    ]);
  });

  test('asks for a session each time, with what the token says of it', async () => {
    const { api, calls } = createApi(ok({ active: true }));
    const usual = { sid: 's', sub: 'user-1', client_id: 'demo-cli', iat: 7 };
    const claims = { ...usual, token_use: 'member', org: 'acme' } as const;
    expect(await api.isSessionLive(claims, 'trace')).toBe(true);
    expect(await api.isSessionLive(claims, 'trace')).toBe(true);
    const call = { path: '/internal/v1/sessions/view', body: claims, traceparent: 'trace' };
    expect(calls).toEqual([call, call]);
    expect(await createApi(ok({ active: false })).api.isSessionLive(claims, '')).toBe(false);
  });

  test('has a credential issued behind a relay; one that may not have it is refused, all else is a fault', async () => {
    const { api, calls } = createApi(ok(issued));
    const credential = { accessToken: 'at', expiresInSeconds: 900, scope: 'email' };
    expect(await api.issueCredential('handle', 'trace')).toEqual(credential);
    const path = '/oauth/client_credentials/issue';
    expect(calls).toEqual([{ path, body: { relay: 'handle' }, traceparent: 'trace' }]);
    const refused = (code: string) => createApi(() => ({ ok: false, code })).api;
    expect(await refused('forbidden').issueCredential('handle', '')).toBeUndefined();
    const fault = { code: 'upstream_unavailable' };
    await expect(refused('payload_invalid').issueCredential('handle', '')).rejects.toMatchObject(fault);
  });

  test('ends a browser session and says where the person is', async () => {
    const { api, calls } = createApi(ok({ revoked: true }));
    const origin = { ip: '192.0.2.1', userAgent: 'Browser', traceparent: 'trace' };
    expect(await api.revokeRootSession('token', origin)).toBe(true);
    const body = { token: 'token', ip: origin.ip, user_agent: origin.userAgent };
    expect(calls).toEqual([{ path: '/internal/v1/root-sessions/revoke', body, traceparent: 'trace' }]);
  });

  test('keeps no browser session', async () => {
    const { api, calls } = createApi(ok(session));
    const expected = {
      id: 'r',
      userId: 'user-1',
      email: 'a@b.test',
      amr: ['pwd'],
      authTime: 7,
      tokensValidAfterMs: 0,
      deviceSignIn: true,
      kind: 'user',
      hasCodes: false,
    };
    expect(await api.viewRootSession('token', '')).toEqual(expected);
    await api.viewRootSession('token', '');
    expect(calls).toHaveLength(2);
  });

  test.each([
    [null, 0],
    ['1970-01-01T00:01:00.000Z', 60_000],
  ])('a session that was opened under %j', async (validAfter, expected) => {
    const { api } = createApi(ok({ ...session, tokens_valid_after: validAfter }));
    expect(await api.viewRootSession('token', '')).toMatchObject({ tokensValidAfterMs: expected });
  });

  test.each([
    [null, {}],
    ['1970-01-01T00:02:00.000Z', { keptValidAfterMs: 120_000 }],
  ])('a standing that was kept since %j', async (validAfter, expected) => {
    const { api } = createApi(ok({ ...standing, kept_valid_after: validAfter }));
    const { keptValidAfterMs } = (await api.findStanding('user-1', ''))!;
    expect(keptValidAfterMs === undefined ? {} : { keptValidAfterMs }).toEqual(expected);
  });

  type Api = ReturnType<typeof createUserApi>;
  const origin = { ip: '192.0.2.1', userAgent: 'Browser', traceparent: '' };
  const token = { sid: 's', sub: 'user-1', client_id: 'demo-cli', token_use: 'user', iat: 7 } as const;
  const asked = {
    findClient: [(api: Api) => api.findClient('demo-rp', '', 'net'), clientRecord],
    findRecentStanding: [(api: Api) => api.findRecentStanding('user-1', ''), standing],
    viewRootSession: [(api: Api) => api.viewRootSession('token', ''), session],
    revokeRootSession: [(api: Api) => api.revokeRootSession('token', origin), { revoked: true }],
    issueCredential: [(api: Api) => api.issueCredential('handle', ''), issued],
    isSessionLive: [(api: Api) => api.isSessionLive(token, ''), { active: true }],
  } as const;

  test.each<[keyof typeof asked, object]>([
    ['findClient', { archived: 'true' }],
    ['findRecentStanding', { tokens_valid_after: 'yesterday' }],
    ['viewRootSession', { user: null }],
    ['revokeRootSession', { revoked: undefined }],
    ['issueCredential', { access_token: '' }],
    ['isSessionLive', { active: 'true' }],
  ])('%s: upstream_unavailable for an answer with %p, and nothing is cached', async (name, changes) => {
    const [ask, good] = asked[name];
    const { api, calls } = createApi(ok({ ...good, ...changes }));
    await expect(ask(api)).rejects.toMatchObject({ code: 'upstream_unavailable' });
    await expect(ask(api)).rejects.toMatchObject({ code: 'upstream_unavailable' });
    expect(calls).toHaveLength(2);
    await expect(ask(createApi(ok({ ...good, unheard_of: 1 })).api)).resolves.toBeTruthy();
  });
});
