import * as oauth from 'oauth4webapi';
import { allow, approve, demo } from '../../infra/local/person.ts';
import { shareStack } from '../../infra/local/share-stack.ts';
import type { Stack } from '../../infra/local/stack.ts';
import type { TokenPackage } from '../../services/sso/src/token/token-package.ts';
import { makeBareClient } from './make-bare-client.ts';

const scope = 'openid email offline_access';
const insecure = { [oauth.allowInsecureRequests]: true } as const;
const client: oauth.Client = { client_id: demo.rp.client_id };
const auth = oauth.ClientSecretPost(demo.rp.client_secret);
let stack: Stack;

beforeAll(async () => {
  stack = await shareStack();
});
afterAll(() => stack.stop());

async function discover(algorithm: 'oidc' | 'oauth2' = 'oauth2'): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(stack.urls.sso);
  const response = await oauth.discoveryRequest(issuer, { algorithm, ...insecure });
  return oauth.processDiscoveryResponse(issuer, response);
}

async function start(as: oauth.AuthorizationServer): Promise<oauth.DeviceAuthorizationResponse> {
  const response = await oauth.deviceAuthorizationRequest(as, client, auth, { scope }, insecure);
  return oauth.processDeviceAuthorizationResponse(as, client, response);
}

async function poll(as: oauth.AuthorizationServer, deviceCode: string): Promise<oauth.TokenEndpointResponse> {
  const response = await oauth.deviceCodeGrantRequest(as, client, auth, deviceCode, insecure);
  const tokens = await oauth.processDeviceCodeResponse(as, client, response);
  await oauth.validateApplicationLevelSignature(as, response, insecure);
  return tokens;
}

async function signIn(as: oauth.AuthorizationServer): Promise<oauth.TokenEndpointResponse> {
  const device = await start(as);
  await approve(stack.urls, { userCode: device.user_code });
  return poll(as, device.device_code);
}

async function refresh(as: oauth.AuthorizationServer, tokens: oauth.TokenEndpointResponse) {
  const { refresh_token, binding_chain, binding_link } = tokens as unknown as TokenPackage;
  const options = { additionalParameters: { binding_chain, binding_link }, ...insecure };
  const response = await oauth.refreshTokenGrantRequest(as, client, auth, refresh_token, options);
  return oauth.processRefreshTokenResponse(as, client, response);
}

test.each(['oidc', 'oauth2'] as const)('the %s metadata passes its checks', async (algorithm) => {
  const as = await discover(algorithm);
  expect(as).toMatchObject({ issuer: stack.urls.sso, token_endpoint: `${stack.urls.sso}/token` });
});

test('a poll too soon is authorization_pending, then slow_down, and an approval gives a verified id_token', async () => {
  const as = await discover();
  const device = await start(as);
  expect(device).toMatchObject({ interval: 1, expires_in: 600 });
  await expect(poll(as, device.device_code)).rejects.toMatchObject({ error: 'authorization_pending' });
  await expect(poll(as, device.device_code)).rejects.toMatchObject({ error: 'slow_down', status: 400 });
  await approve(stack.urls, { userCode: device.user_code });
  const tokens = await poll(as, device.device_code);
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  expect(claims).toMatchObject({ iss: stack.urls.sso, aud: client.client_id, email: demo.email });

  const response = await oauth.userInfoRequest(as, client, tokens.access_token, insecure);
  const person = await oauth.processUserInfoResponse(as, client, claims?.sub ?? '', response);
  expect(person).toEqual({ sub: claims?.sub, email: demo.email, email_verified: true });
});

test('refresh carries the two bindings as additional parameters, and is refused without them', async () => {
  const as = await discover();
  const tokens = await signIn(as);
  const next = await refresh(as, tokens);
  expect(next['binding_chain']).toBe(tokens['binding_chain']);
  expect([tokens.id_token === undefined, next.id_token]).toEqual([false, undefined]);
  const bare = await oauth.refreshTokenGrantRequest(as, client, auth, next.refresh_token ?? '', insecure);
  await expect(oauth.processRefreshTokenResponse(as, client, bare)).rejects.toMatchObject({
    error: 'invalid_request',
    error_description: 'binding_chain is required',
  });
});

