import { request } from '@latchkey/testing';
import { ssoClientId, type AccessTokenClaims } from '@latchkey/tokens';
import { makeAccount, password } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { askAsApp, codeOf, openPasskeyPage } from '../setup/passkey-page.ts';
import { database } from '../setup/test-database.ts';

/** An operator where sso says that only a passkey gives an operator's power. */
const operator = makeAccount({ kind: 'root' });
const claims: Partial<AccessTokenClaims> = { operator_mfa: 'passkey' };
const amr = ['hwk', 'user', 'mfa'];
let service: TestService;

/** `left`: seconds of the hour in which the operator may add a first passkey. */
async function open(left: number) {
  service = createTestService();
  await service.accounts.add(operator);
  const firstPasskeyUntil = new Date(service.clock.now() + left * 1000);
  await database.prisma.user.updateMany({ data: { firstPasskeyUntil } });
  return openPasskeyPage(service, operator, { claims });
}

test.each([
  ['after replacing a first password', 1, 200],
  ['an hour later', 0, 403],
  ['long ago', -3600, 403],
])('adds the first one %s: %s s left, %d', async (_when, left, status) => {
  const page = await open(left);
  expect((await page.list()).asks).toBe(status === 200 ? 'password' : 'reset');
  expect((await page.begin()).status).toBe(status);
});

test('has that hour from when a first password is replaced, and no longer once all passkeys were removed', async () => {
  service = createTestService();
  const firstPasswordUntil = new Date(service.clock.now() + 1000);
  await service.accounts.add({ ...operator, firstPasswordUntil });
  const relay = service.siblings.relay({ purpose: 'user_root_session', client_id: ssoClientId });
  const typed = { 'auth.user': operator.email, 'auth.pass': password, new_password: 'four quiet herons' };
  const signedIn = await request(service.app)
    .post('/auth/user/root-session')
    .send({ relay, ...typed });
  expect(signedIn.status).toBe(200);
  const asks = async () => (await (await openPasskeyPage(service, operator, { claims })).list()).asks;
  service.clock.advance(3599);
  expect(await asks()).toBe('password');
  service.clock.advance(1);
  expect(await asks()).toBe('reset');
});

test('adds and removes others only by one, at the page and within five minutes', async () => {
  const page = await open(60);
  const { id } = (await page.add()).body.data;
  expect((await page.list()).asks).toBe('passkey');
  for (const act of [page.begin(), page.send('remove', { id })])
    expect(codeOf(await act)).toEqual([403, 'forbidden']);
  const late = await openPasskeyPage(service, operator, { ago: 300, amr, claims });
  expect(codeOf(await late.begin())).toEqual([403, 'forbidden']);
  const byKey = await openPasskeyPage(service, operator, { ago: 299, amr, claims });
  expect((await byKey.list()).asks).toBe('nothing');
  expect((await byKey.add()).status).toBe(200);
  expect((await byKey.send('remove', { id })).status).toBe(200);
});

test('adds one of two that were begun within the hour', async () => {
  const page = await open(60);
  const made = [await page.make(), await page.make()];
  const answers = await Promise.all(made.map((one) => page.send('add', one)));
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
});

test('removes none by the token of an app, and elsewhere one as everybody does', async () => {
  await open(60);
  const page = await openPasskeyPage(service, operator);
  const { id } = (await page.add()).body.data;
  expect((await page.list()).asks).toBe('password');
  expect(codeOf(await askAsApp(service, operator, 'remove', { id }))).toEqual([403, 'forbidden']);
  expect((await page.send('remove', { id })).status).toBe(200);
});
