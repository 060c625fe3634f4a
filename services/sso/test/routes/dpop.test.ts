import type { ErrorSpec } from '@latchkey/contracts';
import { headerFaults } from '@latchkey/request-parser';
import { errors } from '../../src/errors.ts';
import { createDpopKey } from '../dpop-key.ts';
import { isFamilyRevoked } from '../is-family-revoked.ts';
import { refreshing } from '../redeem.ts';
import { createSso, oauthError, secretOf, ssoUrl } from '../sso-harness.ts';
import { decodeJwt } from './decode-jwt.ts';

const cli = { client_id: 'demo-cli' };
const rp = { client_id: 'demo-rp', client_secret: secretOf('demo-rp') };
const invalidProof = oauthError(errors.invalidProof);
const key = createDpopKey(`${ssoUrl}/token`);
const otherKey = createDpopKey(`${ssoUrl}/token`);

async function approved(client: Record<string, string> = cli) {
  const sso = createSso();
  const { device_code } = await sso.start(client);
  await sso.approve(device_code);
  const nowMs = sso.clock.now();
  const redeem = (dpop?: string) =>
    sso.post(
      '/token',
      { ...client, grant_type: 'device_code', device_code },
      dpop === undefined ? {} : { dpop },
    );
  return { ...sso, redeem, nowMs };
}

/** A family that was redeemed with `key`, or with none. */
async function redeemed(isBound: boolean, client: Record<string, string> = cli) {
  const sso = await approved(client);
  const { nowMs } = sso;
  const { body } = await sso.redeem(isBound ? key.prove({ nowMs }) : undefined);
  const form = refreshing(body, client);
  const refresh = (by?: typeof key) =>
    sso.post('/token', form, by === undefined ? {} : { dpop: by.prove({ nowMs }) });
  return {
    ...sso,
    body,
    form,
    refresh,
    isRevoked: () => isFamilyRevoked(sso.context.families, body.binding_chain),
  };
}

describe('a refresh without chain and link, of a public client whose binding is optional', () => {
  async function optional(isBound: boolean) {
    const flow = await redeemed(isBound);
    flow.clients.set('demo-cli', { ...flow.clients.get('demo-cli')!, refreshBinding: 'optional' });
    const { grant_type = '', refresh_token = '' } = flow.form;
    const bare = (by: typeof key) =>
      flow.post('/token', { ...cli, grant_type, refresh_token }, { dpop: by.prove({ nowMs: flow.nowMs }) });
    return { ...flow, bare };
  }

  test('200 with a proof of the key of the family', async () => {
    const { bare, isRevoked } = await optional(true);
    expect((await bare(key)).status).toBe(200);
    expect(await isRevoked()).toBe(false);
  });

  test('400 invalid_grant with a proof of another key, and nothing changes', async () => {
    const { bare, isRevoked } = await optional(true);
    expect((await bare(otherKey)).body).toEqual(oauthError(errors.invalidRefreshToken));
    expect((await bare(key)).status).toBe(200);
    expect(await isRevoked()).toBe(false);
  });

  test('400 with a proof of any key for a family that has none: whoever holds the token has a key', async () => {
    const { bare, refresh, isRevoked } = await optional(false);
    const { status, body } = await bare(key);
    expect([status, body]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'binding_chain is required' },
    ]);
    expect((await refresh()).status).toBe(200);
    expect(await isRevoked()).toBe(false);
  });
});

