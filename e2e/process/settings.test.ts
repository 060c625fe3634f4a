import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { runToEnd } from '../../infra/local/child-process.ts';
import { rootDir } from '../../infra/local/paths.ts';
import { demo } from '../../infra/local/person.ts';
import { internalUrlOf } from '../../infra/local/ports.ts';
import { postForm, postJson } from '../../infra/local/raw-requests.ts';
import { startStack, type Stack } from '../../infra/local/stack.ts';
import { createTeardown } from '../../infra/local/teardown.ts';
import { openDevice } from '../client/sign-in.ts';
import { openCuttablePort } from './cuttable-port.ts';
import { ask, dataOf, loginFields } from './user-api-calls.ts';

/**
 * Three services whose settings are not the usual ones. As behind an ingress, callers know other addresses than those
 * that the services listen on and call each other by.
 */
const teardown = createTeardown();
const page = 'https://app.example.test';
const [ssoKey, oldKey, newKey, dropKey] = [0, 1, 2, 3].map(() => randomBytes(32).toString('hex'));
const fronts: Awaited<ReturnType<typeof openCuttablePort>>[] = [];
let stack: Stack;
/** Where the services listen. */
let inside: Stack['urls'];

async function openFront(port: number): Promise<string> {
  const front = await openCuttablePort(`http://127.0.0.1:${port}`, teardown);
  fronts.push(front);
  return new URL(front.url).origin;
}

beforeAll(async () => {
  const shared = { CORS_ORIGINS: page, TOKEN_CHECK_MODE: 'strict' };
  const settings = {
    sso: {
      CORS_ORIGINS: page,
      SERVICE_MASTER_KEY: `${ssoKey}`,
      SERVICE_CALLERS: `user-api:${oldKey},user-api:${newKey},drop:${dropKey}`,
    },
    'user-api': {
      ...shared,
      SERVICE_MASTER_KEY: `${oldKey}`,
      SERVICE_CALLERS: `sso:${ssoKey},drop:${dropKey}`,
      HEADER_AUTH: JSON.stringify({ session: 'accept', oauth_clients: 'only' }),
      LEGACY_AUTH: 'on',
    },
    drop: { ...shared, SERVICE_MASTER_KEY: `${dropKey}` },
  };
  stack = await startStack(settings, async (ports) => {
    inside = {
      sso: `http://127.0.0.1:${ports.sso}`,
      userApi: `http://127.0.0.1:${ports['user-api']}`,
      drop: `http://127.0.0.1:${ports.drop}`,
    };
    return {
      sso: await openFront(ports.sso),
      userApi: await openFront(ports['user-api']),
      drop: await openFront(ports.drop),
    };
  });
  teardown.add(stack.stop);
});
afterAll(() => teardown.run());

/** Each service, by its public address. */
const services = ['sso', 'userApi', 'drop'] as const;

const keep = async (token: string) => {
  const { status, body } = await postJson(`${stack.urls.drop}/v1/drop/store`, { token, payload: 'x' });
  return [status, body['code']];
};
const me = async (token: string) => (await ask(stack.urls, '/session/me', { token }))?.status;

async function takeDeadDrop(urls: Stack['urls']): Promise<unknown> {
  const form = { ...demo.backend, purpose: 'user_login', delivery: 'dead_drop' };
  const { status, body } = await postForm(`${urls.sso}/relay`, form);
  expect(status).toBe(200);
  return body['dead_drop'];
}

async function signInWith(deadDrop: unknown, urls: Stack['urls']): Promise<string> {
  const fields = { deadDrop, 'auth.user': demo.email, 'auth.pass': demo.password };
  const { status, body } = await postJson(`${urls.userApi}/auth/user/login`, fields);
  expect(status).toBe(200);
  return String(dataOf({ body })['access_token']);
}

test.each([
  ['sso', '/token'],
  ['userApi', '/auth/user/login'],
  ['drop', '/v1/drop/store'],
] as const)(
  'CORS_ORIGINS of %s: pages of the listed origins may send the credential headers, others may call nothing',
  async (service, path) => {
    const address = stack.urls[service] + path;
    const preflight = (origin: string) => {
      const wish = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'dpop' };
      return fetch(address, { method: 'OPTIONS', headers: { origin, ...wish } });
    };
    const { status, headers } = await preflight(page);
    const foreign = await preflight('https://evil.example.test');
    const refused = await fetch(address, { method: 'POST', headers: { origin: page } });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, page]);
    const named = headers.get('access-control-allow-headers')?.split(', ');
    expect(named).toEqual(expect.arrayContaining(['Authorization', 'DPoP', 'token']));
    expect(foreign.headers.get('access-control-allow-origin')).toBe(null);
    expect(refused.headers.get('access-control-allow-origin')).toBe(page);
    expect(refused.headers.get('access-control-allow-credentials')).toBe(null);
  },
);

