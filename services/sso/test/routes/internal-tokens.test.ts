import { ApiError } from '@latchkey/contracts';
import { createStaticKeySource, createTokenVerifier } from '@latchkey/tokens';
import type { OperatorMfa } from '../../src/oauth/token/rights.ts';
import { signAccessToken } from '../../src/oauth/token/sign-access-token.ts';
import { startMs } from '../device-request.ts';
import { createSso, masterKey, ssoUrl } from '../sso-harness.ts';
import { decodeJwt } from './decode-jwt.ts';

const unavailable = new ApiError({ code: 'upstream_unavailable', message: 'user-api is not available' });
const service = { authorization: `Bearer ${masterKey}` };
const subject = {
  token_use: 'member',
  sub: 'user-1',
  client_id: 'demo-rp',
  aud: ['https://api.example.test'],
  scope: '',
  sid: 'session-1',
  org: 'org-1',
  role: 'owner',
  amr: ['pwd', 'otp'],
  auth_time: startMs / 1000,
  jkt: 'thumbprint',
  fpr: 'fingerprint',
};

function createTokens(changes: Parameters<typeof createSso>[0] = {}) {
  const sso = createSso(changes);
  const call = (name: string, body: object) =>
    sso.agent.post(`/internal/v1/tokens/${name}`).set(service).send(body);
  return { ...sso, call };
}

describe('POST /internal/v1/tokens/mint', () => {
  test.each([
    ['token_use', 'root'],
    ['aud', []],
  ])('400 for a bad %s', async (name, value) => {
    const response = await createTokens().call('mint', { ...subject, [name]: value });
    expect([response.status, response.body.field]).toEqual([400, name]);
  });

  test('200 with a token of the claims given, expires_in, and the time in milliseconds that iat is cut from', async () => {
    const { call, context, clock } = createTokens();
    clock.advance(0.999);
    const { body } = await call('mint', subject);
    const keys = createStaticKeySource(context.signingKeys.publicJwks());
    const verify = createTokenVerifier({
      issuer: ssoUrl,
      audience: subject.aud[0] ?? '',
      keys,
      now: context.now,
    });
    const { jkt, ...claims } = subject;
    const iat = startMs / 1000;
    expect(body.data).toEqual({
      access_token: expect.any(String),
      expires_in: 900,
      scope: subject.scope,
      issued_at_ms: startMs + 999,
    });
    expect(await verify(body.data.access_token)).toEqual({
      ...claims,
      pk: 'user',
      cnf: { jkt },
      iss: ssoUrl,
      iat,
      nbf: iat,
      exp: iat + 900,
      jti: expect.any(String),
    });
  });
});

describe('the rights of a minted token', () => {
  const all = 'openid account clients admin';
  const signedIn = { token_use: 'user', scope: all, fresh_sign_in: true, org: undefined, role: undefined };
  const kinds = { 'user-1': 'user', 'admin-1': 'admin', 'root-1': 'root' } as const;

  /** Mints a token; answers its scope, its pk, how long it lives, and how often the account was looked up. */
  async function mint(claims: object, operatorMfa: OperatorMfa = 'off') {
    const looked: string[] = [];
    const { call, context, standings } = createTokens({ settings: { operatorMfa } });
    const person = standings.get('user-1');
    if (person === undefined) throw new Error('no person');
    for (const [userId, kind] of Object.entries(kinds)) standings.set(userId, { ...person, userId, kind });
    standings.set('disabled-1', { ...person, userId: 'disabled-1', kind: 'admin', isActive: false });
    const { findStanding } = context.userApi;
    context.userApi.findStanding = (userId, trace) => (looked.push(userId), findStanding(userId, trace));
    const { body } = await call('mint', { ...subject, ...signedIn, ...claims });
    const { pk, scope } = decodeJwt(body.data.access_token);
    expect(scope).toBe(body.data.scope);
    return { scope: body.data.scope, pk, expiresIn: body.data.expires_in, looked: looked.length };
  }

  const none = { pk: 'user', expiresIn: 900 };
  test.each<[string, object, object]>([
    ['a person who is no operator', {}, { scope: 'openid account clients', looked: 1 }],
    ['an unknown account', { sub: 'nobody' }, { scope: 'openid account clients', looked: 1 }],
    ['a disabled operator', { sub: 'disabled-1' }, { scope: 'openid account clients', looked: 1 }],
    ['an operator who asks for nothing', { sub: 'admin-1', scope: '' }, { scope: '', looked: 0 }],
    [
      'an operator who does not ask for admin',
      { sub: 'root-1', scope: 'clients' },
      { scope: 'clients', looked: 0 },
    ],
    [
      'an operator without a fresh sign-in',
      { sub: 'admin-1', fresh_sign_in: undefined },
      { scope: 'openid account clients', looked: 0 },
    ],
    [
      'an operator as a member of an org',
      { sub: 'admin-1', token_use: 'member', org: 'org-1', role: 'owner' },
      { scope: 'openid account clients', looked: 0 },
    ],
    ['an app', { sub: 'demo-rp', token_use: 'app', amr: [] }, { scope: 'openid', looked: 0 }],
  ])('200 without admin, as kind user, for %s', async (_who, claims, expected) => {
    expect(await mint(claims)).toEqual({ ...none, ...expected });
  });

  test.each(['admin', 'root'])('200 with admin, for 10 minutes, for a %s who signs in', async (kind) => {
    const given = { scope: all, pk: kind, expiresIn: 600, looked: 1 };
    expect(await mint({ sub: `${kind}-1` })).toEqual(given);
    expect(await mint({ sub: `${kind}-1`, amr: ['password', 'totp'] }, 'required')).toEqual(given);
  });

  test.each<[OperatorMfa, boolean, string]>([
    ['passkey', true, 'hwk user mfa'],
    ['passkey', true, 'swk user mfa'],
    ['required', true, 'swk user mfa'],
    ['passkey', false, 'password totp'],
    ['passkey', false, 'password'],
    ['passkey', false, 'hwk user'],
    ['passkey', false, 'password totp mfa'],
    ['required', false, 'hwk user'],
    ['required', false, 'password'],
    ['required', false, 'password recovery'],
    ['required', false, 'password recovery totp'],
    ['off', false, 'password recovery'],
  ])(
    '200 with OPERATOR_MFA = %s, admin %p, after a sign-in by %s; nobody is looked up in vain',
    async (operatorMfa, isGiven, amr) => {
      const { scope, looked } = await mint({ sub: 'root-1', amr: amr.split(' ') }, operatorMfa);
      expect([scope.split(' ').includes('admin'), looked]).toEqual([isGiven, isGiven ? 1 : 0]);
    },
  );

  test('503 when admin is asked for and user-api cannot be asked', async () => {
    const { call, context } = createTokens();
    context.userApi.findStanding = () => Promise.reject(unavailable);
    const response = await call('mint', { ...subject, ...signedIn });
    expect(response.status).toBe(503);
  });
});