describe('POST /token with a DPoP proof', () => {
  test.each<[string, (nowMs: number) => string]>([
    ['that is no JWT', () => 'x'],
    ['for another method', (nowMs) => key.prove({ nowMs, htm: 'GET' })],
    ['for another URL', (nowMs) => key.prove({ nowMs, htu: `${ssoUrl}/userinfo` })],
    ['with a forged signature', (nowMs) => `${key.prove({ nowMs }).slice(0, -8)}AAAAAAAA`],
  ])('400 invalid_dpop_proof for a proof %s, and the code stays redeemable', async (_what, prove) => {
    const { redeem, nowMs } = await approved();
    const response = await redeem(prove(nowMs));
    expect([response.status, response.body]).toEqual([400, invalidProof]);
    expect((await redeem(key.prove({ nowMs }))).status).toBe(200);
  });

  test.each([
    ['61 s old', -61_000],
    ['16 s ahead', 16_000],
  ])('400 use_dpop_nonce for a proof %s, then 200 with the nonce', async (_what, offMs) => {
    const { redeem, nowMs } = await approved();
    const late = nowMs + offMs;
    const refused = await redeem(key.prove({ nowMs: late }));
    expect([refused.status, refused.body]).toEqual([400, oauthError(errors.nonceNeeded)]);
    expect(refused.headers).not.toHaveProperty('www-authenticate');
    const nonce = refused.headers['dpop-nonce'] ?? '';
    expect((await redeem(key.prove({ nowMs: late, nonce: `${nonce}x` }))).body.error).toBe('use_dpop_nonce');
    const { status, body } = await redeem(key.prove({ nowMs: late, nonce }));
    expect([status, body.token_type]).toEqual([200, 'DPoP']);
  });

  test.each<[string, string | string[], object]>([
    ['invalid_dpop_proof for two DPoP headers', 'dpop', headerFaults.dpop],
    ['invalid_request for two Authorization headers', 'authorization', headerFaults.authorization],
  ])('400 %s, also joined by a proxy, and the code stays redeemable', async (_what, name, fault) => {
    const { agent, redeem, nowMs } = await approved();
    const { code, message } = fault as ErrorSpec;
    const value = name === 'dpop' ? key.prove({ nowMs }) : 'Basic eDp5';
    for (const sent of [[value, value], `${value}, ${value}`]) {
      const refused = await agent
        .post('/token')
        .set(String(name), sent as string)
        .send('grant_type=x');
      expect([refused.status, refused.body]).toEqual([400, oauthError({ code, message })]);
    }
    expect((await redeem(key.prove({ nowMs }))).status).toBe(200);
  });

  test('400 invalid_dpop_proof for a proof that was used before', async () => {
    const { redeem, nowMs } = await approved();
    const spent = key.prove({ nowMs });
    expect((await redeem(spent)).status).toBe(200);
    const response = await redeem(spent);
    expect([response.status, response.body]).toEqual([400, invalidProof]);
  });

  test('200 with a token bound to the key', async () => {
    const { body } = await redeemed(true);
    expect(body.token_type).toBe('DPoP');
    expect(decodeJwt(body.access_token)['cnf']).toEqual({ jkt: key.jkt });
  });

  test.each([
    ['without a proof', undefined],
    ['with another key', otherKey],
  ])('400 invalid_grant for a bound family %s, and nothing changes', async (_what, by) => {
    const { refresh, isRevoked } = await redeemed(true);
    const refused = await refresh(by);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
    expect(await isRevoked()).toBe(false);
    const { status, body } = await refresh(key);
    expect([status, body.token_type]).toEqual([200, 'DPoP']);
    expect(decodeJwt(body.access_token)['cnf']).toEqual({ jkt: key.jkt });
  });

  test('200 with the same answer again for the same key, 400 and the end of the family for another', async () => {
    const { refresh, isRevoked } = await redeemed(true);
    const first = await refresh(key);
    expect((await refresh(key)).text).toBe(first.text);
    expect((await refresh(otherKey)).body.error).toBe('invalid_grant');
    expect(await isRevoked()).toBe(true);
  });

  test.each(['public', 'confidential'])(
    '200 binds the family of a %s client to the key of a refresh from then on',
    async (kind) => {
      const { refresh, post, body, nowMs, context, form } = await redeemed(
        false,
        kind === 'public' ? cli : rp,
      );
      expect([body.token_type, decodeJwt(body.access_token)['cnf']]).toEqual(['Bearer', undefined]);
      const bound = (await refresh(key)).body;
      expect(bound.token_type).toBe('DPoP');
      const next = { ...form, refresh_token: bound.refresh_token, binding_link: bound.binding_link };
      for (const headers of [{}, { dpop: otherKey.prove({ nowMs }) }]) {
        const refused = await post('/token', next, headers);
        expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
      }
      expect((await context.families.findById(bound.binding_chain))?.jkt).toBe(key.jkt);
      expect((await post('/token', next, { dpop: key.prove({ nowMs }) })).body.token_type).toBe('DPoP');
    },
  );

  test('400 for all but one of many refreshes with different keys, whose key then counts', async () => {
    const { refresh, body, context } = await redeemed(false);
    const keys = Array.from({ length: 12 }, () => createDpopKey(`${ssoUrl}/token`));
    const answers = await Promise.all(keys.map((one) => refresh(one)));
    const winners = answers.flatMap(({ status }, index) => (status === 200 ? [keys[index]?.jkt] : []));
    expect(winners).toHaveLength(1);
    expect((await context.families.findById(body.binding_chain))?.jkt).toBe(winners[0]);
  });
});

