import { createMemoryStore, drop, pages, userApi, type DeviceLogin } from '@latchkey/client';
import { demo, deny } from '../../infra/local/person.ts';
import { startStack, type Stack } from '../../infra/local/stack.ts';
import { confidential, createRelyingParty, pickUp, signIn } from './sign-in.ts';

const always = { minValiditySeconds: Number.POSITIVE_INFINITY };
let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ sso: { POLL_INTERVAL_SECONDS: '1' } });
});
afterAll(() => stack.stop());

test('a login that the person denies is failed', async () => {
  const latchkey = createRelyingParty(stack.urls);
  const login = await latchkey.startDeviceLogin();
  await deny(stack.urls, login);
  expect(await pickUp(latchkey, login)).toMatchObject({ status: 'failed', reason: 'access_denied' });
});

test('an unknown client and a foreign scope are refused at the start', async () => {
  const stranger = createRelyingParty(stack.urls, { clientId: 'nobody' });
  await expect(stranger.startDeviceLogin()).rejects.toMatchObject({ code: 'invalid_client' });
  const latchkey = createRelyingParty(stack.urls);
  await expect(latchkey.startDeviceLogin({ scope: 'nothing' })).rejects.toMatchObject({
    code: 'invalid_scope',
  });
});

test('a redemption whose answer is lost ends as answer_lost', async () => {
  let isLost = false;
  const lossy: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (response.status !== 200 || !(input as string).endsWith('/token') || isLost) return response;
    isLost = true;
    throw new TypeError('terminated');
  };
  const { login } = await signIn(stack.urls, { fetch: lossy });
  expect([isLost, login.status, login.reason]).toEqual([true, 'failed', 'answer_lost']);
});

test.each([
  ['a public client', {}],
  ['a public client with DPoP', { dpop: true }],
  ['a confidential client with DPoP', { ...confidential, dpop: true }],
])('%s signs in, refreshes, calls both services and signs out', async (_name, settings) => {
  const { latchkey, login } = await signIn(stack.urls, settings);
  expect(login).toMatchObject({
    status: 'redeemed',
    tokens: { tokenType: 'dpop' in settings ? 'DPoP' : 'Bearer' },
  });
  const session = await latchkey.openSession(
    createMemoryStore(),
    JSON.parse(JSON.stringify(login)) as DeviceLogin,
  );
  const first = await session.accessToken();
  expect(await session.accessToken(always)).not.toBe(first);

  const me = await userApi(session)('/session/me');
  expect(me).toMatchObject({ user: { email: demo.email } });
  const call = drop(session);
  const kept = await Promise.all(['a', 'b', 'c'].map((payload) => call('/v1/drop/store', { payload })));
  const found: string[] = [];
  for await (const { items } of pages((fields) => call('/v1/drop/list', fields), {
    limit: 2,
    status: 'active',
  }))
    found.push(...items.map(({ id }) => id));
  expect(found).toEqual(expect.arrayContaining(kept.map(({ id }) => id)));
  const [{ id, key } = { id: '', key: '' }] = kept;
  await expect(call('/v1/drop/consume', { id, key: 'wrong' })).rejects.toMatchObject({ code: 'invalid_key' });
  expect(await call('/v1/drop/consume', { id, key: String(key) })).toMatchObject({ payload: 'a' });
  await expect(call('/v1/drop/get', { id, key: String(key) })).rejects.toMatchObject({ code: 'not_active' });

  await session.end();
  await expect(session.accessToken()).rejects.toMatchObject({ code: 'session_ended', reason: 'signed_out' });
});

test('a refresh whose answers are lost is repeated within the window and loses nothing', async () => {
  let lost = 0;
  const lossy: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const isRefresh = (init?.body as URLSearchParams | undefined)?.get('grant_type') === 'refresh_token';
    if (!isRefresh || lost === 2) return response;
    lost += 1;
    throw new TypeError('terminated');
  };
  const { latchkey, login } = await signIn(stack.urls, { fetch: lossy });
  const session = await latchkey.openSession(createMemoryStore(), login);
  await session.accessToken(always);
  expect(lost).toBe(2);
  await session.accessToken(always);
  expect(await session.state()).toMatchObject({ status: 'active' });
});

test('a session whose family somebody has revoked says ended', async () => {
  const { latchkey, login } = await signIn(stack.urls);
  const store = createMemoryStore();
  const session = await latchkey.openSession(store, login);
  const thief = await latchkey.openSession(createMemoryStore(), login);
  await thief.accessToken(always);
  await thief.accessToken(always);
  await expect(session.accessToken(always)).rejects.toMatchObject({
    code: 'session_ended',
    reason: 'invalid_grant',
  });
});
