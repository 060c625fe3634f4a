import { userApi } from '@latchkey/client';
import { approve, demo, openConfirmation } from '../../infra/local/person.ts';
import { shareStack } from '../../infra/local/share-stack.ts';
import type { Stack } from '../../infra/local/stack.ts';
import { createRelyingParty, openDevice, pickUp } from '../client/sign-in.ts';
import { ask, dataOf, loginFields } from './user-api-calls.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await shareStack();
});
afterAll(() => stack.stop());

/** Whatever is issued within the second of a change counts as issued after it. */
const letSecondPass = () => new Promise((resolve) => setTimeout(resolve, 1_001));
const statusOf = async (token: unknown) => (await ask(stack.urls, '/session/me', { token }))?.status;
const refused = { code: 'session_ended', reason: 'invalid_grant' };

async function changePassword(token: unknown, current: string, wished: string) {
  await letSecondPass();
  const change = { token, 'auth.pass': current, new_password: wished };
  return dataOf(await ask(stack.urls, '/account/me/password/change', change));
}

test('a new password ends what was proven with the old one: a device that waits, and a confirmation on the page', async () => {
  const { urls } = stack;
  const latchkey = createRelyingParty(urls);
  const [waiting, shown] = [await latchkey.startDeviceLogin(), await latchkey.startDeviceLogin()];
  await approve(urls, waiting);
  const confirmation = await openConfirmation(urls, shown.userCode);
  expect(confirmation.shown.status).toBe(200);
  const session = dataOf(await ask(urls, '/auth/user/login', await loginFields(urls)));
  const changed = await changePassword(session['access_token'], demo.password, 'a third demo password');
  expect((await pickUp(latchkey, waiting)).reason).toBe('invalid_grant');
  // The new password has ended the session in which the confirmation was shown.
  expect((await confirmation.send('approve')).status).toBe(400);
  expect((await pickUp(latchkey, shown)).status).toBe('pending');

  const back = await changePassword(changed['access_token'], 'a third demo password', demo.password);
  expect(await statusOf(back['access_token'])).toBe(200);
});

test('a new password that is set with a device’s token leaves that device signed in alone', async () => {
  const { urls } = stack;
  const withRight = { scope: 'account offline_access' };
  const [device, other] = [await openDevice(urls, {}, withRight), await openDevice(urls)];
  const [deviceToken, otherToken] = [await device.accessToken(), await other.accessToken()];
  const session = dataOf(await ask(urls, '/auth/user/login', await loginFields(urls)));
  const changed = await changePassword(deviceToken, demo.password, 'another demo password');
  expect(await statusOf(changed['access_token'])).toBe(200);
  expect({
    own: await statusOf(deviceToken),
    other: await statusOf(otherToken),
    session: await statusOf(session['access_token']),
  }).toEqual({ own: 401, other: 401, session: 401 });
  await expect(userApi(other)('/session/me')).rejects.toMatchObject(refused);
  // The refused token is not due yet; the call itself has it refreshed.
  expect((await userApi(device)('/session/me')).user?.email).toBe(demo.email);
  const back = await changePassword(changed['access_token'], 'another demo password', demo.password);
  expect(await statusOf(back['access_token'])).toBe(200);
});