describe('/userinfo with a bound token', () => {
  async function get(
    authorization: string,
    headers: Record<string, string>,
    sso: Awaited<ReturnType<typeof redeemed>>,
  ) {
    return sso.agent.get('/userinfo').set({ authorization, ...headers });
  }

  type Proof = Parameters<typeof key.prove>[0];
  test.each<[string, string, ((proof: Proof) => string) | undefined]>([
    ['with the scheme Bearer, without a proof', 'Bearer', undefined],
    ['with the scheme Bearer, beside its proof', 'Bearer', (proof) => key.prove(proof)],
    ['without a proof', 'DPoP', undefined],
    ['with another key', 'DPoP', (proof) => otherKey.prove(proof)],
    ['with a proof for another token', 'DPoP', (proof) => key.prove({ ...proof, accessToken: 'another' })],
    ['with a proof for another method', 'DPoP', (proof) => key.prove({ ...proof, htm: 'POST' })],
  ])('401 %s', async (_what, scheme, prove) => {
    const sso = await redeemed(true);
    const { access_token: accessToken } = sso.body;
    const proof = { nowMs: sso.nowMs, htm: 'GET', htu: `${ssoUrl}/userinfo`, accessToken };
    const refused = await get(
      `${scheme} ${accessToken}`,
      prove === undefined ? {} : { dpop: prove(proof) },
      sso,
    );
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_token']);
    const error = prove === undefined || scheme === 'Bearer' ? 'invalid_token' : 'invalid_dpop_proof';
    expect(refused.headers['www-authenticate']).toMatch(
      new RegExp(`^DPoP realm="latchkey", error="${error}", error_description="[^"]+", algs="ES256 `),
    );
    expect((await get(`DPoP ${accessToken}`, { dpop: key.prove(proof) }, sso)).status).toBe(200);
  });

  test('200 with a proof, and 401 with the same proof a second time', async () => {
    const sso = await redeemed(true);
    const { access_token: accessToken } = sso.body;
    const good = key.prove({ nowMs: sso.nowMs, htm: 'GET', htu: `${ssoUrl}/userinfo`, accessToken });
    expect((await get(`DPoP ${accessToken}`, { dpop: good }, sso)).body).toEqual({ sub: 'user-1' });
    expect((await get(`DPoP ${accessToken}`, { dpop: good }, sso)).status).toBe(401);
  });

  test('401 challenges with use_dpop_nonce for an old proof, then 200 with the nonce', async () => {
    const sso = await redeemed(true);
    const { access_token: accessToken } = sso.body;
    const proof = { nowMs: sso.nowMs - 600_000, htm: 'GET', htu: `${ssoUrl}/userinfo`, accessToken };
    const refused = await get(`DPoP ${accessToken}`, { dpop: key.prove(proof) }, sso);
    expect([refused.status, refused.body]).toEqual([401, oauthError(errors.proofNeedsNonce)]);
    expect(refused.headers['www-authenticate']).toMatch(/^DPoP realm="latchkey", error="use_dpop_nonce", /);
    const nonce = refused.headers['dpop-nonce'] ?? '';
    expect((await get(`DPoP ${accessToken}`, { dpop: key.prove({ ...proof, nonce }) }, sso)).status).toBe(
      200,
    );
  });

  test.each(['DPoP', 'Bearer'])('401 challenges as %s for a bad token under that scheme', async (scheme) => {
    const refused = await get(`${scheme} x`, {}, await redeemed(true));
    expect(refused.headers['www-authenticate']).toMatch(
      new RegExp(`^${scheme} realm="latchkey", error="invalid_token"`),
    );
  });

  test('401 for an unbound token under the scheme DPoP', async () => {
    const sso = await redeemed(false);
    const { access_token: accessToken } = sso.body;
    const dpop = key.prove({ nowMs: sso.nowMs, htm: 'GET', htu: `${ssoUrl}/userinfo`, accessToken });
    expect((await get(`DPoP ${accessToken}`, { dpop }, sso)).status).toBe(401);
  });
});
