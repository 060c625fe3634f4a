import { randomBytes } from 'node:crypto';
import { startStack, type Stack } from '../../infra/local/stack.ts';
import { openDevice } from '../client/sign-in.ts';
import { ask, dataOf, loginFields } from './user-api-calls.ts';

const page = 'https://app.example.test';
const [oldKey, newKey] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
let stack: Stack;
beforeAll(async () => {
  const everywhere = { CORS_ORIGINS: page };
  const headerAuth = JSON.stringify({ session: 'accept', account: 'only' });
  stack = await startStack({
    sso: { ...everywhere, SERVICE_CALLERS: `user-api:${oldKey},user-api:${newKey}` },
    'user-api': {
      ...everywhere,
      SERVICE_MASTER_KEY: oldKey,
      HEADER_AUTH: headerAuth,
      LEGACY_AUTH: 'on',
      TOKEN_CHECK_MODE: 'strict',
    },
    drop: everywhere,
  });
});
afterAll(() => stack.stop());

function preflight(address: string, origin: string): Promise<Response> {
  const wish = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'dpop' };
  return fetch(address, { method: 'OPTIONS', headers: { origin, ...wish } });
}

test('CORS_ORIGINS: pages of the listed origins may send the credential headers, others may call nothing', async () => {
  const answersOf = async (address: string) => {
    const { status, headers } = await preflight(address, page);
    const foreign = await preflight(address, 'https://evil.example.test');
    const refused = await fetch(address, { method: 'POST', headers: { origin: page } });
    return {
      status,
      origin: headers.get('access-control-allow-origin'),
      headers: headers.get('access-control-allow-headers')?.split(', '),
      foreign: foreign.headers.get('access-control-allow-origin'),
      refused: refused.headers.get('access-control-allow-origin'),
      credentials: refused.headers.get('access-control-allow-credentials'),
    };
  };
  const headers = expect.arrayContaining(['Authorization', 'DPoP', 'token']);
  const good = { status: 204, origin: page, headers, foreign: null, refused: page, credentials: null };
  const { sso, userApi, drop } = stack.urls;
  expect({
    sso: await answersOf(`${sso}/token`),
    userApi: await answersOf(`${userApi}/auth/user/login`),
    drop: await answersOf(`${drop}/v1/drop/store`),
  }).toEqual({ sso: good, userApi: good, drop: good });
});

test('HEADER_AUTH: each family of user-api takes credentials where its position has it', async () => {
  const { userApi } = stack.urls;
  const login = dataOf(await ask(stack.urls, '/auth/user/login', await loginFields(stack.urls)));
  const token = String(login['access_token']);
  const call = async (path: string, { headers = {}, body = {} }: { headers?: object; body?: object }) => {
    const init = { 'content-type': 'application/json', ...headers };
    const answer = await fetch(userApi + path, { method: 'POST', headers: init, body: JSON.stringify(body) });
    return answer.status;
  };
  const inHeader = { headers: { authorization: `Bearer ${token}` } };
  const inField = { body: { 'auth.token': token } };
  expect([await call('/session/me', inHeader), await call('/session/me', inField)]).toEqual([200, 200]);
  const others = '/account/me/session/revoke_others';
  expect([await call(others, inHeader), await call(others, inField)]).toEqual([200, 400]);
  const search = '/oauth/clients/search';
  expect([await call(search, inHeader), await call(search, inField)]).toEqual([401, 200]);
});

test('LEGACY_AUTH: the retained login is there', async () => {
  const answer = await ask(stack.urls, '/auth/legacy/login', await loginFields(stack.urls));
  expect(answer?.status).toBe(200);
});

test('TOKEN_CHECK_MODE=strict and a service key in rotation: a device counts at user-api until it is revoked', async () => {
  const device = await openDevice(stack.urls);
  const token = await device.accessToken();
  expect((await ask(stack.urls, '/session/me', { token }))?.status).toBe(200);
  await device.end();
  expect((await ask(stack.urls, '/session/me', { token }))?.status).toBe(401);
});
