import { createMemoryStore, drop, pages, userApi, type DeviceLogin } from '@latchkey/client';
import { demo, deny } from '../../infra/local/person.ts';
import { shareStack } from '../../infra/local/share-stack.ts';
import type { Stack } from '../../infra/local/stack.ts';
import { openKeeper, type Place } from './keeper.ts';
import { always, live, nameRequest } from './life.ts';
import { createPlaces, type Places } from './places.ts';
import { approve, confidential, createRelyingParty, pickUp, signIn } from './sign-in.ts';

let stack: Stack;
let places: Places;

beforeAll(async () => {
  [stack, places] = await Promise.all([shareStack(), createPlaces()]);
});
afterAll(async () => {
  await stack.stop();
  await places.remove();
});

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
  expect(await call('/v1/drop/consume', { id, key })).toMatchObject({ payload: 'a' });
  await expect(call('/v1/drop/get', { id, key })).rejects.toMatchObject({ code: 'not_active' });

  await session.end();
  await expect(session.accessToken()).rejects.toMatchObject({ code: 'session_ended', reason: 'signed_out' });
});

const signedOut = 'session ended signed_out';
/** Each request of a life, and how the life ends when its answer is lost. */
const requests = [
  ['/.well-known/oauth-authorization-server', signedOut],
  ['/device_authorization', signedOut],
  ['device_code', signedOut],
  // The code is spent and the tokens are nowhere.
  ['device_code', 'login failed answer_lost'],
  ['refresh_token', signedOut],
  // The family was revoked, and nobody wrote it down.
  ['/revoke', 'session ended invalid_grant'],
] as const;

/** A life in which the request with this number, or its answer, gets lost. */
async function liveThrough(place: Place, at: number, lost: 'request' | 'answer') {
  const sent: string[] = [];
  const lossy: typeof fetch = async (input, init) => {
    const isIt = sent.push(nameRequest(input as string, init?.body)) - 1 === at;
    if (isIt && lost === 'request') throw new TypeError('fetch failed');
    const response = await fetch(input, init);
    if (isIt) throw new TypeError('terminated');
    return response;
  };
  const latchkey = createRelyingParty(stack.urls, { fetch: lossy });
  const keeper = openKeeper(place);
  const end = await live(latchkey, keeper, (login) => approve(stack.urls, login));
  await keeper.close();
  return [place.kind, lost, sent[at], end];
}

const kinds = ['memory', 'file', 'postgres'] as const;
test.each(requests.map(([name, end], at) => [at, name, end] as const))(
  'request %i of a life (%s) or its answer may be lost in any store',
  async (at, name, end) => {
    const lives = kinds.flatMap((kind) => [
      [kind, 'request', signedOut] as const,
      [kind, 'answer', end] as const,
    ]);
    const ends = await Promise.all(
      lives.map(([kind, lost]) => liveThrough(places.make(kind, `${lost} ${at}`), at, lost)),
    );
    expect(ends).toEqual(lives.map(([kind, lost, itsEnd]) => [kind, lost, name, itsEnd]));
  },
);

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
