import { ApiError } from '@latchkey/contracts';
import { signAccessToken } from '../../src/oauth/token/sign-access-token.ts';
import { startMs } from '../device-request.ts';
import { redeemTokens, refreshing } from '../redeem.ts';
import { createSso, secretOf } from '../sso-harness.ts';
import { decodeJwt } from './decode-jwt.ts';

type Sso = ReturnType<typeof createSso>;

const asServer = { client_id: 'demo-rp', client_secret: secretOf('demo-rp') };
const asPublic = { client_id: 'demo-cli' };
/** Confidential, and without the flag introspects. */
const asStranger = { client_id: 'no-device', client_secret: secretOf('no-device') };

async function introspect(sso: Pick<Sso, 'post'>, token: string, client: Record<string, string> = asServer) {
  const { status, body } = await sso.post('/introspect', { ...client, token });
  return [status, body];
}

/** A token as user-api has it signed for a session of its own. */
async function signSessionToken(sso: Pick<Sso, 'context'>, changes = {}) {
  const subject = {
    sub: 'user-1',
    client_id: 'demo-cli',
    aud: ['https://drop.example.test'],
    scope: 'openid',
  };
  const session = { sid: 'session-1', token_use: 'user', pk: 'user' } as const;
  const claims = { ...subject, ...session, ...changes };
  return (await signAccessToken(sso.context, claims, sso.context.now())).accessToken;
}

describe('/introspect refuses', () => {
  test('401 without the secret', async () => {
    const { status, body } = await createSso().post('/introspect', { client_id: 'demo-rp', token: 'x' });
    expect([status, body.error]).toEqual([401, 'invalid_client']);
  });

  test('503 while user-api cannot say whether the account or the session is active', async () => {
    const { tokens, context, post } = await redeemTokens('openid');
    const fail = () => Promise.reject(new ApiError({ code: 'upstream_unavailable', message: 'away' }));
    Object.assign(context.userApi, { findRecentStanding: fail, isSessionLive: fail });
    const answer = [503, { error: 'temporarily_unavailable', error_description: 'away' }];
    expect(await introspect({ post }, tokens.access_token)).toEqual(answer);
    expect(await introspect({ post }, tokens.refresh_token)).toEqual(answer);
    const sso = createSso();
    Object.assign(sso.context.userApi, { isSessionLive: fail });
    expect(await introspect(sso, await signSessionToken(sso))).toEqual(answer);
  });
});

