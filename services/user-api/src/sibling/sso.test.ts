import { createFakeSibling, type SiblingAnswer } from '@latchkey/testing';
import { createSsoClient, type MintRequest, type SsoClient } from './sso.ts';

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const mint: MintRequest = {
  token_use: 'member',
  sub: 'u',
  client_id: 'c',
  aud: ['a'],
  scope: 's',
  sid: 'i',
  org: 'o',
  role: 'owner',
  amr: ['password'],
  auth_time: 1,
  jkt: 'j',
  fpr: 'f',
};

interface Call {
  readonly path: string;
  readonly body: object;
  readonly make: (sso: SsoClient) => Promise<unknown>;
  /** What sso answers, and what that comes to. */
  readonly data: Record<string, unknown>;
  readonly result: unknown;
  /** The refusal that the client answers with undefined and does not throw. */
  readonly miss?: string;
}

const verify = { path: '/internal/v1/tokens/verify', body: { token: 't' } };
const key = { createdAtMs: 7, id: '22222222-2222-4222-8222-222222222222' };
const page = { limit: 20, after: key } as const;
const search = { userId: 'u', plan: { kind: 'keyset' as const, ...page, binding: 'of this service alone' } };
const first = { kind: 'offset', limit: 1, offset: 0, binding: '' } as const;
const ofClient = { client: { id: 'c', name: 'C' } };
const times = { created_at: '2026-12-01T10:00:00.000Z', expires_at: '2027-03-01T10:00:00.000Z' };
const device = {
  ...times,
  ...ofClient,
  id: 'd',
  scope: '',
  audience: [],
  status: 'active',
  road: 'device',
  ip: '',
  device_name: null,
  family_id: null,
  approved_at: times.created_at,
  redeemed_at: null,
  last_refreshed_at: null,
};
const consent = {
  ...ofClient,
  scopes: [],
  status: 'revoked',
  created_at: times.created_at,
  last_used_at: null,
  session_count: 0,
};
const calls: Readonly<Record<string, Call>> = {
  consumeRelay: {
    path: '/internal/v1/relays/consume',
    body: { relay: 'r' },
    make: (sso) => sso.consumeRelay('r', traceparent),
    data: { jws: 'j.w.s' },
    result: 'j.w.s',
    miss: 'not_found',
  },
  mintToken: {
    path: '/internal/v1/tokens/mint',
    body: mint,
    make: (sso) => sso.mintToken(mint, traceparent),
    data: { access_token: 't', expires_in: 900, scope: 'less', issued_at_ms: 7 },
    result: { accessToken: 't', expiresIn: 900, scope: 'less', issuedAtMs: 7 },
  },
  findFamily: {
    ...verify,
    make: (sso) => sso.findFamily('t', traceparent),
    data: { active: true, ...times, tokens_valid_after: '2026-11-30T10:00:00.000Z' },
    result: {
      createdAt: new Date('2026-12-01T10:00:00Z'),
      lastUsedAt: null,
      expiresAt: new Date('2027-03-01T10:00:00Z'),
      tokensValidAfter: new Date('2026-11-30T10:00:00Z'),
    },
  },
  isTokenActive: {
    ...verify,
    make: (sso) => sso.isTokenActive('t', traceparent),
    data: { active: true },
    result: true,
  },
  'revokeFamilies but one': {
    path: '/internal/v1/families/revoke',
    body: { user_id: 'u', reason: 'user', kept_family_id: 'f', voided: false },
    make: (sso) =>
      sso.revokeFamilies({ userId: 'u', reason: 'user', keptFamilyId: 'f', isVoiding: false }, traceparent),
    data: { revoked: 2 },
    result: 2,
  },
  revokeFamilies: {
    path: '/internal/v1/families/revoke',
    body: { user_id: 'u', reason: 'admin', voided: true },
    make: (sso) =>
      sso.revokeFamilies({ userId: 'u', reason: 'admin', keptFamilyId: null, isVoiding: true }, traceparent),
    data: { revoked: 0 },
    result: 0,
  },
  searchDevices: {
    path: '/internal/v1/devices/search',
    body: { user_id: 'u', plan: page, client_id: 'c', created_from_ms: 7 },
    make: (sso) =>
      sso.searchDevices({ ...search, filters: { client_id: 'c', created_from_ms: 7 } }, traceparent),
    data: { items: [device], total_count: 42, offset: 40, last_key: key },
    result: { items: [device], totalCount: 42, offset: 40, lastKey: key },
  },
  'searchDevices from the newest': {
    path: '/internal/v1/devices/search',
    body: { user_id: 'u', plan: { limit: 1, offset: 0 } },
    make: (sso) => sso.searchDevices({ userId: 'u', plan: first, filters: {} }, traceparent),
    data: { items: [], total_count: 0, offset: 0, last_key: null },
    result: { items: [], totalCount: 0, offset: 0, lastKey: null },
  },
  searchConsents: {
    path: '/internal/v1/consents/search',
    body: { user_id: 'u', plan: page, search: 'abc' },
    make: (sso) => sso.searchConsents({ ...search, filters: { search: 'abc' } }, traceparent),
    data: { items: [consent], total_count: 42, offset: 40, last_key: null },
    result: { items: [consent], totalCount: 42, offset: 40, lastKey: null },
  },
  revokeDevice: {
    path: '/internal/v1/devices/revoke',
    body: { user_id: 'u', id: 'd' },
    make: (sso) => sso.revokeDevice('u', 'd', traceparent),
    data: { revoked: true, client_id: 'c', family_id: 'f' },
    result: { revoked: true, clientId: 'c', familyId: 'f' },
    miss: 'not_found',
  },
  'revokeDevice before its pickup': {
    path: '/internal/v1/devices/revoke',
    body: { user_id: 'u', id: 'd' },
    make: (sso) => sso.revokeDevice('u', 'd', traceparent),
    data: { revoked: true },
    result: { revoked: true, clientId: null, familyId: null },
    miss: 'not_found',
  },
  revokeConsent: {
    path: '/internal/v1/consents/revoke',
    body: { user_id: 'u', client_id: 'c' },
    make: (sso) => sso.revokeConsent('u', 'c', traceparent),
    data: { revoked: false, families: 0 },
    result: { revoked: false, families: 0 },
    miss: 'not_found',
  },
};

