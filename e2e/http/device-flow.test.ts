import {
  decide,
  demo,
  postForm,
  postJson,
  redeem,
  signInDevice,
  startDevice,
  type TokenPackage,
} from '../../infra/local/relying-party.ts';
import { openStack, type OpenStack } from '../open-stack.ts';

let stack: OpenStack;
beforeAll(async () => {
  stack = await openStack();
});
afterAll(() => stack.stop());

const urn = 'urn:ietf:params:oauth:grant-type:device_code';
const invalidGrant = { status: 400, body: { error: 'invalid_grant' } };

test('the device authorization names the page and its limits', async () => {
  const device = await startDevice(stack.urls);
  expect(device).toEqual({
    device_code: expect.stringMatching(/^[\w-]{43}$/),
    user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    verification_uri: `${stack.urls.sso}/device_login`,
    verification_uri_complete: `${stack.urls.sso}/device_login?user_code=${device.user_code}`,
    expires_in: 600,
    interval: 5,
  });
});

test('400 while pending, then slow_down for an early poll, and nothing after a denial', async () => {
  const device = await startDevice(stack.urls);
  const first = await redeem(stack.urls, device.device_code);
  expect([first.status, first.body]).toEqual([
    400,
    { error: 'authorization_pending', error_description: 'device authorization is still pending' },
  ]);
  const early = await redeem(stack.urls, device.device_code);
  expect([early.status, early.body['error'], early.body['interval']]).toEqual([400, 'slow_down', 10]);
  expect(early.headers.get('retry-after')).toBe('10');
  expect((await decide(stack.urls, device.user_code, 'deny')).body).toMatchObject({ outcome: 'denied' });
  expect((await redeem(stack.urls, device.device_code)).body).toMatchObject({ error: 'access_denied' });
});

test('401 for a wrong password, and the code still works after it', async () => {
  const device = await startDevice(stack.urls);
  const wrong = await decide(stack.urls, device.user_code, 'approve', { password: 'not-the-password' });
  expect([wrong.status, wrong.body['error']]).toEqual([401, 'invalid_credentials']);
  expect((await decide(stack.urls, device.user_code, 'approve')).body).toMatchObject({ outcome: 'approved' });
  expect((await redeem(stack.urls, device.device_code)).status).toBe(200);
});

test('400 for another client, which leaves the code redeemable, and for a code that is used', async () => {
  const device = await startDevice(stack.urls, demo.rp);
  await decide(stack.urls, device.user_code, 'approve');
  expect(await redeem(stack.urls, device.device_code, demo.cli)).toMatchObject(invalidGrant);
  const redeemed = await redeem(stack.urls, device.device_code, demo.rp, urn);
  expect(redeemed.status).toBe(200);
  expect(await redeem(stack.urls, device.device_code, demo.rp)).toMatchObject(invalidGrant);
});

test('200 for exactly one of 100 parallel redemptions', async () => {
  const device = await startDevice(stack.urls);
  await decide(stack.urls, device.user_code, 'approve');
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => redeem(stack.urls, device.device_code)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
});

describe('with a token package', () => {
  let tokens: TokenPackage;
  beforeAll(async () => {
    tokens = await signInDevice(stack.urls);
  });

  test('it has all eight fields, and an id_token with openid', () => {
    expect(tokens).toEqual({
      token_type: 'Bearer',
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      expires_in: 900,
      refresh_token: expect.any(String),
      refresh_expires_in: expect.closeTo(2_592_000, -1) as number,
      binding_chain: expect.any(String),
      binding_link: expect.stringMatching(/^[\w-]{43}$/),
      scope: 'openid profile email offline_access',
      id_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    });
  });

  test('200 on /session/me: the token is that person’s', async () => {
    const { status, body } = await postJson(`${stack.urls.userApi}/session/me`, {
      token: tokens.access_token,
    });
    expect([status, body]).toMatchObject([
      200,
      { data: { user: { email: demo.email }, client_id: 'demo-cli' } },
    ]);
  });

  test('403 on /oauth/clients/search: nobody has asked for the scope clients', async () => {
    const { status, body } = await postJson(`${stack.urls.userApi}/oauth/clients/search`, {
      token: tokens.access_token,
    });
    expect([status, body['code']]).toEqual([403, 'insufficient_scope']);
  });

  test('200 on /oauth/clients/search with the scope: the clients of that person, page by page', async () => {
    const { access_token: token } = await signInDevice(stack.urls, demo.cli, { scope: 'clients' });
    const search = (page: object) =>
      postJson(`${stack.urls.userApi}/oauth/clients/search`, { 'auth.token': token, ...page });
    const all = (await search({})).body['data'] as { items: { client_id: string }[]; total_count: number };
    expect(all.items.map((item) => item.client_id)).toEqual(expect.arrayContaining(['demo-cli', 'demo-rp']));
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await search({ limit: 1, ...(cursor ? { cursor } : {}) });
      const data = page.body['data'] as { items: { client_id: string }[]; next_cursor: string | null };
      seen.push(...data.items.map((item) => item.client_id));
      cursor = data.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(all.items.map((item) => item.client_id));
    expect((await search({ cursor: 'AAAA' })).body).toMatchObject({
      code: 'invalid_cursor',
      field: 'cursor',
    });
  });

  test('200 once: a drop that is stored with the token is consumed with it', async () => {
    const token = tokens.access_token;
    const drop = `${stack.urls.drop}/v1/drop`;
    const stored = await postJson(`${drop}/store`, { token, payload: { answer: 42 } });
    expect(stored.status).toBe(200);
    const { id, key } = stored.body['data'] as { id: string; key: string };
    const consume = () => postJson(`${drop}/consume`, { token, id, key });
    const answers = await Promise.all(Array.from({ length: 50 }, consume));
    const won = answers.filter(({ status }) => status === 200);
    expect(won.map(({ body }) => (body['data'] as { payload: unknown }).payload)).toEqual([{ answer: 42 }]);
    const lost = answers.filter(({ status }) => status !== 200);
    expect(new Set(lost.map(({ status, body }) => `${status} ${body['message'] as string}`))).toEqual(
      new Set(['409 Drop is not active']),
    );
    expect((await postJson(`${drop}/status`, { token, id })).body).toMatchObject({
      data: { status: 'consumed' },
    });
  });

  test('401 for a token that was tampered with, on both services', async () => {
    const token = `${tokens.access_token.slice(0, -4)}AAAA`;
    expect((await postJson(`${stack.urls.userApi}/session/me`, { token })).status).toBe(401);
    expect((await postJson(`${stack.urls.drop}/v1/drop/list`, { token })).status).toBe(401);
  });
});

test('401 for a client with a wrong secret', async () => {
  const form = { client_id: 'demo-rp', client_secret: 'wrong', scope: 'openid' };
  const { status, body } = await postForm(`${stack.urls.sso}/device_authorization`, form);
  expect([status, body['error']]).toEqual([401, 'invalid_client']);
});

test('both discovery documents say the same, and the keys are where they say', async () => {
  const names = ['openid-configuration', 'oauth-authorization-server'];
  const documents = await Promise.all(
    names.map(
      async (name) =>
        (await fetch(`${stack.urls.sso}/.well-known/${name}`)).json() as Promise<{ jwks_uri: string }>,
    ),
  );
  expect(documents[0]).toEqual(documents[1]);
  const keys = await (await fetch(documents[0]?.jwks_uri ?? '')).json();
  expect(keys).toMatchObject({ keys: [{ kty: 'RSA', alg: 'RS512', use: 'sig' }] });
});