describe('/introspect says no more than inactive', () => {
  const inactive = [200, { active: false }];

  test.each(['unknown', 'not.a.jwt', 'a'.repeat(43)])('200 of %s', async (token) => {
    expect(await introspect(createSso(), token)).toEqual(inactive);
  });

  type Redeemed = Awaited<ReturnType<typeof redeemTokens>>;
  const change = ({ standings }: Redeemed, changes: object) =>
    standings.set('user-1', { ...standings.get('user-1')!, ...changes });
  test.each<[string, (sso: Redeemed) => unknown]>([
    [
      'of a revoked family',
      ({ context, tokens }) => context.families.revoke(tokens.binding_chain, 'admin', startMs),
    ],
    ['of an account that is not active', (sso) => change(sso, { isActive: false })],
    [
      'that the account voided a millisecond later',
      (sso) => change(sso, { tokensValidAfterMs: startMs + 1 }),
    ],
    ['that the account voided a second later', (sso) => change(sso, { tokensValidAfterMs: startMs + 1000 })],
  ])('200 of both tokens %s', async (_what, end) => {
    const sso = await redeemTokens('openid');
    expect(await introspect(sso, sso.tokens.access_token)).toMatchObject([200, { active: true }]);
    await end(sso);
    expect(await introspect(sso, sso.tokens.access_token)).toEqual(inactive);
    expect(await introspect(sso, sso.tokens.refresh_token, asPublic)).toEqual(inactive);
  });

  test('200 of the refresh token of the family that the void was made with, and not of its access token', async () => {
    const { tokens, standings, post } = await redeemTokens('openid');
    const voided = { ...standings.get('user-1')!, tokensValidAfterMs: startMs + 1000 };
    const kept = { ...voided, keptFamilyId: tokens.binding_chain };
    standings.set('user-1', { ...kept, keptValidAfterMs: startMs + 1000 });
    expect(await introspect({ post }, tokens.access_token)).toEqual(inactive);
    expect(await introspect({ post }, tokens.refresh_token, asPublic)).toMatchObject([200, { active: true }]);
    // The token that the change was answered with is of the second of the change.
    standings.set('user-1', { ...kept, keptValidAfterMs: startMs + 999 });
    expect(await introspect({ post }, tokens.access_token)).toMatchObject([200, { active: true }]);
  });

  test('200 of an access token past its time, and of a refresh token idle too long', async () => {
    const { tokens, clock, post } = await redeemTokens('openid');
    clock.advance(906);
    expect(await introspect({ post }, tokens.access_token)).toEqual(inactive);
    clock.advance(30 * 86_400 - 906);
    expect(await introspect({ post }, tokens.refresh_token, asPublic)).toEqual(inactive);
  });

  test('200 of an access token that names the family of somebody else', async () => {
    const { tokens, standings, ...sso } = await redeemTokens('openid');
    standings.set('user-2', { ...standings.get('user-1')!, userId: 'user-2' });
    const names = { sid: tokens.binding_chain };
    expect(await introspect(sso, await signSessionToken(sso, names))).toMatchObject([200, { active: true }]);
    expect(await introspect(sso, await signSessionToken(sso, { ...names, sub: 'user-2' }))).toEqual(inactive);
  });

  test('200 of an access token from the absolute end of its family on, though its own time goes on', async () => {
    const { tokens, clock, post } = await redeemTokens('openid', {
      settings: { refreshAbsoluteTtlSeconds: 600 },
    });
    clock.advance(599.999);
    expect(await introspect({ post }, tokens.access_token)).toMatchObject([200, { active: true }]);
    clock.advance(0.001);
    expect(await introspect({ post }, tokens.access_token)).toEqual(inactive);
  });

  test('200 of a token with admin whose account is no operator any more, at userinfo too', async () => {
    const sso = await redeemTokens('openid');
    const { clock, context, standings, tokens, agent } = sso;
    const person = standings.get('user-1')!;
    standings.set('user-1', { ...person, kind: 'admin' });
    const { sid } = decodeJwt(tokens.access_token) as { sid: string };
    const subject = { sub: 'user-1', client_id: 'demo-cli', token_use: 'user', pk: 'admin' } as const;
    const aud = ['https://drop.example.test', 'https://sso.example.test'];
    const admin = { ...subject, sid, aud, scope: 'openid admin' };
    const { accessToken } = await signAccessToken(context, admin, clock.now());
    sso.liveSessions.add('session-1');
    const ofSession = await signSessionToken(sso, { scope: 'openid admin', pk: 'admin' });
    const userinfo = () => agent.get('/userinfo').set({ authorization: `Bearer ${accessToken}` });
    for (const token of [accessToken, ofSession])
      expect(await introspect(sso, token)).toMatchObject([200, { active: true }]);
    expect((await userinfo()).status).toBe(200);
    standings.set('user-1', { ...person, kind: 'user' });
    for (const token of [accessToken, ofSession]) expect(await introspect(sso, token)).toEqual(inactive);
    expect((await userinfo()).status).toBe(401);
    expect(await introspect(sso, tokens.access_token)).toMatchObject([200, { active: true }]);
  });

  test('200 of a session that user-api does not keep any more', async () => {
    const sso = createSso();
    expect(await introspect(sso, await signSessionToken(sso))).toEqual(inactive);
  });

  test('200 of a refresh token of another client, also for one that introspects', async () => {
    const { tokens, post } = await redeemTokens('openid');
    expect(await introspect({ post }, tokens.refresh_token)).toEqual(inactive);
  });

  test.each([
    ['a public client', 'demo-rp', asPublic],
    ['a confidential client without the flag introspects', 'demo-cli', asStranger],
  ])('200 of an access token of another client, for %s', async (_who, client_id, client) => {
    const sso = createSso();
    sso.liveSessions.add('session-1');
    const token = await signSessionToken(sso, { client_id, aud: ['no-device'] });
    expect(await introspect(sso, token)).toMatchObject([200, { active: true }]);
    expect(await introspect(sso, token, client)).toEqual(inactive);
  });

  test('200 of a refresh token that was rotated away, and its family lives on', async () => {
    const { tokens, post } = await redeemTokens('openid');
    const { body: next } = await post('/token', refreshing(tokens));
    expect(await introspect({ post }, tokens.refresh_token, asPublic)).toEqual(inactive);
    expect(await introspect({ post }, next.refresh_token, asPublic)).toMatchObject([200, { active: true }]);
  });
});

