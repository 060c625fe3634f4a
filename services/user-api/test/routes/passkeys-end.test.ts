import { request } from '@latchkey/testing';
import { ssoClientId } from '@latchkey/tokens';
import type { Account } from '../../src/accounts/account.ts';
import { password } from '../setup/accounts.ts';
import { createAuthenticator } from '../setup/authenticator.ts';
import { browser, createDoors, type Doors } from '../setup/doors.ts';
import { challenge, codeOf, openPasskeyPage } from '../setup/passkey-page.ts';
import { database } from '../setup/test-database.ts';

let doors: Doors;
let anna: Account;
let key: ReturnType<typeof createAuthenticator>;
beforeEach(async () => {
  doors = createDoors();
  anna = await addWithPasskey();
});

async function addWithPasskey(given: Partial<Account> = {}): Promise<Account> {
  const account = await doors.add(given);
  key = createAuthenticator();
  const record = key.record(account.id, account.id);
  await database.prisma.passkey.create({ data: record });
  await database.prisma.user.update({ where: { id: account.id }, data: { passkeyHandle: account.id } });
  return account;
}

const count = ({ id: userId } = anna) => database.prisma.passkey.count({ where: { userId } });
const rowsOf = async ({ id } = anna) => (await doors.rowsOf(id)).map(({ event }) => event);
/** The mails that say what happened to the account, each with where it was done from. */
async function noticesTo({ email } = anna): Promise<Record<string, string>> {
  const notices = (await doors.mailsTo(email)).filter(({ kind }) => kind === 'changed');
  return Object.fromEntries(
    notices.map(({ facts }) => {
      const { event, ip = 'not said' } = facts as { event: string; ip?: string };
      return [event, ip];
    }),
  );
}
const root = () => doors.add({ kind: 'root' });
const openPage = () => openPasskeyPage(doors, anna);

describe('a mail says', () => {
  test('that one was added, and that one was removed, with where it was done', async () => {
    const page = await openPage();
    const { id } = (await page.add()).body.data;
    expect(await noticesTo()).toEqual({ 'passkey.added': '203.0.113.50' });
    await page.send('remove', { id });
    expect(await noticesTo()).toEqual({ 'passkey.added': '203.0.113.50', 'passkey.removed': '203.0.113.50' });
  });

  test('that one may have a copy, where its counter does not grow', async () => {
    await database.prisma.passkey.updateMany({ data: { counter: 9 } });
    const { ip, user_agent } = browser;
    const payload = { client_id: ssoClientId, method: 'passkey', challenge, op: 'op', ip, user_agent };
    const relay = doors.siblings.relay({ purpose: 'user_root_session', ...payload });
    const sent = { relay, 'auth.method': 'passkey', passkey: key.get(challenge, { counter: 9 }) };
    expect((await request(doors.app).post('/auth/user/root-session').send(sent)).status).toBe(401);
    expect([await noticesTo(), await count()]).toEqual([{ 'passkey.refused': ip }, 1]);
  });

  test('nothing of one that was not added, or not there to remove', async () => {
    const page = await openPage();
    await page.send('add', { ...(await page.make()), challenge: 'b3RoZXI' });
    await page.send('remove', { id: crypto.randomUUID() });
    expect([await noticesTo(), await rowsOf()]).toEqual([{}, []]);
  });
});

describe('an operator ends them', () => {
  test('with a fresh code or password; then there are none to end', async () => {
    const operator = await root();
    const reset = (fields: object = {}) =>
      doors.send('/admin/user/reset_passkeys', operator, { user_id: anna.id, ...fields });
    const without = await reset({ 'auth.pass': undefined, 'auth.code': undefined });
    expect(codeOf(without)).toEqual([403, 'fresh_code_required']);
    expect([(await reset()).status, await count()]).toEqual([200, 0]);
    expect(codeOf(await reset())).toEqual([409, 'state_conflict']);
    expect(await rowsOf()).toEqual(['admin.user.reset_passkeys']);
    expect(await noticesTo()).toEqual({ 'admin.user.reset_passkeys': 'not said' });
  });

  test.each([
    [{}, 0],
    [{ keep_passkeys: false }, 0],
    [{ keep_passkeys: true }, 1],
  ])('with the password, unless they are to stay: %j leaves %d', async (fields, left) => {
    const given = { user_id: anna.id, ...fields };
    expect((await doors.send('/admin/user/reset_password', await root(), given)).status).toBe(200);
    expect(await count()).toBe(left);
    const rows = [...(left === 0 ? ['admin.user.reset_passkeys'] : []), 'admin.user.reset_password'];
    expect(await rowsOf()).toEqual(rows);
    expect(await noticesTo()).toEqual(Object.fromEntries(rows.map((event) => [event, 'not said'])));
  });
});

describe('a link ends them', () => {
  test.each([
    [{}, 0],
    [{ keep_passkeys: false }, 0],
    [{ keep_passkeys: true }, 1],
  ])(
    'that sets a new password and has listed them, unless they are to stay: %j leaves %d',
    async (fields, left) => {
      await doors.ask(anna.email, 'reset');
      const { token } = await doors.newestTo(anna.email);
      const shown = {
        name: 'My key',
        usable: true,
        created_at: '2026-12-01T10:00:00.000Z',
        last_used_at: null,
      };
      expect(await doors.view(token)).toMatchObject({ data: { passkeys: [shown] } });
      expect(await doors.reset(token, fields)).toMatchObject({ ok: true });
      expect(await count()).toBe(left);
      const ended = left === 0 ? ['passkey.reset'] : [];
      expect(await rowsOf()).toEqual([...ended, 'password.change', 'user.root_session']);
      const notices = [...ended, 'password.change'].map((event) => [event, browser.ip]);
      expect(await noticesTo()).toEqual(Object.fromEntries(notices));
    },
  );

  test('that puts a former address back: whoever has changed it may have added one', async () => {
    const wanted = `new-${anna.email}`;
    const changed = { email: wanted, 'auth.pass': password };
    expect((await doors.send('/account/me/email/change', anna, changed)).status).toBe(200);
    const { token: link } = await doors.newestTo(wanted);
    expect((await doors.send('/account/me/email/confirm', anna, { link })).status).toBe(200);
    expect(await count()).toBe(1);
    expect(await doors.restore((await doors.newestTo(anna.email)).token)).toMatchObject({ ok: true });
    expect(await count()).toBe(0);
    expect(await rowsOf()).toContain('passkey.reset');
    expect(await noticesTo()).toEqual({ 'passkey.reset': browser.ip });
  });

  test('that signs up with an address which a stranger has taken: he keeps none', async () => {
    const squatter = await addWithPasskey({ emailVerifiedAt: null });
    await doors.ask(squatter.email);
    expect(await doors.signUp((await doors.newestTo(squatter.email)).token)).toMatchObject({ ok: true });
    expect(await count(squatter)).toBe(0);
    expect(await doors.stores.accounts.findById(squatter.id)).toMatchObject({ status: 'deleted' });
  });
});

test('the end of the account ends them, and forgets its user handle', async () => {
  const deleted = await doors.send('/account/me/delete', anna, { 'auth.pass': password });
  expect([deleted.status, await count()]).toEqual([200, 0]);
  const where = { id: anna.id };
  expect(await database.prisma.user.findUnique({ where })).toMatchObject({ passkeyHandle: null });
});

test('a new password of one’s own ends none', async () => {
  const changed = { 'auth.pass': password, new_password: 'four quiet herons by the canal' };
  expect((await doors.send('/account/me/password/change', anna, changed)).status).toBe(200);
  expect(await count()).toBe(1);
});
