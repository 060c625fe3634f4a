import { drop, pages, userApi, type Session } from '@latchkey/client';
import { approve, decide, demo, deny } from '../../infra/local/person.ts';
import {
  postForm,
  postJson,
  redemption,
  repeatWhileBusy,
  startDevice,
  type Client,
} from '../../infra/local/raw-requests.ts';
import { confidential, createRelyingParty, openDevice, scope } from '../client/sign-in.ts';
import { openStack, type OpenStack } from '../open-stack.ts';

let stack: OpenStack;
beforeAll(async () => {
  stack = await openStack();
});
afterAll(() => stack.stop());

const urn = 'urn:ietf:params:oauth:grant-type:device_code';
const invalidGrant = { status: 400, body: { error: 'invalid_grant' } };

const start = (more: object = {}) => createRelyingParty(stack.urls, more).startDeviceLogin({ scope });
const redeem = ({ deviceCode }: { readonly deviceCode: string }, client: Client = demo.cli, more = {}) =>
  postForm(`${stack.urls.sso}/token`, { ...redemption(client, deviceCode), ...more });

test('the device authorization names the page and its limits', async () => {
  const device = await startDevice(stack.urls, demo.cli);
  expect(device).toEqual({
    device_code: expect.stringMatching(/^[\w-]{43}$/),
    user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    verification_uri: `${stack.urls.sso}/device_login`,
    verification_uri_complete: `${stack.urls.sso}/device_login?user_code=${device.user_code}`,
    expires_in: 600,
    interval: expect.any(Number),
  });
});

test('400 while pending, then slow_down for an early poll, and nothing after a denial', async () => {
  const device = await start();
  const first = await redeem(device);
  expect([first.status, first.body]).toEqual([
    400,
    { error: 'authorization_pending', error_description: 'device authorization is still pending' },
  ]);
  const early = await redeem(device);
  const wait = device.intervalSeconds + 5;
  expect([early.status, early.body['error'], early.body['interval']]).toEqual([400, 'slow_down', wait]);
  expect(early.headers.get('retry-after')).toBe(String(wait));
  await deny(stack.urls, device);
  expect((await redeem(device)).body).toMatchObject({ error: 'access_denied' });
});

test('401 for a wrong password, and the code still works after it', async () => {
  const device = await start();
  const wrong = await repeatWhileBusy(() =>
    decide(stack.urls, device.userCode, 'approve', { password: 'not-the-password' }),
  );
  expect([wrong.status, wrong.body['error']]).toEqual([401, 'invalid_credentials']);
  await approve(stack.urls, device);
  expect((await redeem(device)).status).toBe(200);
});

test('400 for another client, which leaves the code redeemable, and for a code that is used', async () => {
  const device = await start(confidential);
  await approve(stack.urls, device);
  expect(await redeem(device, demo.cli)).toMatchObject(invalidGrant);
  const redeemed = await redeem(device, demo.rp, { grant_type: urn });
  expect(redeemed.status).toBe(200);
  expect(await redeem(device, demo.rp)).toMatchObject(invalidGrant);
});

test('200 for exactly one of 100 parallel redemptions', async () => {
  const device = await start();
  await approve(stack.urls, device);
  const answers = await Promise.all(Array.from({ length: 100 }, () => redeem(device)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
});

test('200 with all eight fields of a token package, and an id_token with openid', async () => {
  const device = await start();
  await approve(stack.urls, device);
  const { status, body } = await redeem(device);
  expect([status, body]).toEqual([
    200,
    {
      token_type: 'Bearer',
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      expires_in: 900,
      refresh_token: expect.any(String),
      refresh_expires_in: expect.closeTo(2_592_000, -1) as number,
      binding_chain: expect.any(String),
      binding_link: expect.stringMatching(/^[\w-]{43}$/),
      scope,
      id_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    },
  ]);
});

describe('with a session', () => {
  let session: Session;
  beforeAll(async () => {
    session = await openDevice(stack.urls);
  });

  test('/session/me names the person, and the client', async () => {
    const me = await userApi(session)('/session/me');
    expect(me).toMatchObject({ user: { email: demo.email }, client_id: 'demo-cli' });
  });

  test('insufficient_scope on /oauth/clients/search: nobody has asked for the scope clients', async () => {
    const search = userApi(session)('/oauth/clients/search');
    await expect(search).rejects.toMatchObject({ code: 'insufficient_scope' });
  });

  test('/oauth/clients/search with the scope: the clients of that person, page by page', async () => {
    const call = userApi(await openDevice(stack.urls, {}, { scope: 'clients' }));
    const search = (fields: object) => call('/oauth/clients/search', fields);
    const all = (await search({})).items.map(({ client_id }) => client_id);
    expect(all).toEqual(expect.arrayContaining(['demo-cli', 'demo-rp']));
    const seen: string[] = [];
    for await (const { items } of pages(search, { limit: 1 }))
      seen.push(...items.map(({ client_id }) => client_id));
    expect(seen).toEqual(all);
    await expect(search({ cursor: 'AAAA' })).rejects.toMatchObject({
      code: 'invalid_cursor',
      field: 'cursor',
    });
  });

  test('a drop that is stored with the token is consumed with it by one of 50 callers', async () => {
    const call = drop(session);
    const { id, key } = await call('/v1/drop/store', { payload: { answer: 42 } });
    const consume = () => call('/v1/drop/consume', { id, key }).catch(({ message }: Error) => message);
    const answers = await Promise.all(Array.from({ length: 50 }, consume));
    const won = answers.filter((answer) => typeof answer !== 'string');
    expect(won).toMatchObject([{ payload: { answer: 42 } }]);
    const lost = answers.filter((answer) => typeof answer === 'string');
    expect(new Set(lost)).toEqual(new Set(['Drop is not active']));
    expect(await call('/v1/drop/status', { id })).toMatchObject({ status: 'consumed' });
  });

  test('401 for a token that was tampered with, on both services', async () => {
    const token = `${(await session.accessToken()).slice(0, -4)}AAAA`;
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
