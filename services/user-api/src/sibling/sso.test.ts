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
const times = { created_at: '2026-12-01T10:00:00.000Z', expires_at: '2027-03-01T10:00:00.000Z' };
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
    data: { active: true, ...times },
    result: {
      createdAt: new Date('2026-12-01T10:00:00Z'),
      lastUsedAt: null,
      expiresAt: new Date('2027-03-01T10:00:00Z'),
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

test('a relay that is not found is a miss', async () => {
  const { sso } = answering(refusal('not_found'));
  expect(await sso.consumeRelay('r', traceparent)).toBeUndefined();
});

test.each<[string, object]>([
  ['consumeRelay', {}],
  ['consumeRelay', { jws: null }],
  ['consumeRelay', { jws: '' }],
  ['consumeRelay', { jws: { payload: 'p' } }],
  ['mintToken', { expires_in: 900, issued_at_ms: 7 }],
  ['mintToken', { access_token: 7, expires_in: 900, issued_at_ms: 7 }],
  ['mintToken', { access_token: '', expires_in: 900, issued_at_ms: 7 }],
  ['mintToken', { access_token: 't' }],
  ['mintToken', { access_token: 't', expires_in: 900 }],
  ['mintToken', { access_token: 't', expires_in: '900', issued_at_ms: 7 }],
  ['mintToken', { access_token: 't', expires_in: 900, issued_at_ms: null }],
  ['revokeFamilies', {}],
  ['revokeFamilies', { revoked: '2' }],
  ['revokeFamilies', { revoked: -1 }],
  ['findFamily', { active: true, ...times, created_at: 'no time' }],
  ['findFamily', { active: true, ...times, expires_at: '' }],
  ['findFamily', { active: true, ...times, last_used_at: null }],
  ['findFamily', { active: true, ...times, last_used_at: 7 }],
  ...[{}, { active: 'true' }, { active: 1 }, { active: null }].flatMap(
    (data) =>
      [
        ['findFamily', data],
        ['isTokenActive', data],
      ] satisfies [string, object][],
  ),
])('%s: upstream_unavailable for an answer of %j', async (name, data) => {
  await expect(calls[name]?.make(answering({ ok: true, data }).sso)).rejects.toMatchObject(unavailable);
});

test('a token that is not active counts for nothing', async () => {
  const { sso } = answering({ ok: true, data: { active: false } });
  expect(await sso.findFamily('t', traceparent)).toBeUndefined();
  expect(await sso.isTokenActive('t', traceparent)).toBe(false);
});