describe('/introspect tells', () => {
  test('200 the client of the API that a token is for, and not that of another API', async () => {
    const sso = createSso();
    sso.liveSessions.add('session-1');
    const token = await signSessionToken(sso, { aud: ['https://drop.example.test', 'https://pay.test'] });
    const of = (audience: string) => ({ audience, name: 'Pay', clientId: 'no-device', scopes: [] });
    sso.apis.push(of('https://other.test'), { ...of('https://pay.test'), clientId: null });
    expect(await introspect(sso, token, asStranger)).toEqual([200, { active: false }]);
    sso.apis.splice(0, 2, of('https://pay.test'));
    expect(await introspect(sso, token, asStranger)).toMatchObject([200, { active: true }]);
  });

  test('200 a client without the flag about a token of its own', async () => {
    const sso = createSso();
    sso.liveSessions.add('session-1');
    const token = await signSessionToken(sso, { client_id: 'no-device' });
    expect(await introspect(sso, token, asStranger)).toMatchObject([200, { active: true }]);
  });

  test('200 with the claims of a device-flow token, not to be kept', async () => {
    const { tokens, post } = await redeemTokens('openid email');
    const { status, body, headers } = await post('/introspect', { ...asServer, token: tokens.access_token });
    const claims = decodeJwt(tokens.access_token);
    expect([status, body]).toEqual([200, { active: true, token_type: 'Bearer', ...claims }]);
    expect(headers['cache-control']).toBe('no-store');
  });

  test('200 with the family of a refresh token, whatever the hint', async () => {
    const { tokens, post } = await redeemTokens('openid email');
    const form = { ...asPublic, token: tokens.refresh_token, token_type_hint: 'access_token' };
    const { status, body } = await post('/introspect', form);
    expect([status, body]).toEqual([
      200,
      {
        active: true,
        iss: 'https://sso.example.test',
        sub: 'user-1',
        aud: ['https://drop.example.test'],
        client_id: 'demo-cli',
        scope: 'openid email',
        exp: startMs / 1000 + 30 * 86_400,
        iat: startMs / 1000,
        sid: tokens.binding_chain,
        amr: ['pwd'],
        auth_time: startMs / 1000 + 60,
      },
    ]);
  });

  test.each([
    ['a session', { token_use: 'user' }],
    ['a member’s session', { token_use: 'member', org: 'acme', role: 'owner' }],
    ['an app', { token_use: 'app', sub: 'demo-cli', cnf: { jkt: 'thumbprint' } }],
  ])('200 with the claims of %s that user-api keeps', async (_kind, changes) => {
    const sso = createSso();
    sso.liveSessions.add('session-1');
    const token = await signSessionToken(sso, changes);
    const token_type = 'cnf' in changes ? 'DPoP' : 'Bearer';
    expect(await introspect(sso, token)).toEqual([200, { active: true, token_type, ...decodeJwt(token) }]);
  });

  test('200 without what a token is bound to on a device', async () => {
    const sso = createSso();
    sso.liveSessions.add('session-1');
    const token = await signSessionToken(sso, { fpr: 'hash' });
    expect((await introspect(sso, token))[1]).not.toHaveProperty('fpr');
  });
});
