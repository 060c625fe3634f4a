import { randomBytes, randomUUID } from 'node:crypto';
import { createFakeSibling, type SiblingAnswer } from '@latchkey/testing';
import { addSigningKey, createSigningKeys } from '@latchkey/tokens';
import { consumeRelay, mintRelay, type RelayStore } from '../oauth/relay/mint-relay.ts';
import { createPasswordCheck } from './password-check.ts';
import type { RootSession, UserApi } from './user-api.ts';

type View = UserApi['viewRootSession'];

const nowMs = Date.UTC(2026, 10, 21, 12);
const now = () => nowMs;
const text = await addSigningKey({ now: nowMs });
const credentials = {
  email: 'demo@latchkey.test',
  password: 'pass word',
  code: '',
  newPassword: '',
  op: 'form-1',
};
const origin = { ip: '198.51.100.7', userAgent: 'Test/1.0', traceparent: '00-trace-01' };

const viewOpened: View = (token) => Promise.resolve(token === root.token ? opened : undefined);

function createCheck(answer: SiblingAnswer, viewRootSession: View = viewOpened) {
  const kept = new Map<string, string>();
  const relays: RelayStore = {
    store: async (handleHash, jws) => void kept.set(handleHash, jws),
    consume: async (handleHash) => kept.get(handleHash),
  };
  const mint = {
    relays,
    signingKeys: createSigningKeys({ text, now }),
    settings: { issuer: 'https://sso.example.test' },
    newId: randomUUID,
    randomBytes,
    now,
  };
  const { client, calls } = createFakeSibling('user-api', () => answer);
  const check = createPasswordCheck({
    mintRelay: (payload) => mintRelay(mint, 'user_root_session', payload),
    call: client,
    userApi: { viewRootSession },
  });
  return { check, calls, relays };
}

const refusal = (code: string, retryAfterSeconds?: number): SiblingAnswer => ({
  ok: false,
  code,
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});
const root = { token: 'root-token', amr: ['password'], expires_at: '2026-11-22T00:00:00.000Z' };
const user = { id: 'user-1', email: 'demo@latchkey.test', kind: 'admin' };
const opened: RootSession = {
  id: 'session',
  userId: user.id,
  email: user.email,
  kind: 'admin',
  hasCodes: false,
  amr: root.amr,
  authTime: nowMs / 1000,
  tokensValidAfterMs: 60_000,
  deviceSignIn: true,
};

test('asks as any client would, with a relay of its own that says where the person is', async () => {
  const { check, calls, relays } = createCheck(refusal('invalid_credentials'));
  await check(credentials, origin);
  await check({ ...credentials, code: '123456' }, origin);
  const bodies = calls.map(({ body }) => body as Record<string, string>);
  expect(calls[0]).toEqual({
    path: '/auth/user/root-session',
    traceparent: origin.traceparent,
    body: { relay: expect.any(String), 'auth.user': credentials.email, 'auth.pass': credentials.password },
  });
  expect(bodies[1]).toMatchObject({ 'auth.code': '123456' });
  await check({ ...credentials, newPassword: 'a password of my own' }, origin);
  expect(calls[2]?.body).toMatchObject({ new_password: 'a password of my own' });
  expect(bodies[0]?.['relay']).not.toBe(bodies[1]?.['relay']);
  const jws = (await consumeRelay(relays, bodies[0]?.['relay'] ?? '')) ?? '';
  expect(JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
    aud: 'user-api',
    purpose: 'user_root_session',
    client_id: 'latchkey-sso',
    method: 'password',
    ip: origin.ip,
    user_agent: origin.userAgent,
    op: 'form-1',
    exp: nowMs / 1000 + 120,
  });
});

test('says in the relay when credentials were typed that the page has kept, in whole seconds', async () => {
  const { check, calls, relays } = createCheck(refusal('invalid_credentials'));
  await check({ ...credentials, typedAtMs: nowMs - 59_001 }, origin);
  await check(credentials, origin);
  const payloads = [];
  for (const { body } of calls) {
    const jws = (await consumeRelay(relays, (body as { relay: string }).relay)) ?? '';
    payloads.push(JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()));
  }
  expect(payloads.map(({ typed_at: typedAt }) => typedAt)).toEqual([nowMs / 1000 - 60, undefined]);
});

test('a sign-in brings the account and its new session', async () => {
  expect(await createCheck({ ok: true, data: { root, user } }).check(credentials, origin)).toEqual({
    outcome: 'signed_in',
    userId: 'user-1',
    email: 'demo@latchkey.test',
    kind: 'admin',
    amr: ['password'],
    token: 'root-token',
    expiresAtMs: Date.UTC(2026, 10, 22),
    tokensValidAfterMs: 60_000,
    deviceSignIn: true,
  });
});

test('a session that a change has ended since is a refusal', async () => {
  const { check } = createCheck({ ok: true, data: { root, user } }, () => Promise.resolve(undefined));
  expect(await check(credentials, origin)).toEqual({ outcome: 'refused' });
});

test.each([
  ['invalid_credentials', { outcome: 'refused' }],
  ['invalid_type', { outcome: 'refused' }],
  ['too_large', { outcome: 'refused' }],
  ['mfa_required', { outcome: 'mfa_required' }],
  ['throttled', { outcome: 'throttled', retryAfterSeconds: 42 }],
])('%s is an outcome', async (code, outcome) => {
  expect(await createCheck(refusal(code, 42)).check(credentials, origin)).toEqual(outcome);
});

const refused = (rule: string, least: number) => ({
  outcome: 'new_password_refused',
  problem: `new_password_${rule}`,
  least,
});

test.each([
  ['password_change_required', { least: '14' }, { outcome: 'password_change_required', least: 14 }],
  ['invalid_value', { rule: 'common', least: '14' }, refused('common', 14)],
  ['invalid_value', { rule: 'constructor' }, refused('long', 0)],
  ['invalid_type', undefined, refused('long', 0)],
])('%s of the new password, about %j, is the outcome %j', async (code, about, outcome) => {
  // The types know no such answers.
  const answer = { ok: false, code, field: 'new_password', ...(about && { about }) } as never;
  expect(await createCheck(answer).check(credentials, origin)).toEqual(outcome);
});

test.each([
  ['payload_invalid', 'temporarily_unavailable'],
  ['missing_field', 'invalid_value'],
  ['overloaded', 'upstream_unavailable'],
  ['internal', 'upstream_unavailable'],
])('%s says nothing about the credentials, so it is a fault', async (code, fault) => {
  await expect(createCheck(refusal(code)).check(credentials, origin)).rejects.toMatchObject({ code: fault });
});
