import { ApiError } from '@latchkey/contracts';
import { ssoClientId } from '@latchkey/tokens';
import type { SsoContext } from '../../src/context.ts';
import { errors } from '../../src/errors.ts';
import { signPayload } from '../../src/oauth/relay/mint-relay.ts';
import { signAccessToken, type TokenSubject } from '../../src/oauth/token/sign-access-token.ts';
import { isFamilyRevoked } from '../is-family-revoked.ts';
import { redeemTokens } from '../redeem.ts';
import { createSso, oauthError, secretOf } from '../sso-harness.ts';

const cli = { client_id: 'demo-cli' };
const rp = { client_id: 'demo-rp', client_secret: secretOf('demo-rp') };

async function redeemed() {
  const sso = await redeemTokens('openid offline_access');
  const { access_token: _, ...presented } = sso.tokens;
  const refresh = () => sso.post('/token', { ...cli, grant_type: 'refresh_token', ...presented });
  const revoke = (form: Record<string, string>) => sso.post('/revoke', form);
  return {
    ...sso,
    refresh,
    revoke,
    isRevoked: () => isFamilyRevoked(sso.context.families, sso.tokens.binding_chain),
  };
}

describe('POST /revoke', () => {
  test('401 for a client that fails to authenticate', async () => {
    const { revoke, tokens, isRevoked } = await redeemed();
    expect((await revoke({ client_id: 'nobody', token: tokens.refresh_token })).status).toBe(401);
    expect(await isRevoked()).toBe(false);
  });

  test('400 without a token', async () => {
    const response = await (await redeemed()).revoke(cli);
    expect([response.status, response.body]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'token is required' },
    ]);
  });

  test.each(['refresh_token', 'access_token'] as const)(
    '200 and nothing ends for the %s of another client',
    async (name) => {
      const { revoke, tokens, isRevoked } = await redeemed();
      const response = await revoke({ ...rp, token: tokens[name] });
      expect([response.status, response.body]).toEqual([200, {}]);
      expect(await isRevoked()).toBe(false);
    },
  );

  test('400 unsupported_token_type for an ID token, a guard payload, a root token and sso’s own token', async () => {
    const sso = await redeemed();
    const { context, start, approve, post } = sso;
    const { device_code } = await start();
    await approve(device_code, 'openid');
    const { id_token } = (await post('/token', { ...cli, grant_type: 'device_code', device_code })).body;
    const payload = await signPayload(context, 'user_login', { client_id: 'demo-rp' });
    const root = `rs_${'a'.repeat(43)}`;
    for (const token of [id_token, payload, root, await signSession(context, { ...ownToken })]) {
      const response = await sso.revoke({ ...cli, token });
      expect([response.status, response.body]).toEqual([400, oauthError(errors.tokenNotRevocable)]);
    }
  });

  test('200 for an unknown token', async () => {
    const { revoke, isRevoked } = await redeemed();
    const response = await revoke({ ...cli, token: 'x' });
    expect([response.status, response.body]).toEqual([200, {}]);
    expect(await isRevoked()).toBe(false);
  });

  test.each(['refresh_token', 'access_token'] as const)(
    '200 ends the family by its %s, once',
    async (name) => {
      const { revoke, tokens, isRevoked, refresh, events } = await redeemed();
      for (const hint of ['refresh_token', 'access_token', 'anything']) {
        const response = await revoke({ ...cli, token: tokens[name], token_type_hint: hint });
        expect([response.status, response.body]).toEqual([200, {}]);
      }
      expect(await isRevoked()).toBe(true);
      expect((await refresh()).body.error).toBe('invalid_grant');
      expect((await events()).filter(({ type }) => type === 'family.revoked')).toHaveLength(1);
    },
  );

  test('200 ends the family by a token that was rotated away', async () => {
    const { revoke, tokens, isRevoked, refresh } = await redeemed();
    expect((await refresh()).status).toBe(200);
    await revoke({ ...cli, token: tokens.refresh_token });
    expect(await isRevoked()).toBe(true);
  });
});

describe('POST /revoke of a token that user-api keeps', () => {
  const session = { sub: 'user-1', client_id: 'demo-rp', sid: 'session-1', token_use: 'user' } as const;
  const app = { sub: 'demo-rp', client_id: 'demo-rp', sid: 'issue-1', token_use: 'app' } as const;

  function createWatched(endSession?: () => Promise<void>) {
    const ended: unknown[] = [];
    const sso = createSso();
    sso.context.userApi.endSession = ({ sid, client_id, token_use }, { ip, userAgent }) => {
      ended.push([sid, client_id, token_use, ip, userAgent]);
      return endSession?.() ?? Promise.resolve();
    };
    return { ...sso, ended };
  }

  test.each([session, app])(
    '200 and user-api is asked to end it, with the address of the client: %j',
    async (claims) => {
      const { post, context, ended } = createWatched();
      const headers = { 'user-agent': 'rp/1', 'x-forwarded-for': '192.0.2.7' };
      const response = await post('/revoke', { ...rp, token: await signSession(context, claims) }, headers);
      expect([response.status, response.body]).toEqual([200, {}]);
      expect(ended).toEqual([[claims.sid, 'demo-rp', claims.token_use, '192.0.2.7', 'rp/1']]);
    },
  );

  test('200 and user-api is not asked for a token of another client, or one that has expired', async () => {
    const { post, context, ended, clock } = createWatched();
    const token = await signSession(context, session);
    expect((await post('/revoke', { ...cli, token })).status).toBe(200);
    clock.advance(1000);
    expect((await post('/revoke', { ...rp, token })).status).toBe(200);
    expect(ended).toEqual([]);
  });

  test('503 while user-api cannot be notified', async () => {
    const failure = new ApiError({ code: 'upstream_unavailable', message: 'user-api is not available' });
    const { post, context } = createWatched(() => Promise.reject(failure));
    const { status, body } = await post('/revoke', { ...rp, token: await signSession(context, app) });
    expect([status, body.error]).toEqual([503, 'temporarily_unavailable']);
  });
});

const ownToken = { sub: ssoClientId, client_id: ssoClientId, sid: ssoClientId, token_use: 'app' } as const;

async function signSession(context: SsoContext, claims: Partial<TokenSubject>) {
  const usual: TokenSubject = {
    sub: '',
    client_id: '',
    sid: '',
    token_use: 'user',
    aud: 'a',
    scope: '',
    pk: 'user',
  };
  return (await signAccessToken(context, { ...usual, ...claims }, context.now())).accessToken;
}