test('HEADER_AUTH: each family of user-api takes credentials where its position has it', async () => {
  const login = dataOf(await ask(stack.urls, '/auth/user/login', await loginFields(stack.urls)));
  const token = String(login['access_token']);
  const call = async (path: string, { headers = {}, body = {} }: { headers?: object; body?: object }) => {
    const init = { 'content-type': 'application/json', ...headers };
    const address = stack.urls.userApi + path;
    return (await fetch(address, { method: 'POST', headers: init, body: JSON.stringify(body) })).status;
  };
  const inHeader = { headers: { authorization: `Bearer ${token}` } };
  const inField = { body: { 'auth.token': token } };
  const both = async (path: string) => [await call(path, inHeader), await call(path, inField)];
  expect({
    accept: await both('/session/me'),
    only: await both('/oauth/clients/search'),
    off: await both('/account/me/view'),
  }).toEqual({ accept: [200, 200], only: [200, 400], off: [401, 200] });
});

test('LEGACY_AUTH: the retained login is there', async () => {
  const answer = await ask(stack.urls, '/auth/legacy/login', await loginFields(stack.urls));
  expect(answer?.status).toBe(200);
});

test('the whole demo runs on the public addresses', async () => {
  const env = {
    PATH: process.env['PATH'] ?? '',
    SSO_URL: stack.urls.sso,
    USER_API_URL: stack.urls.userApi,
    DROP_URL: stack.urls.drop,
  };
  const args = ['--disable-warning=ExperimentalWarning', join(rootDir, 'infra/local/demo.ts'), '--auto'];
  expect(await runToEnd(process.execPath, args, { env })).toContain('The demo is complete.');
});

test('a device-flow token is valid at user-api and drop until its family is revoked', async () => {
  const device = await openDevice(stack.urls);
  const token = await device.accessToken();
  expect([await me(token), await keep(token)]).toEqual([200, [200, undefined]]);
  await device.end();
  expect([await me(token), await keep(token)]).toEqual([401, [401, 'session_revoked']]);
});

test('a session that a dead drop has opened is valid at drop until it ends', async () => {
  const token = await signInWith(await takeDeadDrop(stack.urls), stack.urls);
  expect([await me(token), await keep(token)]).toEqual([200, [200, undefined]]);
  await postJson(`${stack.urls.userApi}/session/logout`, { 'auth.token': token });
  expect(await keep(token)).toEqual([401, 'session_revoked']);
});

test('an app token is valid at drop', async () => {
  const form = { ...demo.backend, grant_type: 'client_credentials' };
  const { body } = await postForm(`${stack.urls.sso}/token`, form);
  expect(await keep(String(body['access_token']))).toEqual([200, undefined]);
});

test.each(services)(
  '404 at the public address of %s for internal routes and metrics, which are on the internal port',
  async (name) => {
    const address = stack.urls[name];
    const metrics = await (await fetch(`${internalUrlOf(inside[name])}/metrics`)).text();
    expect((await postJson(`${address}/internal/v1/tokens/verify`, {})).status).toBe(404);
    expect((await fetch(`${address}/metrics`)).status).toBe(404);
    expect(metrics).toContain('http_request_duration_seconds_count');
    expect(metrics).toContain('process_cpu_seconds_total');
  },
);

test('without the public addresses the services still reach each other', async () => {
  for (const front of fronts) front.cut();
  await expect(fetch(`${stack.urls.sso}/jwks`)).rejects.toThrow('fetch failed');
  await signInWith(await takeDeadDrop(inside), inside);
  for (const front of fronts) front.mend();
});

test('503 at drop while sso cannot be asked', async () => {
  const token = await (await openDevice(stack.urls)).accessToken();
  await stack.processes.sso.stop();
  expect(await keep(token)).toEqual([503, 'upstream_unavailable']);
});
