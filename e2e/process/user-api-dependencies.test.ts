import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Urls } from '../../infra/local/environment.ts';
import { findFreePort, internalUrlOf, waitUntil } from '../../infra/local/ports.ts';
import { startService } from '../../infra/local/service-process.ts';
import { shareStack } from '../../infra/local/share-stack.ts';
import type { Stack } from '../../infra/local/stack.ts';
import { createTeardown } from '../../infra/local/teardown.ts';
import { openDevice } from '../client/sign-in.ts';
import { openCuttablePort } from './cuttable-port.ts';
import { ask, dataOf, loginFields } from './user-api-calls.ts';

const teardown = createTeardown();
type Line = Awaited<ReturnType<typeof openCuttablePort>>;
let stack: Stack;
/** A second user-api beside the stack's, whose Postgres, Redis and sso can be taken away; it has sso's keys in a file. */
let urls: Urls;
let postgres: Line;
let redis: Line;
let sso: Line;
let ssoInternal: Line;

beforeAll(async () => {
  stack = await shareStack();
  teardown.add(stack.stop);
  const environment = stack.environments['user-api'];
  postgres = await openCuttablePort(String(environment['DATABASE_URL']), teardown);
  redis = await openCuttablePort(String(environment['REDIS_URL']), teardown);
  sso = await openCuttablePort(stack.urls.sso, teardown);
  ssoInternal = await openCuttablePort(internalUrlOf(stack.urls.sso), teardown);
  const port = String(await findFreePort());
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-user-api-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  const keysFile = join(folder, 'jwks.json');
  writeFileSync(keysFile, await (await fetch(`${stack.urls.sso}/jwks`)).text());
  const cuttable = { DATABASE_URL: postgres.url, REDIS_URL: redis.url };
  const siblings = { SSO_CALL_URL: sso.url, SSO_INTERNAL_URL: ssoInternal.url };
  const own = { PORT: port, JWKS_FILE: keysFile, ...cuttable, ...siblings };
  await startService('user-api', { ...environment, ...own }, folder, teardown);
  urls = { ...stack.urls, userApi: `http://localhost:${port}` };
});
afterAll(() => teardown.run());

function mendSso(): void {
  sso.mend();
  ssoInternal.mend();
}

afterEach(async () => {
  postgres.mend();
  redis.mend();
  mendSso();
  const isReady = async () => (await fetch(`${urls.userApi}/health/ready`)).ok;
  await waitUntil(isReady, () => new Error('user-api did not find its way back'));
});

const verdict = async (path: string, fields: object) => {
  const answer = await ask(urls, path, fields);
  return [answer?.status, answer?.body['code'] ?? null, answer?.headers.has('retry-after')];
};
const unavailable = [503, 'upstream_unavailable', true];

async function login(): Promise<string> {
  const answer = await ask(urls, '/auth/user/login', await loginFields(urls));
  return String(dataOf(answer)['access_token']);
}

test('without Redis: 503 before the payload is spent, and the same payload is good when it is back', async () => {
  const fields = await loginFields(urls);
  redis.cut();
  expect(await verdict('/auth/user/login', fields)).toEqual(unavailable);
  redis.mend();
  let answer: Awaited<ReturnType<typeof ask>>;
  const isIn = async () => {
    answer = await ask(urls, '/auth/user/login', fields);
    return answer?.status !== 503;
  };
  await waitUntil(isIn, () => new Error('Redis was not found again'));
  expect(answer?.status).toBe(200);
});

test('without Redis Postgres decides who is signed in, and a session that ended elsewhere is over', async () => {
  const token = await login();
  redis.cut();
  expect(await verdict('/session/me', { token })).toEqual([200, null, false]);
  const ended = await ask(stack.urls, '/session/logout', { token });
  expect(ended?.status).toBe(200);
  expect(await verdict('/session/me', { token })).toEqual([401, 'token_invalid', false]);
});

test('without Postgres: 503 for whoever is signed in and for whoever signs in, never a verdict', async () => {
  const token = await login();
  const fields = await loginFields(urls);
  postgres.cut();
  const attempt = async (more: object = {}) =>
    verdict('/auth/user/login', { ...(await loginFields(urls)), ...more });
  expect({
    me: await verdict('/session/me', { token }),
    search: await verdict('/oauth/clients/search', { token }),
    'right password': await attempt(),
    'wrong password': await attempt({ 'auth.pass': 'wrong' }),
  }).toEqual({
    me: unavailable,
    search: unavailable,
    'right password': unavailable,
    'wrong password': unavailable,
  });
  expect((await fetch(`${urls.userApi}/health/ready`)).status).toBe(503);
  postgres.mend();
  const isBack = async () => (await ask(urls, '/session/me', { token }))?.status === 200;
  await waitUntil(isBack, () => new Error('Postgres was not found again'));
  expect(await verdict('/auth/user/login', fields)).toEqual([200, null, false]);
});

test('without sso: sessions of this service count and end, devices and sign-ins are 503', async () => {
  const [token, other] = [await login(), await login()];
  const device = await (await openDevice(urls)).accessToken();
  const fields = await loginFields(urls);
  sso.cut();
  ssoInternal.cut();
  expect(await verdict('/session/me', { token })).toEqual([200, null, false]);
  expect(await verdict('/session/me', { token: device })).toEqual(unavailable);
  expect(await verdict('/auth/user/login', fields)).toEqual(unavailable);
  expect(await verdict('/account/me/session/revoke_others', { token })).toEqual(unavailable);
  expect(await verdict('/session/me', { token: other })).toEqual([200, null, false]);
  expect(await verdict('/session/logout', { token: other })).toEqual([200, null, false]);
  expect(await verdict('/session/me', { token: other })).toEqual([401, 'token_invalid', false]);
});