describe('POST /internal/v1/tokens/verify', () => {
  async function redeem() {
    const tokens = createTokens();
    const { device_code } = await tokens.start();
    await tokens.approve(device_code);
    const { body } = await tokens.post('/token', {
      grant_type: 'device_code',
      device_code,
      client_id: 'demo-cli',
    });
    return { ...tokens, tokens: body };
  }

  type Tokens = Record<'access_token' | 'refresh_token' | 'id_token', string>;
  test.each<[string, (tokens: Tokens) => string]>([
    ['an empty string', () => ''],
    ['a word', () => 'x'],
    ['a refresh token', ({ refresh_token }) => refresh_token],
    ['an ID token', ({ id_token }) => id_token],
    ['a forged signature', ({ access_token }) => access_token.replace(/[^.]+$/, 'AAAA')],
  ])('200 not active for %s', async (_what, choose) => {
    const { call, tokens } = await redeem();
    expect((await call('verify', { token: choose(tokens) })).body.data).toEqual({ active: false });
  });

  test('200 active for a token of a session while user-api says that the session is live', async () => {
    const { call, liveSessions } = createTokens();
    const { body } = await call('mint', subject);
    const token = body.data.access_token;
    expect((await call('verify', { token })).body.data).toEqual({ active: false });
    liveSessions.add(subject.sid);
    const { sid, sub, client_id, scope, token_use } = subject;
    const expires_at = new Date(startMs + 900_000).toISOString();
    const active = { active: true, sid, sub, client_id, scope, token_use, expires_at };
    expect((await call('verify', { token })).body.data).toEqual(active);
  });

  test('200 not active, so 401 at drop, for a token with admin whose account is no operator now', async () => {
    const { call, context, liveSessions, standings } = createTokens();
    liveSessions.add('session-1');
    const claims = { sub: 'user-1', client_id: 'demo-rp', aud: ['a'], scope: 'admin', sid: 'session-1' };
    const operator = { ...claims, token_use: 'user', pk: 'admin' } as const;
    const { accessToken: token } = await signAccessToken(context, operator, context.now());
    const isActive = async () => (await call('verify', { token })).body.data.active;
    standings.set('user-1', { ...standings.get('user-1')!, kind: 'admin' });
    expect(await isActive()).toBe(true);
    standings.set('user-1', { ...standings.get('user-1')!, kind: 'user' });
    expect(await isActive()).toBe(false);
  });

  test('503 while user-api cannot say whether the session is live', async () => {
    const { call, context } = createTokens();
    const away = new ApiError({ code: 'upstream_unavailable', message: 'user-api is not available' });
    Object.assign(context.userApi, { isSessionLive: () => Promise.reject(away) });
    const { body } = await call('mint', subject);
    const response = await call('verify', { token: body.data.access_token });
    expect([response.status, response.body.code]).toEqual([503, 'upstream_unavailable']);
  });

  test('200 active with the family behind it', async () => {
    const { call, tokens } = await redeem();
    expect((await call('verify', { token: tokens.access_token })).body.data).toEqual({
      active: true,
      sid: tokens.binding_chain,
      sub: 'user-1',
      client_id: 'demo-cli',
      scope: 'openid offline_access',
      token_use: 'user',
      created_at: '2026-11-01T12:00:00.000Z',
      last_used_at: '2026-11-01T12:00:00.000Z',
      expires_at: '2027-01-30T12:00:00.000Z',
      tokens_valid_after: '1970-01-01T00:00:00.000Z',
    });
  });
});
