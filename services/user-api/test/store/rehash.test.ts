import { request } from '@latchkey/testing';
import type { Account } from '../../src/accounts/account.ts';
import { makeAccount, password } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { database } from '../setup/test-database.ts';

/** Sign-ins make an old hash again, while the person changes the password. */
let service: TestService;
let account: Account;
let token: string;
beforeEach(async () => {
  service = createTestService();
  const id = crypto.randomUUID();
  account = makeAccount({ id, email: `${id}@example.test` });
  await service.accounts.add(account);
  service.hash.outdated.add(account.passwordHash ?? '');
  token = (await login()).body.data.access_token;
  await database.prisma.user.update({
    where: { id },
    data: { passwordHash: account.passwordHash },
  });
});

const send = (path: string, fields: object) => request(service.app).post(path).send(fields);
function login(pass = password) {
  const relay = service.siblings.relay({ scope: 'account' });
  return send('/auth/user/login', { relay, 'auth.user': account.email, 'auth.pass': pass });
}
const newPassword = 'a new long password';
const change = () =>
  send('/account/me/password/change', { token, 'auth.pass': password, new_password: newPassword });
const storedHash = async () => (await service.context.accounts.findById(account.id))?.passwordHash;
const isLive = async (one: string) => (await send('/session/me', { token: one })).status === 200;

test('the change wins over 8 sign-ins that make the hash again after it was checked', async () => {
  const { sso } = service.siblings;
  const { mintToken } = sso;
  const tokens: string[] = [];
  sso.mintToken = async (requested) => {
    sso.mintToken = mintToken;
    const logins = await Promise.all(Array.from({ length: 8 }, () => login()));
    tokens.push(...logins.map(({ body }) => body.data.access_token));
    expect(await storedHash()).toBe(`new hash of ${password}`);
    return mintToken(requested);
  };
  expect((await change()).status).toBe(200);
  expect([await storedHash(), tokens.length]).toEqual([`new hash of ${newPassword}`, 8]);
  expect(await Promise.all(tokens.map(isLive))).toEqual(tokens.map(() => false));
  expect([(await login()).status, (await login(newPassword)).status]).toEqual([401, 200]);
});

test.each([1, 4])('the change wins over 8 sign-ins at once, round %i', async (round) => {
  const acts = Array.from({ length: 9 }, (_, at) => (at === round ? change() : login()));
  const answers = await Promise.all(acts);
  expect(answers[round]!.status).toBe(200);
  expect(await storedHash()).toBe(`new hash of ${newPassword}`);
  const logins = answers.filter((_answer, at) => at !== round);
  expect(logins.filter(({ status }) => ![200, 401].includes(status))).toEqual([]);
  const tokens = logins.flatMap(({ status, body }) => (status === 200 ? [body.data.access_token] : []));
  expect(await Promise.all(tokens.map(isLive))).toEqual(tokens.map(() => false));
});

/** Does `act` once, right before the statement of a sign-in. */
function beforeOpening(act: () => Promise<unknown>) {
  const { sessions } = service.context;
  const { start } = sessions;
  sessions.start = async (...all) => {
    sessions.start = start;
    await act();
    return start(...all);
  };
}

test('a sign-in that has checked the old password does not bring it back', async () => {
  beforeOpening(async () => expect((await change()).status).toBe(200));
  expect((await login()).status).toBe(401);
  expect(await storedHash()).toBe(`new hash of ${newPassword}`);
});

test('a hash that took the place of the one that was checked stays, and the sign-in is let in', async () => {
  const passwordHash = `hash of ${password}`;
  const other = { where: { id: account.id }, data: { passwordHash: `new ${passwordHash}, sealed again` } };
  beforeOpening(() => database.prisma.user.update(other));
  expect((await login()).status).toBe(200);
  expect(await storedHash()).toBe(other.data.passwordHash);
});

test('of 8 sign-ins at once each is let in, and one stores its hash', async () => {
  let count = 0;
  service.hash.hash = () => Promise.resolve(`new hash of ${password}`.padEnd(60 + (count += 1)));
  const { start } = service.context.sessions;
  const stored = new Set<string | null | undefined>();
  service.context.sessions.start = async (...all) => {
    const isOpen = await start(...all);
    stored.add(await storedHash());
    return isOpen;
  };
  const answers = await Promise.all(Array.from({ length: 8 }, () => login()));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(count).toBeGreaterThan(1);
  expect([...stored]).toEqual([await storedHash()]);
});

test('a wrong code leaves the hash as it is', async () => {
  const totpSecret = service.secrets.seal('JBSWY3DPEHPK3PXP', account.id);
  await database.prisma.user.update({ where: { id: account.id }, data: { totpSecret } });
  expect((await login()).status).toBe(401);
  expect(await storedHash()).toBe(account.passwordHash);
});
