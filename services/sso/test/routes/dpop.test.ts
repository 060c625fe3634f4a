import { errors } from '../../src/errors.ts';
import { createDpopKey } from '../dpop-key.ts';
import { isFamilyRevoked } from '../is-family-revoked.ts';
import { createSso, oauthError, ssoUrl } from '../sso-harness.ts';
import { decodeJwt } from './decode-jwt.ts';

const cli = { client_id: 'demo-cli' };
const invalidProof = oauthError(errors.invalidProof);
const key = createDpopKey(`${ssoUrl}/token`);
const otherKey = createDpopKey(`${ssoUrl}/token`);

async function approved() {
  const sso = createSso();
  const { device_code } = await sso.start();
  await sso.approve(device_code);
  const nowMs = sso.clock.now();
  const redeem = (dpop?: string) =>
    sso.post(
      '/token',
      { ...cli, grant_type: 'device_code', device_code },
      dpop === undefined ? {} : { dpop },
    );
  return { ...sso, redeem, nowMs };
}

/** A family that was redeemed with `key`, or with none. */
async function redeemed(isBound: boolean) {
  const sso = await approved();
  const { nowMs } = sso;
  const { body } = await sso.redeem(isBound ? key.prove({ nowMs }) : undefined);
  const { refresh_token, binding_chain, binding_link } = body;
  const form = { ...cli, grant_type: 'refresh_token', refresh_token, binding_chain, binding_link };
  const refresh = (by?: typeof key) =>
    sso.post('/token', form, by === undefined ? {} : { dpop: by.prove({ nowMs }) });
  return { ...sso, body, refresh, isRevoked: () => isFamilyRevoked(sso.context.families, binding_chain) };
}

describe('POST /token with a DPoP proof', () => {
  test.each<[string, (nowMs: number) => string]>([
    ['that is no JWT', () => 'x'],
    ['of the past', (nowMs) => key.prove({ nowMs: nowMs - 31_000 })],
    ['of the future', (nowMs) => key.prove({ nowMs: nowMs + 6_000 })],
    ['for another method', (nowMs) => key.prove({ nowMs, htm: 'GET' })],
    ['for another URL', (nowMs) => key.prove({ nowMs, htu: `${ssoUrl}/userinfo` })],
    ['with a forged signature', (nowMs) => `${key.prove({ nowMs }).slice(0, -8)}AAAAAAAA`],
  ])('400 invalid_dpop_proof for a proof %s, and the code stays redeemable', async (_what, prove) => {
    const { redeem, nowMs } = await approved();
    const response = await redeem(prove(nowMs));
    expect([response.status, response.body]).toEqual([400, invalidProof]);
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

  test('200 binds the access token alone where the family is not bound', async () => {
    const { refresh, post, body, nowMs } = await redeemed(false);
    expect([body.token_type, decodeJwt(body.access_token)['cnf']]).toEqual(['Bearer', undefined]);
    const bound = (await refresh(key)).body;
    expect(bound.token_type).toBe('DPoP');
    const { refresh_token, binding_chain, binding_link } = bound;
    const form = { ...cli, grant_type: 'refresh_token', refresh_token, binding_chain, binding_link };
    expect((await post('/token', form)).body.token_type).toBe('Bearer');
    expect(nowMs).toBeGreaterThan(0);
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
    ['without the scheme and a proof', 'Bearer', undefined],
    ['without the scheme', 'Bearer', (proof) => key.prove(proof)],
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
    expect((await get(`DPoP ${accessToken}`, { dpop: key.prove(proof) }, sso)).status).toBe(200);
  });

  test('200 with a proof, and 401 with the same proof a second time', async () => {
    const sso = await redeemed(true);
    const { access_token: accessToken } = sso.body;
    const good = key.prove({ nowMs: sso.nowMs, htm: 'GET', htu: `${ssoUrl}/userinfo`, accessToken });
    expect((await get(`DPoP ${accessToken}`, { dpop: good }, sso)).body).toEqual({ sub: 'user-1' });
    expect((await get(`DPoP ${accessToken}`, { dpop: good }, sso)).status).toBe(401);
  });

  test('401 for an unbound token under the scheme DPoP', async () => {
    const sso = await redeemed(false);
    const { access_token: accessToken } = sso.body;
    const dpop = key.prove({ nowMs: sso.nowMs, htm: 'GET', htu: `${ssoUrl}/userinfo`, accessToken });
    expect((await get(`DPoP ${accessToken}`, { dpop }, sso)).status).toBe(401);
  });
});
