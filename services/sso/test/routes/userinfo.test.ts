import { errors } from '../../src/errors.ts';
import { signAccessToken } from '../../src/oauth/token/sign-access-token.ts';
import { redeemTokens } from '../redeem.ts';
import { createSso, oauthError } from '../sso-harness.ts';

const everything = 'openid profile email groups offline_access';
const invalid = oauthError(errors.accessTokenInvalid);
const invalidChallenge =
  'Bearer realm="latchkey", error="invalid_token", error_description="the access token is unknown, expired or revoked"';

async function redeemed(scope = everything, changes: Parameters<typeof redeemTokens>[1] = {}) {
  const sso = await redeemTokens(scope, changes);
  const get = (authorization = `Bearer ${sso.tokens.access_token}`) =>
    sso.agent.get('/userinfo').set({ authorization });
  return { ...sso, get };
}

describe('/userinfo', () => {
  test.each(['get', 'post'] as const)(
    '401 for a %s without a token, and no error in the challenge',
    async (method) => {
      const response = await createSso().agent[method]('/userinfo').type('form').send('');
      expect([response.status, response.body]).toEqual([401, oauthError(errors.accessTokenMissing)]);
      expect(response.headers['www-authenticate']).toBe('Bearer realm="latchkey"');
    },
  );

  test('401 for a token in the query, which is never read', async () => {
    const { agent, tokens } = await redeemed();
    expect((await agent.get(`/userinfo?access_token=${tokens.access_token}`)).status).toBe(401);
  });

  test.each<[string, (refreshToken: string) => string]>([
    ['a word', () => 'Bearer x'],
    ['the scheme alone', () => 'Bearer'],
    ['another scheme', () => 'Basic eDp5'],
    ['a refresh token', (refreshToken) => `Bearer ${refreshToken}`],
  ])('401 for %s in place of an access token', async (_what, authorizationOf) => {
    const { get, tokens } = await redeemed();
    const response = await get(authorizationOf(tokens.refresh_token));
    expect([response.status, response.body]).toEqual([401, invalid]);
    expect(response.headers['www-authenticate']).toBe(invalidChallenge);
  });

  type Redeemed = Awaited<ReturnType<typeof redeemed>>;
  const voidAfter = ({ standings, clock }: Redeemed, milliseconds: number) => {
    const tokensValidAfterMs = clock.now() + milliseconds;
    standings.set('user-1', { ...standings.get('user-1')!, tokensValidAfterMs });
  };
  test.each<[string, (sso: Redeemed) => unknown]>([
    ['the token has expired', ({ clock }) => clock.advance(906)],
    [
      'its family is revoked',
      ({ context, tokens, clock }) => context.families.revoke(tokens.binding_chain, 'admin', clock.now()),
    ],
    ['the account is unknown', ({ standings }) => standings.clear()],
    ['the account voided its tokens a millisecond later', (sso) => voidAfter(sso, 1)],
    ['the account voided its tokens a second later', (sso) => voidAfter(sso, 1000)],
  ])('401 once %s', async (_what, end) => {
    const sso = await redeemed();
    await end(sso);
    const { status, body } = await sso.get();
    expect([status, body]).toEqual([401, invalid]);
  });

  test('401 from the absolute end of its family on, though its own time goes on', async () => {
    const { get, clock } = await redeemed(everything, { settings: { refreshAbsoluteTtlSeconds: 600 } });
    clock.advance(599.999);
    expect((await get()).status).toBe(200);
    clock.advance(0.001);
    expect((await get()).body).toEqual(invalid);
  });

  test('401 for a token that names the family of somebody else', async () => {
    const { get, context, standings, tokens } = await redeemed();
    standings.set('user-2', { ...standings.get('user-1')!, userId: 'user-2' });
    const claims = { client_id: 'demo-cli', aud: ['https://drop.example.test'], scope: 'openid' };
    const family = { sid: tokens.binding_chain, token_use: 'user', pk: 'user' } as const;
    const sign = async (sub: string) =>
      (await signAccessToken(context, { ...claims, ...family, sub }, context.now())).accessToken;
    expect((await get(`Bearer ${await sign('user-1')}`)).status).toBe(200);
    expect((await get(`Bearer ${await sign('user-2')}`)).body).toEqual(invalid);
  });

  test('403 insufficient_scope without openid', async () => {
    const { get } = await redeemed('email offline_access');
    const response = await get();
    expect([response.status, response.body]).toEqual([403, oauthError(errors.openidMissing)]);
    expect(response.headers['www-authenticate']).toContain('error="insufficient_scope"');
  });

  test('400 for a token in both places', async () => {
    const { post, tokens } = await redeemed();
    const form = { access_token: tokens.access_token };
    const response = await post('/userinfo', form, { authorization: `Bearer ${tokens.access_token}` });
    expect([response.status, response.body]).toEqual([400, oauthError(errors.twoAccessTokens)]);
  });

  test.each<[string, (sso: Redeemed) => ReturnType<Redeemed['post']>]>([
    ['header', ({ get }) => get()],
    ['header, its scheme in lower case', ({ get, tokens }) => get(`bearer ${tokens.access_token}`)],
    ['form', ({ post, tokens }) => post('/userinfo', { access_token: tokens.access_token })],
  ])('200 with all that the scope allows, by %s', async (_how, ask) => {
    const { status, body, headers } = await ask(await redeemed());
    const claims = {
      sub: 'user-1',
      name: 'Demo User',
      email: 'demo@latchkey.test',
      email_verified: true,
      groups: ['acme'],
    };
    expect([status, body]).toEqual([200, claims]);
    expect(headers['cache-control']).toBe('no-store');
  });

  test('200 with the subject alone for the scope openid', async () => {
    const { get } = await redeemed('openid');
    expect((await get()).body).toEqual({ sub: 'user-1' });
  });
});