function answering(answer: SiblingAnswer) {
  const { client, calls: made } = createFakeSibling('sso', () => answer);
  return { made, sso: createSsoClient(client) };
}
const refusal = (code: string): SiblingAnswer => ({ ok: false, code });
const unavailable = { spec: { code: 'upstream_unavailable' } };

describe.each(Object.entries(calls))('%s', (_name, { path, body, make, data, result, miss }) => {
  test('is one call with this path, body and traceparent', async () => {
    const { made, sso } = answering({ ok: true, data });
    expect(await make(sso)).toEqual(result);
    expect(made).toStrictEqual([{ path, body, traceparent }]);
  });

  test.each(['not_found', 'invalid_request', 'throttled', 'forbidden'].filter((code) => code !== miss))(
    'upstream_unavailable for a refusal with %s, which is no verdict',
    async (code) => {
      await expect(make(answering(refusal(code)).sso)).rejects.toMatchObject(unavailable);
    },
  );

  test('upstream_unavailable for no answer at all', async () => {
    await expect(make(answering(new Error('down')).sso)).rejects.toMatchObject(unavailable);
  });
});

test.each(Object.entries(calls).filter(([, { miss }]) => miss !== undefined))(
  '%s: what is not found is a miss',
  async (_name, { make, miss = '' }) => {
    expect(await make(answering(refusal(miss)).sso)).toBeUndefined();
  },
);

test.each<[string, object]>([
  ['consumeRelay', { jws: '' }],
  ['mintToken', { access_token: 't', expires_in: '900', issued_at_ms: 7 }],
  ['searchDevices', { items: [{ ...device, status: 'odd' }], total_count: 1, offset: 0, last_key: null }],
  ['searchConsents', { items: [], total_count: -1, offset: 0, last_key: null }],
  ['revokeDevice', { revoked: true, family_id: '' }],
  ['revokeConsent', { revoked: true }],
  ['revokeFamilies', { revoked: '2' }],
  ['findFamily', { active: true, ...times, tokens_valid_after: 'no time' }],
  ['isTokenActive', { active: 1 }],
])('%s: upstream_unavailable for an answer of %j', async (name, data) => {
  await expect(calls[name]?.make(answering({ ok: true, data }).sso)).rejects.toMatchObject(unavailable);
});

test('a token that is active and of no family has none', async () => {
  const { sso } = answering({ ok: true, data: { active: true, ...times } });
  expect(await sso.findFamily('t', traceparent)).toBeUndefined();
});

test('a token that is not active counts for nothing', async () => {
  const { sso } = answering({ ok: true, data: { active: false } });
  expect(await sso.findFamily('t', traceparent)).toBeUndefined();
  expect(await sso.isTokenActive('t', traceparent)).toBe(false);
});
