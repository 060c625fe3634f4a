import { join } from 'node:path';
import { runToEnd } from '../../infra/local/child-process.ts';
import { rootDir } from '../../infra/local/paths.ts';
import { demo } from '../../infra/local/person.ts';
import { internalUrlOf } from '../../infra/local/ports.ts';
import { postForm, postJson } from '../../infra/local/raw-requests.ts';
import { startStack, type Stack } from '../../infra/local/stack.ts';
import { createTeardown } from '../../infra/local/teardown.ts';
import { openCuttablePort } from './cuttable-port.ts';

/** As behind an ingress: callers know other addresses than those that the services listen on and call each other by. */
const teardown = createTeardown();
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
  stack = await startStack({ drop: { TOKEN_CHECK_MODE: 'strict' } }, async (ports) => {
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
  return (body['data'] as { access_token: string }).access_token;
}

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

test('a dead drop is left, consumed and signed in with, and its token counts at both services', async () => {
  const token = await signInWith(await takeDeadDrop(stack.urls), stack.urls);
  const me = await postJson(`${stack.urls.userApi}/session/me`, { token });
  const stored = await postJson(`${stack.urls.drop}/v1/drop/store`, { token, payload: 'x' });
  expect([me.status, stored.status]).toEqual([200, 200]);
});

test('404 at every public address for internal routes and metrics, which are on the internal port', async () => {
  const look = async (name: keyof Stack['urls']) => {
    const address = stack.urls[name];
    const metrics = await (await fetch(`${internalUrlOf(inside[name])}/metrics`)).text();
    return {
      verify: (await postJson(`${address}/internal/v1/tokens/verify`, {})).status,
      metrics: (await fetch(`${address}/metrics`)).status,
      inside: ['http_request_duration_seconds_count', 'process_cpu_seconds_total'].filter((one) =>
        metrics.includes(one),
      ),
    };
  };
  const good = {
    verify: 404,
    metrics: 404,
    inside: ['http_request_duration_seconds_count', 'process_cpu_seconds_total'],
  };
  expect({ sso: await look('sso'), userApi: await look('userApi'), drop: await look('drop') }).toEqual({
    sso: good,
    userApi: good,
    drop: good,
  });
});

test('without the public addresses the services still reach each other', async () => {
  for (const front of fronts) front.cut();
  await expect(fetch(`${stack.urls.sso}/jwks`)).rejects.toThrow('fetch failed');
  await signInWith(await takeDeadDrop(inside), inside);
});
