import { createDpopKey } from '../dpop-key.ts';
import { isFamilyRevoked } from '../is-family-revoked.ts';
import { createSso, ssoUrl } from '../sso-harness.ts';
import { decodeJwt } from './decode-jwt.ts';

const cli = { client_id: 'demo-cli' };
const invalidProof = { error: 'invalid_dpop_proof', error_description: 'DPoP proof is invalid' };
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
  test('400 invalid_dpop_proof for a bad one, and the code stays redeemable', async () => {
    const { redeem, nowMs } = await approved();
    const spent = key.prove({ nowMs });
    const bad = [
      'x',
      key.prove({ nowMs: nowMs - 31_000 }),
      key.prove({ nowMs: nowMs + 6_000 }),
      key.prove({ nowMs, htm: 'GET' }),
      key.prove({ nowMs, htu: `${ssoUrl}/userinfo` }),
      `${key.prove({ nowMs }).slice(0, -8)}AAAAAAAA`,
    ];
    for (const proof of bad) {
      const response = await redeem(proof);
      expect([response.status, response.body]).toEqual([400, invalidProof]);
    }
    expect((await redeem(spent)).status).toBe(200);
    expect((await redeem(spent)).body).toEqual(invalidProof);
  });

  test('200 with a token bound to the key', async () => {
    const { body } = await redeemed(true);
    expect(body.token_type).toBe('DPoP');
    expect(decodeJwt(body.access_token)['cnf']).toEqual({ jkt: key.jkt });
  });

  test('400 invalid_grant for a bound family without a proof or with another key, and nothing changes', async () => {
    const { refresh, isRevoked } = await redeemed(true);
    for (const by of [undefined, otherKey]) expect((await refresh(by)).body.error).toBe('invalid_grant');
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

  test('401 without the scheme, without a proof, with another key, for another token and a second time', async () => {
    const sso = await redeemed(true);
    const { access_token: accessToken } = sso.body;
    const proof = { nowMs: sso.nowMs, htm: 'GET', htu: `${ssoUrl}/userinfo` };
    const good = key.prove({ ...proof, accessToken });
    const refused = [
      await get(`Bearer ${accessToken}`, {}, sso),
      await get(`Bearer ${accessToken}`, { dpop: key.prove({ ...proof, accessToken }) }, sso),
      await get(`DPoP ${accessToken}`, {}, sso),
      await get(`DPoP ${accessToken}`, { dpop: otherKey.prove({ ...proof, accessToken }) }, sso),
      await get(`DPoP ${accessToken}`, { dpop: key.prove({ ...proof, accessToken: 'another' }) }, sso),
      await get(`DPoP ${accessToken}`, { dpop: key.prove({ ...proof, accessToken, htm: 'POST' }) }, sso),
    ];
    for (const response of refused)
      expect([response.status, response.body.error]).toEqual([401, 'invalid_token']);
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
