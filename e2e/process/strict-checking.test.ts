import { demo, postForm, postJson, signInDevice } from '../../infra/local/relying-party.ts';
import { startStack, type Stack } from '../../infra/local/stack.ts';

const backend = { client_id: 'demo-backend', client_secret: 'demo-secret-demo-backend' };

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ drop: { TOKEN_CHECK_MODE: 'strict' } });
});
afterAll(() => stack.stop());

const keep = async (token: string) => {
  const { status, body } = await postJson(`${stack.urls.drop}/v1/drop/store`, { token, payload: 'x' });
  return [status, body['code']];
};

/** Signs in at user-api by a relay, as a first-party client would. */
async function signInAccount(): Promise<{ token: string; sessionId: string }> {
  const form = { ...backend, purpose: 'user_login', method: 'password' };
  const { body: minted } = await postForm(`${stack.urls.sso}/relay`, form);
  const credentials = { 'auth.user': 'demo@latchkey.test', 'auth.pass': 'latchkey-demo-password' };
  const login = { relay: minted['relay'], ...credentials };
  const { body } = await postJson(`${stack.urls.userApi}/auth/user/login`, login);
  const data = body['data'] as { access_token: string; session: { id: string } };
  return { token: data.access_token, sessionId: data.session.id };
}

test('a device-flow token counts at drop until its family is revoked', async () => {
  const tokens = await signInDevice(stack.urls);
  expect(await keep(tokens.access_token)).toEqual([200, undefined]);
  await postForm(`${stack.urls.sso}/revoke`, { ...demo.cli, token: tokens.refresh_token });
  expect(await keep(tokens.access_token)).toEqual([401, 'session_revoked']);
});

test('a session token counts at drop until its session ends', async () => {
  const { token } = await signInAccount();
  expect(await keep(token)).toEqual([200, undefined]);
  await postJson(`${stack.urls.userApi}/session/logout`, { 'auth.token': token });
  expect(await keep(token)).toEqual([401, 'session_revoked']);
});

test('an app token counts at drop, and sso leaves its dead drops there', async () => {
  const form = { ...backend, grant_type: 'client_credentials' };
  const { body: app } = await postForm(`${stack.urls.sso}/token`, form);
  expect(await keep(String(app['access_token']))).toEqual([200, undefined]);
  const relay = { ...backend, purpose: 'user_login', delivery: 'dead_drop' };
  expect((await postForm(`${stack.urls.sso}/relay`, relay)).status).toBe(200);
});

test('503 at drop while sso cannot be asked', async () => {
  const tokens = await signInDevice(stack.urls);
  await stack.processes.sso.stop();
  expect(await keep(tokens.access_token)).toEqual([503, 'upstream_unavailable']);
});
