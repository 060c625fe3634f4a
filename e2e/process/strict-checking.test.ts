import { demo } from '../../infra/local/person.ts';
import { postForm, postJson } from '../../infra/local/raw-requests.ts';
import { startStack, type Stack } from '../../infra/local/stack.ts';
import { openDevice } from '../client/sign-in.ts';
import { ask, dataOf, loginFields } from './user-api-calls.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ drop: { TOKEN_CHECK_MODE: 'strict' } });
});
afterAll(() => stack.stop());

const keep = async (token: string) => {
  const { status, body } = await postJson(`${stack.urls.drop}/v1/drop/store`, { token, payload: 'x' });
  return [status, body['code']];
};

test('a device-flow token counts at drop until its family is revoked', async () => {
  const device = await openDevice(stack.urls);
  const token = await device.accessToken();
  expect(await keep(token)).toEqual([200, undefined]);
  await device.end();
  expect(await keep(token)).toEqual([401, 'session_revoked']);
});

test('a session token counts at drop until its session ends', async () => {
  const login = await ask(stack.urls, '/auth/user/login', await loginFields(stack.urls));
  const token = String(dataOf(login)['access_token']);
  expect(await keep(token)).toEqual([200, undefined]);
  await postJson(`${stack.urls.userApi}/session/logout`, { 'auth.token': token });
  expect(await keep(token)).toEqual([401, 'session_revoked']);
});

test('an app token counts at drop, and sso leaves its dead drops there', async () => {
  const form = { ...demo.backend, grant_type: 'client_credentials' };
  const { body: app } = await postForm(`${stack.urls.sso}/token`, form);
  expect(await keep(String(app['access_token']))).toEqual([200, undefined]);
  const relay = { ...demo.backend, purpose: 'user_login', delivery: 'dead_drop' };
  expect((await postForm(`${stack.urls.sso}/relay`, relay)).status).toBe(200);
});

test('503 at drop while sso cannot be asked', async () => {
  const token = await (await openDevice(stack.urls)).accessToken();
  await stack.processes.sso.stop();
  expect(await keep(token)).toEqual([503, 'upstream_unavailable']);
});
