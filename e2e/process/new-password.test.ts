import {
  decide,
  demo,
  openConfirmation,
  postForm,
  redeem,
  signInDevice,
  startDevice,
  type TokenPackage,
} from '../../infra/local/relying-party.ts';
import { startStack, type Stack } from '../../infra/local/stack.ts';
import { ask, dataOf, loginFields } from './user-api-calls.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

async function refresh({ refresh_token, binding_chain, binding_link }: TokenPackage) {
  const form = { grant_type: 'refresh_token', refresh_token, binding_chain, binding_link, ...demo.cli };
  return postForm(`${stack.urls.sso}/token`, form);
}

/** Whatever is issued within the second of a change counts as issued after it. */
const letSecondPass = () => new Promise((resolve) => setTimeout(resolve, 1_001));
const statusOf = async (token: unknown) => (await ask(stack.urls, '/session/me', { token }))?.status;
const refused = { status: 400, body: { error: 'invalid_grant' } };

async function changePassword(token: unknown, current: string, wished: string) {
  await letSecondPass();
  const change = { token, 'auth.pass': current, new_password: wished };
  return dataOf(await ask(stack.urls, '/account/me/password/change', change));
}

test('a new password ends what was signed in before, but what it was set with', async () => {
  const { urls } = stack;
  const device = await signInDevice(urls);
  const [mine, other] = [
    dataOf(await ask(urls, '/auth/user/login', await loginFields(urls))),
    dataOf(await ask(urls, '/auth/user/login', await loginFields(urls))),
  ];
  const changed = await changePassword(mine['access_token'], demo.password, 'a new demo password');
  expect(await statusOf(changed['access_token'])).toBe(200);
  for (const token of [mine['access_token'], other['access_token'], device.access_token])
    expect(await statusOf(token)).toBe(401);
  expect(await refresh(device)).toMatchObject(refused);

  const back = await changePassword(changed['access_token'], 'a new demo password', demo.password);
  expect(await statusOf(back['access_token'])).toBe(200);
});

test('a new password ends what was proven with the old one: a device that waits, and a confirmation on the page', async () => {
  const { urls } = stack;
  const [waiting, shown] = [await startDevice(urls), await startDevice(urls)];
  expect((await decide(urls, waiting.user_code, 'approve')).status).toBe(200);
  const confirmation = await openConfirmation(urls, shown.user_code);
  expect(confirmation.shown.status).toBe(200);
  const session = dataOf(await ask(urls, '/auth/user/login', await loginFields(urls)));
  const changed = await changePassword(session['access_token'], demo.password, 'a third demo password');
  expect(await redeem(urls, waiting.device_code)).toMatchObject(refused);
  // The new password has ended the session in which the confirmation was shown.
  expect((await confirmation.send('approve')).status).toBe(400);
  expect((await redeem(urls, shown.device_code)).body['error']).toBe('authorization_pending');

  const back = await changePassword(changed['access_token'], 'a third demo password', demo.password);
  expect(await statusOf(back['access_token'])).toBe(200);
});

test('a new password that is set with a device’s token leaves that device signed in alone', async () => {
  const { urls } = stack;
  const withRight = { scope: 'account offline_access' };
  const [device, other] = [await signInDevice(urls, demo.cli, withRight), await signInDevice(urls)];
  const session = dataOf(await ask(urls, '/auth/user/login', await loginFields(urls)));
  const changed = await changePassword(device.access_token, demo.password, 'another demo password');
  expect(await statusOf(changed['access_token'])).toBe(200);
  for (const token of [device.access_token, other.access_token, session['access_token']])
    expect(await statusOf(token)).toBe(401);
  expect(await refresh(other)).toMatchObject(refused);
  const { status, body } = await refresh(device);
  expect(status).toBe(200);
  expect(await statusOf(body['access_token'])).toBe(200);
});
