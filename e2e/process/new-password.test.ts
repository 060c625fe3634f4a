import { waitUntil } from '../../infra/local/ports.ts';
import { type TokenPackage, demo, postForm, signInDevice } from '../../infra/local/relying-party.ts';
import { type Stack, startStack } from '../../infra/local/stack.ts';
import { ask, dataOf, loginFields } from './user-api-calls.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
}, 120_000);
afterAll(() => stack.stop(), 60_000);

/** As sso keeps an account's standing for 5 s; the rest is for a slow machine. */
const limitSeconds = 15;

async function refresh({ refresh_token, binding_chain, binding_link }: TokenPackage) {
  const form = { grant_type: 'refresh_token', refresh_token, binding_chain, binding_link, ...demo.cli };
  return postForm(`${stack.urls.sso}/token`, form);
}

test('a new password ends what was signed in before: sessions at once, devices with their next refresh', async () => {
  const { urls } = stack;
  let device = await signInDevice(urls);
  const [mine, other] = [
    dataOf(await ask(urls, '/auth/user/login', await loginFields(urls))),
    dataOf(await ask(urls, '/auth/user/login', await loginFields(urls))),
  ];
  // Whatever is issued within the second of the change counts as issued after it.
  await new Promise((resolve) => setTimeout(resolve, 1_001));
  const change = {
    token: mine['access_token'],
    'auth.pass': demo.password,
    new_password: 'a new demo password',
  };
  const changed = dataOf(await ask(urls, '/account/me/password/change', change));

  const statusOf = async (token: unknown) => (await ask(urls, '/session/me', { token }))?.status;
  expect(await statusOf(changed['access_token'])).toBe(200);
  for (const token of [mine['access_token'], other['access_token'], device.access_token])
    expect(await statusOf(token)).toBe(401);

  const isRefused = async () => {
    const { status, body } = await refresh(device);
    if (status === 200) device = body as unknown as TokenPackage;
    else expect([status, body['error']]).toEqual([400, 'invalid_grant']);
    return status !== 200;
  };
  await waitUntil(isRefused, limitSeconds, () => new Error('the device is refreshed after the change'));
}, 60_000);
