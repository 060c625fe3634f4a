import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import { allow, demo } from '../../infra/local/person.ts';
import { shareStack } from '../../infra/local/share-stack.ts';
import type { Stack } from '../../infra/local/stack.ts';

/** Libraries as they come, in a browser of a person: settings, and not a line about Latchkey. */
const scope = 'openid email offline_access';
const webApp = 'http://localhost:3000/callback';
let stack: Stack;

beforeAll(async () => {
  stack = await shareStack();
});
afterAll(() => stack.stop());

test.each([
  ['demo-rp', webApp, client.ClientSecretPost('demo-secret-demo-rp')],
  ['demo-rp-basic', webApp, client.ClientSecretBasic('demo-secret-demo-rp-basic')],
  ['demo-cli', 'http://127.0.0.1:49152/callback', client.None()],
])(
  'openid-client as %s: a code, a checked id_token, userinfo, a refresh, and sign-out',
  async (id, at, auth) => {
    const execute = [client.allowInsecureRequests, client.enableNonRepudiationChecks];
    const config = await client.discovery(new URL(stack.urls.sso), id, undefined, auth, { execute });
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()];
    const page = client.buildAuthorizationUrl(config, {
      redirect_uri: at,
      scope,
      state: expectedState,
      nonce: expectedNonce,
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    const back = await allow(page.href);
    expect(back.href.startsWith(`${at}?`)).toBe(true);
    const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true };
    const tokens = await client.authorizationCodeGrant(config, back, checks);
    const claims = tokens.claims();
    expect(claims).toMatchObject({
      aud: id,
      email: demo.email,
      amr: ['password'],
      auth_time: expect.any(Number),
    });
    const person = await client.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '');
    expect(person.email).toBe(demo.email);
    const { refresh_token: first = '' } = tokens;
    const next = await client.refreshTokenGrant(config, first);
    expect([next.refresh_token === first, next.access_token === tokens.access_token]).toEqual([false, false]);
    const out = client.buildEndSessionUrl(config, { id_token_hint: tokens.id_token ?? '' });
    expect((await fetch(out)).status).toBe(200);
    await expect(client.authorizationCodeGrant(config, back, checks)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  },
);

test('oauth4webapi: a code and tokens that are bound to the key of the request', async () => {
  const insecure = { [oauth.allowInsecureRequests]: true } as const;
  const issuer = new URL(stack.urls.sso);
  const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
  const app: oauth.Client = { client_id: demo.cli.client_id };
  const DPoP = oauth.DPoP(app, await oauth.generateKeyPair('ES256'));
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
  const redirectUri = 'http://127.0.0.1:49153/callback';
  const page = new URL(as.authorization_endpoint ?? '');
  const asked = {
    response_type: 'code',
    client_id: app.client_id,
    redirect_uri: redirectUri,
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    dpop_jkt: await DPoP.calculateThumbprint(),
  };
  page.search = new URLSearchParams(asked).toString();
  const back = oauth.validateAuthResponse(as, app, await allow(page.href), state);
  const redeem = async () => {
    const options = { DPoP, ...insecure };
    const auth = oauth.None();
    const response = await oauth.authorizationCodeGrantRequest(
      as,
      app,
      auth,
      back,
      redirectUri,
      verifier,
      options,
    );
    return oauth.processAuthorizationCodeResponse(as, app, response, { requireIdToken: true });
  };
  const tokens = await redeem();
  expect(tokens.token_type).toBe('dpop');
  const options = { DPoP, ...insecure };
  const response = await oauth.refreshTokenGrantRequest(
    as,
    app,
    oauth.None(),
    tokens.refresh_token ?? '',
    options,
  );
  expect((await oauth.processRefreshTokenResponse(as, app, response)).token_type).toBe('dpop');
});
