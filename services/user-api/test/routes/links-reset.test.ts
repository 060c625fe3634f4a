import { generateSync } from 'otplib';
import type { Account } from '../../src/accounts/account.ts';
import { findPageRoot } from '../../src/sessions/find-root-session.ts';
import { makeRecoveryCodes } from '../../src/signing-in/totp/recovery-codes.ts';
import { password, totpSecret } from '../setup/accounts.ts';
import { browser, createDoors, newPassword, type Doors } from '../setup/doors.ts';
import { makeLink } from '../setup/make-link.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { database } from '../setup/test-database.ts';

let doors: Doors;
beforeEach(() => void (doors = createDoors()));

const notFound = { ok: false, code: 'not_found', field: 'token' };
const code = () => generateSync({ secret: totpSecret, epoch: doors.clock.now() / 1000 });

async function linkFor(account: Partial<Account> = {}) {
  const added = await doors.add(account);
  await doors.ask(added.email, 'reset');
  const { token } = await doors.newestTo(added.email);
  return { account: added, token };
}
function withCodes(account: Partial<Account> = {}) {
  const id = crypto.randomUUID();
  return linkFor({ id, ...account, totpSecret: doors.secrets.seal(totpSecret, id) });
}
const hashOf = async ({ id }: Account) => (await doors.stores.accounts.findById(id))?.passwordHash;

test.each([
  ['a short one', 'short', 'invalid_value'],
  ['the old one', password, 'invalid_value'],
])('400 for %s as new password, and the link stays', async (_which, new_password, refusal) => {
  const { account, token } = await linkFor();
  const answer = await doors.reset(token, { new_password });
  expect(answer).toMatchObject({ ok: false, code: refusal, field: 'new_password' });
  expect([await hashOf(account), (await doors.view(token)).ok]).toEqual([account.passwordHash, true]);
});

test('401 mfa_required without a one-time code, invalid_credentials with a wrong one; the link stays', async () => {
  const { account, token } = await withCodes();
  expect(await doors.view(token)).toMatchObject({ data: { needs_code: true, user_id: account.id } });
  expect(await doors.reset(token)).toMatchObject({ ok: false, code: 'mfa_required', field: 'code' });
  expect(await doors.reset(token, { code: '000000' })).toMatchObject({ code: 'invalid_credentials' });
  expect(await doors.rowsOf(account.id)).toMatchObject([
    { event: 'account.totp_check', code: 'invalid_credentials' },
  ]);
  expect(await doors.reset(token, { code: code() })).toMatchObject({
    ok: true,
    data: { root: { amr: ['password', 'totp'] } },
  });
});

test('200 for who was imported without a password, which is the first one then', async () => {
  const { account, token } = await linkFor({ passwordHash: null });
  expect(await doors.reset(token)).toMatchObject({ ok: true, data: { root: { amr: ['password'] } } });
  expect(await hashOf(account)).toEqual(expect.any(String));
});

test.each(['admin', 'root'] as const)('404 for an operator (%s) without one-time codes', async (kind) => {
  const account = await doors.add({ kind });
  const { email, id: userId } = account;
  const expiresAt = new Date(doors.clock.now() + 1_000_000);
  const link = makeLink({ email, userId, expiresAt });
  await database.prisma.link.create({ data: link });
  const token = doors.context.linkTokens.tokenOf(link);
  expect(await doors.reset(token)).toMatchObject(notFound);
  expect([await hashOf(account), (await doors.view(token)).ok]).toEqual([account.passwordHash, true]);
});

test('200 by an older link while a stranger asks for newer ones, which end with it', async () => {
  const { account, token } = await linkFor();
  doors.clock.advance(124);
  await doors.ask(account.email, 'reset');
  const newer = (await doors.newestTo(account.email)).token;
  expect(newer).not.toBe(token);
  expect(await doors.view(token)).toMatchObject({ ok: true });
  expect(await doors.reset(token)).toMatchObject({ ok: true });
  expect(await doors.view(newer)).toMatchObject(notFound);
});

test('404 for an older link once the newer one was opened', async () => {
  const { account, token } = await linkFor();
  doors.clock.advance(124);
  await doors.ask(account.email, 'reset');
  expect(await doors.view((await doors.newestTo(account.email)).token)).toMatchObject({ ok: true });
  expect(await doors.reset(token)).toMatchObject(notFound);
});

test('200 whatever a stranger asks for, an open link is in the mailbox while it can ask for none', async () => {
  const { account, token } = await linkFor();
  let answer = await doors.ask(account.email, 'reset');
  for (let asked = 0; asked < 6; asked += 1) answer = await doors.ask(account.email, 'reset');
  expect(answer).toMatchObject({ ok: false, code: 'throttled' });
  doors.clock.advance(1_799);
  expect(await doors.ask(account.email, 'reset')).toMatchObject({ ok: false, code: 'throttled' });
  expect(await doors.view(token)).toMatchObject({ ok: true });
  doors.clock.advance(1);
  expect(await doors.ask(account.email, 'reset')).toMatchObject({ ok: true });
  const { kind } = await doors.newestTo(account.email);
  expect(kind).toBe('reset');
});

