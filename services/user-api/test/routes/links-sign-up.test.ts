import { findPageRoot } from '../../src/sessions/find-root-session.ts';
import { hashPlaces } from '../../src/signing-in/password/passwords.ts';
import { browser, createDoors, newPassword, type Doors } from '../setup/doors.ts';
import { database } from '../setup/test-database.ts';

let doors: Doors;
let anna: string;
beforeEach(() => {
  doors = createDoors();
  anna = `anna-${crypto.randomUUID()}@example.test`;
});

const minute = 60;
const tokenTo = async (email: string) => (await doors.newestTo(email)).token;
async function linkFor(email: string): Promise<string> {
  await doors.ask(email);
  return tokenTo(email);
}
const notFound = { ok: false, code: 'not_found' };

describe('links/request', () => {
  test('400 invalid_value for what is no address, and nothing is written', async () => {
    expect(await doors.ask('anna')).toMatchObject({ ok: false, code: 'invalid_value' });
    expect(await doors.mailsTo('anna')).toEqual([]);
  });

  test('200 mail: off where no mail is sent, and nothing is written', async () => {
    doors = createDoors({ sendsMail: false });
    expect(await doors.ask(anna)).toEqual({ ok: true, data: { mail: 'off' } });
    expect(await doors.mailsTo(anna)).toEqual([]);
  });

  test('429 once the budget of mails is used up, and nothing is written', async () => {
    doors = createDoors({ mailsPerHour: 1 });
    await doors.ask(`first-${anna}`);
    expect(await doors.ask(anna)).toMatchObject({ ok: false, code: 'throttled' });
    expect(await doors.mailsTo(anna)).toEqual([]);
  });

  test('200 a link within 2 minutes is not mailed again, and stays the open one', async () => {
    const token = await linkFor(anna);
    doors.clock.advance(minute);
    await doors.ask(anna);
    expect((await doors.mailsTo(anna)).map(({ kind }) => kind)).toEqual(['sign_up', 'none']);
    expect(await doors.view(token)).toMatchObject({ ok: true });
  });

  test('200 a later link ends the old one once it is opened', async () => {
    const old = await linkFor(anna);
    doors.clock.advance(2 * minute);
    const token = await linkFor(anna);
    expect(token).not.toBe(old);
    expect(await doors.view(old)).toMatchObject({ ok: true });
    expect(await doors.view(token)).toMatchObject({ ok: true });
    expect(await doors.view(old)).toMatchObject(notFound);
  });
});

describe('links/view', () => {
  test.each([
    ['no token', () => 'nonsense'],
    ['a changed one', (token: string) => token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
  ])('404 for %s', async (_which, change) => {
    const token = await linkFor(anna);
    expect(await doors.view(change(token))).toMatchObject({ ...notFound, field: 'token' });
  });

  test('404 after its end', async () => {
    const token = await linkFor(anna);
    doors.clock.advance(24 * 60 * minute);
    expect(await doors.view(token)).toMatchObject(notFound);
  });

  test('200 spends nothing', async () => {
    const token = await linkFor(anna);
    const answers = [await doors.view(token), await doors.view(token)];
    const expected = {
      purpose: 'sign_up',
      email: anna,
      user_id: null,
      has_account: false,
      needs_code: false,
      passkeys: [],
      password_min_length: 12,
      name: null,
      expires_at: new Date(doors.clock.now() + 24 * 60 * minute * 1000).toISOString(),
      invitation: null,
    };
    expect(answers).toEqual([expected, expected].map((data) => ({ ok: true, data })));
  });
});

describe('links/sign_up', () => {
  test.each([
    ['a short password', { password: 'short' }, 'password'],
    ['no password', { password: '' }, 'password'],
    ['a name without letters', { name: ' ' }, 'name'],
  ])('400 invalid_value for %s, and the link stays', async (_which, fields, field) => {
    const token = await linkFor(anna);
    expect(await doors.signUp(token, fields)).toMatchObject({ ok: false, code: 'invalid_value', field });
    expect(await doors.view(token)).toMatchObject({ ok: true });
  });

  test('404 for a link of another purpose', async () => {
    const { email } = await doors.add();
    await doors.ask(email, 'reset');
    expect(await doors.signUp(await tokenTo(email))).toMatchObject(notFound);
  });

  test('409 already_exists where the address has a verified account meanwhile', async () => {
    const token = await linkFor(anna);
    await doors.add({ email: anna });
    expect(await doors.signUp(token)).toMatchObject({ ok: false, code: 'already_exists', field: 'token' });
  });

  test('503 while no place at the hash gate is left, and nothing has changed', async () => {
    const token = await linkFor(anna);
    const { passwords } = doors.context;
    const places = await Promise.all(Array.from({ length: hashPlaces }, () => passwords.takePlace()));
    await expect(doors.signUp(token)).rejects.toMatchObject({ code: 'upstream_unavailable' });
    for (const { free } of places) free();
    expect(await doors.stores.accounts.findByEmail(anna)).toBeUndefined();
    expect(await doors.signUp(token)).toMatchObject({ ok: true });
  });

  test('200 makes a verified account with the language of the page, and signs the browser in', async () => {
    await doors.ask(anna.toUpperCase());
    const token = await tokenTo(anna);
    const answer = await doors.signUp(token);
    const account = await doors.stores.accounts.findByEmail(anna);
    expect(account).toMatchObject({
      name: 'Anna',
      status: 'active',
      kind: 'user',
      locale: 'de',
      emailVerifiedAt: new Date(doors.clock.now()),
      passwordHash: `new hash of ${newPassword}`,
    });
    const user = { id: account?.id, email: anna, kind: 'user' };
    expect(answer).toMatchObject({ ok: true, data: { root: { amr: ['password'] }, user } });
    const root = await findPageRoot(doors.context, answer.ok ? answer.data.root.token : '');
    expect(root?.session).toMatchObject({ ip: browser.ip, userAgent: browser.user_agent });
    const rows = await database.prisma.requestLogEntry.findMany({
      where: { userId: account!.id },
      orderBy: { event: 'asc' },
    });
    expect(rows.map(({ event, ip, clientId }) => [event, ip, clientId])).toEqual([
      ['user.root_session', browser.ip, 'latchkey-sso'],
      ['user.signup', browser.ip, 'latchkey-sso'],
    ]);
    expect(await doors.signUp(token)).toMatchObject(notFound);
  });

  test('one of 20 callers at once gets the account', async () => {
    const token = await linkFor(anna);
    const answers = await Promise.all(Array.from({ length: 20 }, () => doors.signUp(token)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await database.prisma.user.count({ where: { email: anna } })).toBe(1);
  });
});
