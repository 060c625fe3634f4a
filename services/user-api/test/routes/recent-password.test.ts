import { request } from '@latchkey/testing';
import { accountClientId, ssoClientId, type AccessTokenClaims } from '@latchkey/tokens';
import { generateSync } from 'otplib';
import { makeAccount, makeSession, openSession, password } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';

const ada = makeAccount();
const browser = { ip: '203.0.113.50', user_agent: 'Test/1.0' };
const newPassword = 'four quiet herons';
let service: TestService;
beforeEach(async () => {
  service = createTestService();
  await service.accounts.add(ada);
});

const post = (path: string, fields: object) => request(service.app).post(path).send(fields);

/** A sign-in of the page, and the token that sso signs for it, as sso reads auth_time at each request. */
async function openPage(account = ada) {
  const sid = service.context.newId();
  const createdAt = new Date(service.clock.now());
  const root = { id: sid, kind: 'root', rootId: null, clientId: ssoClientId, userId: account.id } as const;
  await service.sessions.add(makeSession({ ...root, createdAt, authTime: createdAt }));
  const sign = async (claims: Partial<AccessTokenClaims> = {}) => {
    const found = await service.context.sessions.find(sid, new Date(service.clock.now()));
    const authTime = Math.floor((found?.session.authTime.getTime() ?? 0) / 1000);
    const usual = { client_id: accountClientId, scope: 'account orgs', browser, auth_time: authTime };
    return service.signer.signToken({ sub: account.id, sid, ...usual, ...claims });
  };
  return { sign };
}

const switchTo = (token: string, state: 'on' | 'off', fields: object = {}) =>
  post('/account/me/device_sign_in/change', { token, device_sign_in: state, ...fields });
const missing = { code: 'missing_field', field: 'auth.pass' };

test.each([
  [0, 200],
  [299, 200],
  [300, 400],
  [301, 400],
])('%d s after the sign-in an act that does not last without a password is %d', async (seconds, status) => {
  const { sign } = await openPage();
  service.clock.advance(seconds);
  const answers = [
    await switchTo(await sign(), 'off'),
    await post('/account/me/export', { token: await sign() }),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([status, status]);
});

test('a password that is shown begins five more minutes, for this sign-in only; a wrong one does not', async () => {
  const [page, other] = [await openPage(), await openPage()];
  service.clock.advance(301);
  expect((await switchTo(await page.sign(), 'off', { 'auth.pass': 'wrong' })).status).toBe(401);
  expect((await switchTo(await page.sign(), 'off')).body).toMatchObject(missing);
  expect((await switchTo(await page.sign(), 'off', { 'auth.pass': password })).status).toBe(200);
  service.clock.advance(299);
  expect((await switchTo(await page.sign(), 'on')).status).toBe(200);
  expect((await switchTo(await other.sign(), 'off')).body).toMatchObject(missing);
  service.clock.advance(1);
  expect((await switchTo(await page.sign(), 'off')).body).toMatchObject(missing);
});

test('401 for a wrong password although one was just shown', async () => {
  const { sign } = await openPage();
  expect((await switchTo(await sign(), 'off', { 'auth.pass': 'wrong' })).status).toBe(401);
});

test('400 for a token of any other client, whenever its person signed in, and for a time to come', async () => {
  const { token } = await openSession(service, ada);
  expect((await switchTo(token, 'off')).body).toMatchObject(missing);
  const { sign } = await openPage();
  const later = Math.floor(service.clock.now() / 1000) + 1;
  expect((await switchTo(await sign({ auth_time: later }), 'off')).body).toMatchObject(missing);
  // In place of the usual one.
  expect((await switchTo(await sign({ auth_time: undefined as never }), 'off')).body).toMatchObject(missing);
});

test('401 after a sign-out, and in every other sign-in after a new password', async () => {
  const [page, other] = [await openPage(), await openPage()];
  const changed = { token: await page.sign(), 'auth.pass': password, new_password: newPassword };
  expect((await post('/account/me/password/change', changed)).status).toBe(200);
  expect((await switchTo(await other.sign(), 'off')).body.code).toBe('session_revoked');
  await post('/session/logout', { token: await page.sign() });
  expect((await switchTo(await page.sign(), 'off')).status).toBe(401);
});

test('200 for the first code of a new secret; what lasts asks for the password at once', async () => {
  const { sign } = await openPage();
  const { secret } = (await post('/account/me/totp/begin', { token: await sign() })).body.data as {
    secret: string;
  };
  const codeOf = () => generateSync({ secret, epoch: Math.floor(service.clock.now() / 1000) });
  const confirmed = await post('/account/me/totp/confirm', { token: await sign(), 'auth.code': codeOf() });
  expect(confirmed.status).toBe(200);
  service.clock.advance(30);
  const lasting: [string, object][] = [
    ['/account/me/password/change', { new_password: newPassword }],
    ['/account/me/totp/begin', {}],
    ['/account/me/totp/disable', {}],
    ['/account/me/recovery_codes/replace', {}],
    ['/account/me/delete', {}],
  ];
  for (const [path, fields] of lasting) {
    const { body } = await post(path, { token: await sign(), 'auth.code': codeOf(), ...fields });
    expect([path, body.code, body.field]).toEqual([path, 'missing_field', 'auth.pass']);
  }
});