test('429 after five wrong codes, also for the right one', async () => {
  const { token } = await withCodes();
  for (let sent = 0; sent < 5; sent += 1) await doors.reset(token, { code: '000000' });
  expect(await doors.reset(token, { code: code() })).toMatchObject({ ok: false, code: 'throttled' });
});

test('429 after ten tries, before the password is looked at', async () => {
  const { token } = await linkFor();
  for (let sent = 0; sent < 10; sent += 1)
    expect(await doors.reset(token, { new_password: password })).toMatchObject({ code: 'invalid_value' });
  expect(await doors.reset(token)).toMatchObject({ ok: false, code: 'throttled' });
});

test('401 for a wrong code beside the present password, as beside any other', async () => {
  const { token } = await withCodes();
  const refused = await doors.reset(token, { new_password: password, code: '000000' });
  expect(refused).toMatchObject({ code: 'invalid_credentials' });
});

test.each<[string, (account: Account) => Promise<unknown>]>([
  ['was disabled', async ({ id }) => doors.send('/admin/user/disable', await root(), { user_id: id })],
  [
    'has another password',
    async ({ id }) => doors.send('/admin/user/reset_password', await root(), { user_id: id }),
  ],
  [
    'has another kind',
    async ({ id }) => doors.send('/admin/user/set_kind', await root(), { user_id: id, kind: 'admin' }),
  ],
])('404 once the account %s', async (_what, change) => {
  const { account, token } = await linkFor();
  await change(account);
  expect(await doors.reset(token)).toMatchObject(notFound);
  expect(await doors.view(token)).toMatchObject(notFound);
});
const root = () => doors.add({ kind: 'root' });

test('404 once one-time codes were turned off by an operator', async () => {
  const { account, token } = await withCodes();
  await doors.send('/admin/user/reset_totp', await root(), { user_id: account.id });
  expect(await doors.reset(token)).toMatchObject(notFound);
});

test('404 after 30 minutes', async () => {
  const { token } = await linkFor();
  doors.clock.advance(30 * 60);
  expect(await doors.reset(token)).toMatchObject(notFound);
});

test('200 sets the password, ends every sign-in, forgets failures and signs the browser in', async () => {
  const { account, token } = await linkFor({ firstPasswordUntil: new Date(0) });
  const { status } = await doors.send('/session/me', account);
  expect(status).toBe(200);
  const answer = await doors.reset(token);
  expect(answer).toMatchObject({ ok: true, data: { root: { amr: ['password'] }, user: { id: account.id } } });
  expect(await doors.stores.accounts.findById(account.id)).toMatchObject({
    passwordHash: `new hash of ${newPassword}`,
    firstPasswordUntil: null,
  });
  const sessions = await database.prisma.session.findMany({ where: { userId: account.id } });
  expect(sessions.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1);
  const found = await findPageRoot(doors.context, answer.ok ? answer.data.root.token : '');
  expect(found?.account.id).toBe(account.id);
  expect((await doors.rowsOf(account.id)).map(({ event }) => event)).toEqual([
    'password.change',
    'user.root_session',
  ]);
  expect(await doors.reset(token)).toMatchObject(notFound);
  const mails = (await doors.mailsTo(account.email)).filter(({ kind }) => kind === 'changed');
  expect(mails).toMatchObject([{ facts: { event: 'password.change', ip: browser.ip } }]);
});

test('200 with a recovery code, once, and the sign-in says so', async () => {
  const { account, token } = await withCodes();
  const { codes, hashes } = makeRecoveryCodes({ secret: totpSecret, userId: account.id }, (size) =>
    doors.context.randomBytes(size),
  );
  const sealed = account.totpSecret ?? '';
  const row = makeLogEntry({ userId: account.id, event: 'recovery_codes.replaced' });
  expect(await doors.stores.accounts.replaceRecoveryCodes(account.id, sealed, hashes, row)).toBe(true);
  const [first = ''] = codes;
  expect(await doors.reset(token, { code: first })).toMatchObject({
    data: { root: { amr: ['password', 'recovery'] } },
  });
  expect((await doors.rowsOf(account.id)).map(({ event }) => event)).toContain('recovery_code.used');
  doors.clock.advance(600);
  await doors.ask(account.email, 'reset');
  const again = (await doors.newestTo(account.email)).token;
  expect(await doors.reset(again, { code: first, new_password: `${newPassword} 2` })).toMatchObject({
    code: 'invalid_credentials',
  });
});

test('200 for an operator with a one-time code', async () => {
  const { token } = await withCodes({ kind: 'root' });
  expect(await doors.reset(token, { code: code() })).toMatchObject({ ok: true });
});

test('one of 20 callers at once resets, with a code as well', async () => {
  const { account, token } = await withCodes();
  // Beyond five codes at once the others must wait.
  const answers = await Promise.all(Array.from({ length: 20 }, () => doors.reset(token, { code: code() })));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await database.prisma.session.count({ where: { userId: account.id, revokedAt: null } })).toBe(1);
});
