import { createLatchkey, createMemoryStore, type DeviceLogin, type SessionStore } from '../src/index.ts';
import { createFakeSso } from './fake-sso.ts';

const always = { minValiditySeconds: Number.POSITIVE_INFINITY };

/** A session in a store whose disk can be filled. */
async function signIn() {
  const sso = createFakeSso();
  const latchkey = createLatchkey(sso.settings);
  sso.decide('approved');
  let login: DeviceLogin = await latchkey.startDeviceLogin();
  for await (login of latchkey.followDeviceLogin(login));
  const disk = { isFull: false };
  const memory = createMemoryStore();
  const use = () => (disk.isFull ? Promise.reject(new Error('/home/me/session.json: disk full')) : undefined);
  const store: SessionStore = {
    ...memory,
    replace: async (record) => (await use(), memory.replace(record)),
    makeRoom: async () => use(),
  };
  const session = await latchkey.openSession(store, login);
  sso.forms.length = 0;
  return { sso, latchkey, store, session, disk };
}

test('a store without room is asked before the refresh, which is not sent', async () => {
  const { sso, session, store, disk } = await signIn();
  const before = await store.read();
  disk.isFull = true;
  const message = expect.stringContaining('/home/me/session.json: disk full') as string;
  await expect(session.accessToken(always)).rejects.toMatchObject({ code: 'store_failed', message });
  expect(sso.forms).toEqual([]);
  expect(await store.read()).toEqual(before);
  // The window of a repeated refresh is over, and the login lives.
  sso.clock.advance(60_000);
  disk.isFull = false;
  expect(await session.accessToken(always)).toBe('access-1');
  expect(sso.isFamilyAlive()).toBe(true);
});

test('the old access token is handed out while it is valid, and not a moment longer', async () => {
  const { sso, session, disk } = await signIn();
  disk.isFull = true;
  sso.clock.advance(890_000);
  expect(await session.accessToken()).toBe('access-0');
  expect(await session.caller.credentials()).toMatchObject({ accessToken: 'access-0' });
  await expect(session.accessToken({ minValiditySeconds: 20 })).rejects.toMatchObject({
    code: 'store_failed',
  });
  sso.clock.advance(10_000);
  await expect(session.accessToken()).rejects.toMatchObject({ code: 'store_failed' });
  expect(sso.forms).toEqual([]);
});

test('an access token that a service has refused is not handed out again', async () => {
  const { session, disk } = await signIn();
  disk.isFull = true;
  await expect(session.caller.credentials('access-0')).rejects.toMatchObject({ code: 'store_failed' });
});

test('a disk that fills up after the refresh is an error, though the old token is valid', async () => {
  const { sso, session, store, disk } = await signIn();
  store.makeRoom = async () => void (disk.isFull = true);
  sso.clock.advance(880_000);
  await expect(session.accessToken()).rejects.toMatchObject({ code: 'store_failed' });
  disk.isFull = false;
  delete store.makeRoom;
  expect(await session.accessToken()).toBe('access-1');
  expect(sso.forms).toHaveLength(1);
});

test('a lock that cannot be taken sends no refresh either', async () => {
  const { sso, session, store } = await signIn();
  store.lock = () => Promise.reject(new Error('no lock'));
  await expect(session.accessToken(always)).rejects.toMatchObject({ code: 'store_failed' });
  sso.clock.advance(880_000);
  expect(await session.accessToken()).toBe('access-0');
  expect(sso.forms).toEqual([]);
});
