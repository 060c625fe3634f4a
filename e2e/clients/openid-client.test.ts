import * as client from 'openid-client';
import { allow, approve, demo } from '../../infra/local/person.ts';
import { shareStack } from '../../infra/local/share-stack.ts';
import type { Stack } from '../../infra/local/stack.ts';
import { makeBareClient } from './make-bare-client.ts';

const scope = 'openid profile email offline_access';
let stack: Stack;

beforeAll(async () => {
  stack = await shareStack();
});
afterAll(() => stack.stop());

/** The stack speaks http; apart from that the client is as it comes, and verifies each id_token with the keys. */
function discover(clientId: string, auth: client.ClientAuth): Promise<client.Configuration> {
  const execute = [client.allowInsecureRequests, client.enableNonRepudiationChecks];
  return client.discovery(new URL(stack.urls.sso), clientId, undefined, auth, { execute });
}

async function signIn(config: client.Configuration, options?: client.DeviceAuthorizationGrantPollOptions) {
  const device = await client.initiateDeviceAuthorization(config, { scope });
  await approve(stack.urls, { userCode: device.user_code });
  return client.pollDeviceAuthorizationGrant(config, device, undefined, options);
}

type Tokens = Awaited<ReturnType<typeof signIn>>;

function refresh(config: client.Configuration, tokens: Tokens, options?: client.DPoPOptions) {
  const { refresh_token: token = '', binding_chain: chain, binding_link: link } = tokens;
  const binding = { binding_chain: chain as string, binding_link: link as string };
  return client.refreshTokenGrant(config, token, binding, options);
}

test.each([
  ['demo-cli', client.None()],
  ['demo-rp', client.ClientSecretPost('demo-secret-demo-rp')],
  ['demo-rp-basic', client.ClientSecretBasic('demo-secret-demo-rp-basic')],
])(
  '%s: discovery, device flow, id_token, userinfo, refresh with both bindings, introspection, revocation',
  async (id, auth) => {
    const config = await discover(id, auth);
    const tokens = await signIn(config);
    expect(tokens).toMatchObject({ token_type: 'bearer', scope, expires_in: 900 });
    const claims = tokens.claims();
    expect(claims).toMatchObject({ iss: stack.urls.sso, aud: id, email: demo.email, amr: ['password'] });

    const sub = claims?.sub ?? '';
    expect(await client.fetchUserInfo(config, tokens.access_token, sub)).toMatchObject({
      sub,
      email: demo.email,
    });

    const next = await refresh(config, tokens);
    expect(next['binding_chain']).toBe(tokens['binding_chain']);
    const renewed = ['refresh_token', 'binding_link', 'access_token'];
    expect(renewed.filter((name) => next[name] === tokens[name])).toEqual([]);
    expect(next.claims()).toBeUndefined();

    const seen = { active: true, iss: stack.urls.sso, client_id: id, sub };
    expect(await client.tokenIntrospection(config, next.access_token)).toMatchObject(seen);

    await client.tokenRevocation(config, next.refresh_token ?? '', { token_type_hint: 'refresh_token' });
    await expect(refresh(config, next)).rejects.toMatchObject({ error: 'invalid_grant', status: 400 });
    await expect(client.fetchUserInfo(config, next.access_token, sub)).rejects.toMatchObject({
      code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
      status: 401,
    });
  },
);

test('a client whose refresh_binding is optional refreshes with its secret, or with the key of its tokens', async () => {
  const { id, secret } = await makeBareClient(stack.urls, 'confidential');
  const backEnd = await discover(id, client.ClientSecretPost(secret));
  const { refresh_token: first = '' } = await signIn(backEnd);
  expect((await client.refreshTokenGrant(backEnd, first)).refresh_token).not.toBe(first);

  const cli = await discover((await makeBareClient(stack.urls, 'public')).id, client.None());
  const mine = { DPoP: client.getDPoPHandle(cli, await client.randomDPoPKeyPair('ES256')) };
  const { refresh_token: bound = '' } = await signIn(cli, mine);
  expect((await client.refreshTokenGrant(cli, bound, undefined, mine)).token_type).toBe('dpop');
  const { refresh_token: bare = '' } = await signIn(cli);
  await expect(client.refreshTokenGrant(cli, bare)).rejects.toMatchObject({ error: 'invalid_request' });
});

test('it keeps polling while the person takes their time, and slows down when asked to', async () => {
  const config = await discover('demo-cli', client.None());
  const device = await client.initiateDeviceAuthorization(config, { scope });
  // An impatient first poll, so that the next one after it is early.
  const impatient = { ...device, interval: 0.01 };
  const statuses: string[] = [];
  config[client.customFetch] = async (url, options) => {
    const response = await fetch(url, options as RequestInit);
    const { error, keys } = (await response.clone().json()) as { error?: string; keys?: unknown };
    if (keys === undefined) statuses.push(error ?? 'tokens');
    if (error === 'slow_down') await approve(stack.urls, { userCode: device.user_code });
    return response;
  };
  const tokens = await client.pollDeviceAuthorizationGrant(config, impatient);
  expect(statuses).toEqual(['authorization_pending', 'slow_down', 'tokens']);
  expect(tokens.claims()?.['email']).toBe(demo.email);
});

test('with DPoP the whole family is bound to the key: another key or none refreshes nothing', async () => {
  const config = await discover('demo-cli', client.None());
  const bindTo = async () => ({
    DPoP: client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256')),
  });
  const mine = await bindTo();
  const tokens = await signIn(config, mine);
  expect(tokens.token_type).toBe('dpop');
  const sub = tokens.claims()?.sub ?? '';
  expect(await client.fetchUserInfo(config, tokens.access_token, sub, mine)).toMatchObject({ sub });
  const invalidGrant = { error: 'invalid_grant' };
  await expect(refresh(config, tokens)).rejects.toMatchObject(invalidGrant);
  await expect(refresh(config, tokens, await bindTo())).rejects.toMatchObject(invalidGrant);
  expect((await refresh(config, tokens, mine)).token_type).toBe('dpop');
});

const webApp = 'http://localhost:3000/callback';

test.each([
  ['demo-rp', webApp, client.ClientSecretPost('demo-secret-demo-rp')],
  ['demo-rp-basic', webApp, client.ClientSecretBasic('demo-secret-demo-rp-basic')],
  ['demo-cli', 'http://127.0.0.1:49152/callback', client.None()],
])(
  'the browser road, as %s: a code, a checked id_token, userinfo, a refresh, and sign-out',
  async (id, at, auth) => {
    const config = await discover(id, auth);
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

test('the browser road: a code and tokens that are bound to the key of the request', async () => {
  const config = await discover('demo-cli', client.None());
  const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'));
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const redirect_uri = 'http://127.0.0.1:49153/callback';
  const page = client.buildAuthorizationUrl(config, {
    redirect_uri,
    scope,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    dpop_jkt: await DPoP.calculateThumbprint(),
  });
  const back = await allow(page.href);
  const tokens = await client.authorizationCodeGrant(config, back, { pkceCodeVerifier }, undefined, { DPoP });
  expect(tokens.token_type).toBe('dpop');
  const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, { DPoP });
  expect(next.token_type).toBe('dpop');
});
