import { signAccessToken } from '../../src/token/sign-access-token.ts';
import { redeemTokens } from '../redeem.ts';
import { createSso } from '../sso-harness.ts';

const everything = 'openid profile email groups offline_access';
const invalid = {
  error: 'invalid_token',
  error_description: 'the access token is unknown, expired or revoked',
};
const invalidChallenge =
  'Bearer realm="latchkey", error="invalid_token", error_description="the access token is unknown, expired or revoked"';

async function redeemed(scope = everything, changes: Parameters<typeof redeemTokens>[1] = {}) {
  const sso = await redeemTokens(scope, changes);
  const get = (authorization = `Bearer ${sso.tokens.access_token}`) =>
    sso.agent.get('/userinfo').set({ authorization });
  return { ...sso, get };
}

describe('/userinfo', () => {
  test('401 without a token, and no error in the challenge', async () => {
    const { agent, post } = createSso();
    for (const response of [await agent.get('/userinfo'), await post('/userinfo', {})]) {
      expect([response.status, response.body]).toEqual([
        401,
        { error: 'invalid_token', error_description: 'an access token is required' },
      ]);
      expect(response.headers['www-authenticate']).toBe('Bearer realm="latchkey"');
    }
  });

  test('401 for a token in the query, which is never read', async () => {
    const { agent, tokens } = await redeemed();
    expect((await agent.get(`/userinfo?access_token=${tokens.access_token}`)).status).toBe(401);
  });

  test('401 for what is no live access token of the device flow', async () => {
    const { get, tokens } = await redeemed();
    for (const authorization of ['Bearer x', 'Bearer', 'Basic eDp5', `Bearer ${tokens.refresh_token}`]) {
      const response = await get(authorization);
      expect([response.status, response.body]).toEqual([401, invalid]);
      expect(response.headers['www-authenticate']).toBe(invalidChallenge);
    }
  });

  test('401 once it has expired, its family is revoked or the account is not active', async () => {
    const expired = await redeemed();
    expired.clock.advance(906);
    expect((await expired.get()).body).toEqual(invalid);
    const revoked = await redeemed();
    await revoked.context.families.revoke(revoked.tokens.binding_chain, 'admin', revoked.clock.now());
    expect((await revoked.get()).body).toEqual(invalid);
    const disabled = await redeemed();
    disabled.standings.clear();
    expect((await disabled.get()).body).toEqual(invalid);
    const voided = await redeemed();
    const standing = voided.standings.get('user-1')!;
    for (const afterMs of [1, 1000]) {
      voided.standings.set('user-1', { ...standing, tokensValidAfterMs: voided.clock.now() + afterMs });
      expect((await voided.get()).body).toEqual(invalid);
    }
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
    const sign = (sub: string) =>
      signAccessToken(context, { ...claims, ...family, sub }, context.now()).accessToken;
    expect((await get(`Bearer ${sign('user-1')}`)).status).toBe(200);
    expect((await get(`Bearer ${sign('user-2')}`)).body).toEqual(invalid);
  });

  test('403 insufficient_scope without openid', async () => {
    const { get } = await redeemed('email offline_access');
    const response = await get();
    expect([response.status, response.body]).toEqual([
      403,
      { error: 'insufficient_scope', error_description: 'the access token lacks the scope openid' },
    ]);
    expect(response.headers['www-authenticate']).toContain('error="insufficient_scope"');
  });

  test('400 for a token in both places', async () => {
    const { post, tokens } = await redeemed();
    const form = { access_token: tokens.access_token };
    const response = await post('/userinfo', form, { authorization: `Bearer ${tokens.access_token}` });
    expect([response.status, response.body]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'send the access token in one place, header or body' },
    ]);
  });

  test('200 with what the scope lets it tell, by header and by form', async () => {
    const { get, post, tokens } = await redeemed();
    const told = { sub: 'user-1', name: 'Demo User', email: 'demo@latchkey.test', groups: ['acme'] };
    const posted = await post('/userinfo', { access_token: tokens.access_token });
    for (const response of [await get(), await get(`bearer ${tokens.access_token}`), posted]) {
      expect([response.status, response.body]).toEqual([200, told]);
      expect(response.headers['cache-control']).toBe('no-store');
    }
    const { get: getLess } = await redeemed('openid');
    expect((await getLess()).body).toEqual({ sub: 'user-1' });
  });
});