test('a client whose refresh_binding is optional refreshes without a word about bindings', async () => {
  const { id, secret } = await makeBareClient(stack.urls, 'confidential');
  const [mine, myAuth] = [{ client_id: id }, oauth.ClientSecretPost(secret)];
  const as = await discover();
  const begun = await oauth.deviceAuthorizationRequest(as, mine, myAuth, { scope }, insecure);
  const device = await oauth.processDeviceAuthorizationResponse(as, mine, begun);
  await approve(stack.urls, { userCode: device.user_code });
  const polled = await oauth.deviceCodeGrantRequest(as, mine, myAuth, device.device_code, insecure);
  const tokens = await oauth.processDeviceCodeResponse(as, mine, polled);
  const bare = await oauth.refreshTokenGrantRequest(as, mine, myAuth, tokens.refresh_token ?? '', insecure);
  const next = await oauth.processRefreshTokenResponse(as, mine, bare);
  expect(next.refresh_token).not.toBe(tokens.refresh_token);
});

async function introspect(as: oauth.AuthorizationServer, token: string) {
  const response = await oauth.introspectionRequest(as, client, auth, token, insecure);
  return oauth.processIntrospectionResponse(as, client, response);
}

test('a revoked family is introspected as inactive and refreshes nothing', async () => {
  const as = await discover();
  const tokens = await signIn(as);
  const introspectBoth = async () => ({
    access: await introspect(as, tokens.access_token),
    refresh: await introspect(as, tokens.refresh_token ?? ''),
  });
  const active = { active: true, client_id: client.client_id };
  expect(await introspectBoth()).toMatchObject({ access: active, refresh: active });
  const response = await oauth.revocationRequest(as, client, auth, tokens.access_token, insecure);
  await oauth.processRevocationResponse(response);
  expect(await introspectBoth()).toEqual({ access: { active: false }, refresh: { active: false } });
  await expect(refresh(as, tokens)).rejects.toMatchObject({ error: 'invalid_grant' });
});

/** Leads the demo person through the browser road; the answer that the app is sent, and the verifier of its request. */
async function allowBy(
  as: oauth.AuthorizationServer,
  app: oauth.Client,
  redirectUri: string,
  more: Record<string, string>,
) {
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
  const page = new URL(as.authorization_endpoint ?? '');
  const sent = {
    response_type: 'code',
    client_id: app.client_id,
    redirect_uri: redirectUri,
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  };
  page.search = new URLSearchParams(sent).toString();
  return { back: oauth.validateAuthResponse(as, app, await allow(page.href), state), verifier };
}

test('the browser road: the issuer of the answer, state, PKCE, nonce, a refresh without bindings', async () => {
  const as = await discover('oidc');
  const redirectUri = 'http://localhost:3000/callback';
  const { back, verifier } = await allowBy(as, client, redirectUri, { nonce: 'n-1' });
  const given = [as, client, auth, back, redirectUri, verifier] as const;
  const answer = await oauth.authorizationCodeGrantRequest(...given, insecure);
  const expected = { expectedNonce: 'n-1', requireIdToken: true };
  const tokens = await oauth.processAuthorizationCodeResponse(as, client, answer, expected);
  await oauth.validateApplicationLevelSignature(as, answer, insecure);
  expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({ aud: client.client_id, email: demo.email });

  const token = tokens.refresh_token ?? '';
  const refreshed = await oauth.refreshTokenGrantRequest(as, client, auth, token, insecure);
  expect(await oauth.processRefreshTokenResponse(as, client, refreshed)).toMatchObject({ scope });
});

test('the browser road: a code and tokens that are bound to the key of the request', async () => {
  const as = await discover('oidc');
  const app: oauth.Client = { client_id: demo.cli.client_id };
  const DPoP = oauth.DPoP(app, await oauth.generateKeyPair('ES256'));
  const options = { DPoP, ...insecure };
  const redirectUri = 'http://127.0.0.1:49153/callback';
  const jkt = { dpop_jkt: await DPoP.calculateThumbprint() };
  const { back, verifier } = await allowBy(as, app, redirectUri, jkt);
  const given = [as, app, oauth.None(), back, redirectUri, verifier] as const;
  const answer = await oauth.authorizationCodeGrantRequest(...given, options);
  const tokens = await oauth.processAuthorizationCodeResponse(as, app, answer, { requireIdToken: true });
  expect(tokens.token_type).toBe('dpop');
  const token = tokens.refresh_token ?? '';
  const refreshed = await oauth.refreshTokenGrantRequest(as, app, oauth.None(), token, options);
  expect((await oauth.processRefreshTokenResponse(as, app, refreshed)).token_type).toBe('dpop');
});
