import * as oauth from 'oauth4webapi';
import { findFreePort } from '../../infra/local/ports.ts';
import { shareStack } from '../../infra/local/share-stack.ts';
import type { Stack } from '../../infra/local/stack.ts';
import { approve, openDevice } from '../client/sign-in.ts';
import { readCommands, readLogin, startCommand, type StartedCommand } from './example.ts';

const [serve = '', callIt = ''] = readCommands('resource-server');
const audience = 'https://api.example.test';
let stack: Stack;
let server: StartedCommand;
let api: string;

beforeAll(async () => {
  stack = await shareStack();
  [server, api] = await startServer({ SSO_URL: stack.urls.sso });
});
afterAll(async () => {
  await server.stop();
  await stack.stop();
});

async function startServer(env: Record<string, string>): Promise<[StartedCommand, string]> {
  const port = String(await findFreePort());
  const started = startCommand(serve, { ...env, PORT: port });
  await started.waitFor(/listens on/);
  return [started, `http://localhost:${port}`];
}

async function get(path: string, headers: Record<string, string>) {
  const response = await fetch(`${api}${path}`, { headers });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, challenge: response.headers.get('www-authenticate'), body };
}
const bearer = (value: string) => ({ authorization: `Bearer ${value}` });

test('the three commands show 200, 403 and 401', async () => {
  const caller = startCommand(callIt, { SSO_URL: stack.urls.sso, API_URL: api });
  await approve(stack.urls, await readLogin(caller));
  const { code, output } = await caller.ended;
  expect(code).toBe(0);
  expect(output).toMatch(/^\/greeting 200 \{"greeting":"Hello, /m);
  expect(output).toMatch(
    /^\/letters 403 .*Bearer realm="latchkey", error="insufficient_scope", .*scope="email"$/m,
  );
  expect(output).toMatch(/^\/greeting 401 .*Bearer realm="latchkey", error="invalid_token", /m);
});

test('a bound token counts with a proof for this request alone', async () => {
  const session = await openDevice(stack.urls, { dpop: true }, { audience });
  const { accessToken, key } = await session.caller.credentials();
  if (key === undefined) throw new Error('The session has no key.');
  expect(await get('/greeting', bearer(accessToken))).toMatchObject({ status: 401 });

  let proven: Record<string, string> = {};
  const response = await oauth.protectedResourceRequest(
    accessToken,
    'GET',
    new URL(`${api}/letters`),
    new Headers(),
    null,
    {
      DPoP: key.handle,
      [oauth.allowInsecureRequests]: true,
      [oauth.customFetch]: (url, init) => {
        proven = init.headers;
        return fetch(url, init as RequestInit);
      },
    },
  );
  expect([response.status, await response.json()]).toEqual([200, { letters: [] }]);
  const elsewhere = { status: 401, challenge: expect.stringMatching(/^DPoP .*error="invalid_dpop_proof"/) };
  expect(await get('/greeting', proven)).toMatchObject(elsewhere);
});
