import { generateSync } from 'otplib';
import type { Account } from '../../src/accounts/account.ts';
import { password, totpSecret } from '../setup/accounts.ts';
import { createDoors, type Doors } from '../setup/doors.ts';
import { database } from '../setup/test-database.ts';
import { untilWaiting } from '../setup/until-waiting.ts';

let doors: Doors;
let anna: Account;
let wanted: string;
beforeEach(async () => {
  doors = createDoors();
  anna = await doors.add({ locale: 'fr' });
  wanted = `${crypto.randomUUID()}@example.test`;
});

const path = '/account/me/email/change';
const shown = { 'auth.pass': password };
const ask = (fields: object = {}, account = anna) =>
  doors.send(path, account, { email: wanted, ...shown, ...fields });
const confirm = (link: string, account = anna) => doors.send('/account/me/email/confirm', account, { link });
const now = ({ id } = anna) => doors.stores.accounts.findById(id);
const stateOf = async (account = anna) =>
  (await doors.send('/account/me/view', account)).body.data.email_change;
const code = () => generateSync({ secret: totpSecret, epoch: doors.clock.now() / 1000 });
const events = async ({ id } = anna) => (await doors.rowsOf(id)).map(({ event }) => event);
async function linkTo(email = wanted, account = anna): Promise<string> {
  expect((await ask({ email }, account)).status).toBe(200);
  return (await doors.newestTo(email)).token;
}
/** Anna has the address that she wanted; the token in the mail to the old one. */
async function change(): Promise<string> {
  expect((await confirm(await linkTo())).status).toBe(200);
  return (await doors.newestTo(anna.email)).token;
}
function withCodes(changes: Partial<Account> = {}): Promise<Account> {
  const id = crypto.randomUUID();
  return doors.add({ id, totpSecret: doors.secrets.seal(totpSecret, id), ...changes });
}

describe('POST /account/me/email/change', () => {
  test.each([
    ['missing_field', 'auth.pass', { 'auth.pass': undefined }],
    ['invalid_credentials', undefined, { 'auth.pass': 'wrong' }],
    ['invalid_value', 'email', { email: 'a@[127.0.0.1]' }],
    ['missing_field', 'email', { email: undefined }],
  ])('refuses with %s (%s), and mails nothing', async (refusal, field, fields) => {
    expect((await ask(fields)).body).toMatchObject({ code: refusal, ...(field && { field }) });
    expect(await doors.mailsTo(wanted)).toEqual([]);
  });

  test('400 for the address of the account in another spelling', async () => {
    const { body } = await ask({ email: ` ${anna.email.replace('example', '\uFF25xample')}` });
    expect([body.code, body.field]).toEqual(['invalid_value', 'email']);
  });

  test('403 fresh_code_required without the code of who has codes, 401 with a wrong one; a right one once', async () => {
    const coded = await withCodes();
    expect((await ask({}, coded)).body.code).toBe('fresh_code_required');
    expect((await ask({ 'auth.code': '000000' }, coded)).body.code).toBe('invalid_credentials');
    expect(await doors.mailsTo(wanted)).toEqual([]);
    const right = { 'auth.code': code() };
    expect((await ask(right, coded)).status).toBe(200);
    expect((await ask(right, coded)).body.code).toBe('invalid_credentials');
    expect((await doors.mailsTo(wanted)).map(({ kind }) => kind)).toEqual(['confirm']);
  });

  test('403 forbidden for a code of an operator that is no one-time code', async () => {
    const operator = await withCodes({ kind: 'root' });
    expect((await ask({ 'auth.code': '7KQ2M-X4R9T' }, operator)).body.code).toBe('invalid_credentials');
    expect((await ask({ 'auth.code': code() }, operator)).status).toBe(200);
    expect((await confirm((await doors.newestTo(wanted)).token, operator)).status).toBe(200);
    expect(await now(operator)).toMatchObject({ email: wanted, kind: 'root' });
  });

  test('200 mail: off where no mail is sent', async () => {
    doors = createDoors({ sendsMail: false });
    expect((await ask()).body.data).toEqual({ mail: 'off', email: wanted });
    expect(await events()).toEqual([]);
  });

  test.each<[string, Partial<Account>]>([
    ['of a verified account', {}],
    ['of a disabled account', { status: 'disabled' }],
    ['of an operator', { kind: 'admin' }],
    ['of an invited account', { status: 'invited', emailVerifiedAt: null }],
  ])('200 the same for an address %s, which gets no link', async (_which, other) => {
    const free = await ask();
    doors.clock.advance(1);
    const taken = await doors.add(other);
    const answer = await ask({ email: taken.email });
    expect([answer.status, answer.body.data]).toEqual([
      free.status,
      { ...free.body.data, email: taken.email },
    ]);
    expect(await doors.mailsTo(taken.email)).toMatchObject([{ kind: 'email_taken', linkId: null }]);
    expect(await stateOf()).toMatchObject({ state: 'waiting', email: taken.email });
    expect(await events()).toEqual(['email.request_change', 'email.request_change']);
  });

  test('200 with a mail to the new address that shows nothing of the asker, in their language', async () => {
    const token = await linkTo();
    expect(await doors.mailsTo(wanted)).toMatchObject([
      { kind: 'confirm', locale: 'fr', userId: anna.id, facts: { ip: expect.any(String) } },
    ]);
    expect(Object.keys(Object((await doors.mailsTo(wanted))[0]?.facts))).toEqual(['ip']);
    expect(await now()).toEqual(anna);
    const until = new Date(doors.clock.now() + 24 * 3_600_000).toISOString();
    expect(await stateOf()).toEqual({ state: 'waiting', email: wanted, until });
    const { view } = doors;
    expect(await view(token)).toMatchObject({ data: { purpose: 'confirm', user_id: anna.id } });
  });

  test('429 the sixth for a mailbox within an hour, and a code that was shown is not spent', async () => {
    const coded = await withCodes();
    for (let sent = 0; sent < 5; sent += 1) await ask();
    const right = { 'auth.code': code() };
    expect((await ask(right, coded)).body.code).toBe('throttled');
    expect((await ask({ ...right, email: `other-${wanted}` }, coded)).status).toBe(200);
  });
});

describe('POST /account/me/email/confirm with the link of another address', () => {
  test('404 for another account, after a day, and after a new password', async () => {
    const link = await linkTo();
    expect((await confirm(link, await doors.add())).body.code).toBe('not_found');
    await doors.send('/admin/user/reset_password', await doors.add({ kind: 'root' }), { user_id: anna.id });
    expect((await confirm(link)).body.code).toBe('not_found');
    const bob = await doors.add();
    const later = await linkTo(`bob-${wanted}`, bob);
    doors.clock.advance(24 * 3600);
    expect((await confirm(later, bob)).body.code).toBe('not_found');
    expect([await stateOf(bob), (await now(bob))?.email]).toEqual([null, bob.email]);
  });

  test('409 already_exists where somebody has proved the address meanwhile', async () => {
    const link = await linkTo();
    await doors.add({ email: wanted });
    expect((await confirm(link)).body).toMatchObject({ code: 'already_exists', field: 'link' });
    expect(await now()).toMatchObject({ email: anna.email });
  });

  test('409 already_exists where somebody proves it at the same moment', async () => {
    const link = await linkTo();
    const { email: _email, ...other } = anna;
    const { confirming } = await database.prisma.$transaction(async (transaction) => {
      const times = { createdAt: new Date(0), updatedAt: new Date(0) };
      await transaction.user.create({
        data: { ...other, id: crypto.randomUUID(), email: wanted, ...times },
      });
      const pending = confirm(link);
      await untilWaiting(database, 1, pending);
      return { confirming: pending };
    });
    expect((await confirming).body.code).toBe('already_exists');
    expect((await confirm(link)).body.code).toBe('already_exists');
  });

  test('200 changes the address; sessions stay, and the old address gets a link', async () => {
    const link = await linkTo();
    const { status, body } = await confirm(link);
    expect([status, body.data]).toEqual([200, { email_verified: true }]);
    expect(await now()).toEqual({ ...anna, email: wanted, emailVerifiedAt: new Date(doors.clock.now()) });
    expect(await events()).toEqual(['email.change', 'email.request_change']);
    expect(await database.prisma.session.count({ where: { userId: anna.id, revokedAt: null } })).toBe(2);
    expect(await doors.mailsTo(anna.email)).toMatchObject([
      { kind: 'email_changed', locale: 'fr', facts: { newAddress: wanted } },
    ]);
    expect(await stateOf()).toMatchObject({ state: 'changed', email: anna.email });
    expect((await confirm(link)).body.data).toEqual({ email_verified: true });
    expect(await events()).toHaveLength(2);
  });

  test('200 an account of the new address that nobody has verified is retired', async () => {
    const squatter = await doors.add({ email: wanted, emailVerifiedAt: null });
    expect((await confirm(await linkTo())).status).toBe(200);
    expect(await now(squatter)).toMatchObject({ status: 'deleted' });
    expect(doors.siblings.consentsEnded).toContain(squatter.id);
  });

  test('503 while sso cannot end what that account has, and nothing has changed', async () => {
    const squatter = await doors.add({ email: wanted, emailVerifiedAt: null });
    const link = await linkTo();
    doors.siblings.down.add('sso');
    expect((await confirm(link)).status).toBe(503);
    expect([await now(), await now(squatter)]).toEqual([anna, squatter]);
    doors.siblings.down.clear();
    expect((await confirm(link)).status).toBe(200);
  });

  test('200 an unverified old address gets no link: it may be somebody else’s', async () => {
    anna = await doors.add({ emailVerifiedAt: null });
    expect((await confirm(await linkTo())).status).toBe(200);
    expect(await doors.mailsTo(anna.email)).toEqual([]);
    expect(await stateOf()).toBeNull();
  });

  test('of two new addresses the first that is confirmed is taken, and the other link ends', async () => {
    const links = [await linkTo(), await linkTo(`2-${wanted}`)];
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => confirm(links[at % 2]!, anna)));
    const { email = '' } = (await now()) ?? {};
    expect([wanted, `2-${wanted}`]).toContain(email);
    const isFirst = email === wanted;
    const codes = answers.map(({ body }) => body.code ?? 'done');
    expect(new Set(codes.filter((_, at) => (at % 2 === 0) === isFirst))).toEqual(new Set(['done']));
    expect(new Set(codes.filter((_, at) => (at % 2 === 0) !== isFirst))).toEqual(new Set(['not_found']));
    expect((await events()).filter((event) => event === 'email.change')).toHaveLength(1);
  });

  test('of two accounts that want one address one gets it', async () => {
    const bob = await doors.add();
    const links = [await linkTo(), ''];
    doors.clock.advance(1);
    links[1] = await linkTo(wanted, bob);
    expect(links[1]).not.toBe(links[0]);
    const answers = await Promise.all([confirm(links[0]!), confirm(links[1], bob)]);
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
  });

  test('two accounts that want each other’s unverified address wait in no ring', async () => {
    const bob = await doors.add({ emailVerifiedAt: null });
    anna = await doors.add({ emailVerifiedAt: null });
    const links = [await linkTo(bob.email), await linkTo(anna.email, bob)];
    const answers = await Promise.all([confirm(links[0]!), confirm(links[1]!, bob)]);
    expect(answers.map(({ status }) => status)).toContain(200);
    expect(Math.max(...answers.map(({ status }) => status))).toBeLessThan(500);
  });
});

describe('links/restore', () => {
  test('404 for the link of another purpose, after a day, and a second time', async () => {
    const other = await linkTo(`other-${wanted}`);
    expect(await doors.restore(other)).toMatchObject({ ok: false, code: 'not_found', field: 'token' });
    const token = await change();
    expect(await doors.restore(token)).toMatchObject({ ok: true, data: { email: anna.email } });
    expect(await doors.restore(token)).toMatchObject({ ok: false, code: 'not_found' });
    anna = await doors.add();
    wanted = `3-${wanted}`;
    const late = await change();
    doors.clock.advance(24 * 3600);
    expect(await doors.restore(late)).toMatchObject({ ok: false, code: 'not_found' });
    expect(await stateOf()).toBeNull();
  });

  test('200 puts the address back; password, sessions and devices end, and a reset opens the account', async () => {
    const token = await change();
    const device = doors.siblings.signFamily({ sub: anna.id, sid: 'family' });
    expect(await doors.view(token)).toMatchObject({ data: { purpose: 'restore', email: anna.email } });
    expect(await doors.restore(token)).toMatchObject({ ok: true });
    expect(await now()).toMatchObject({ email: anna.email, passwordHash: null, status: 'active' });
    expect(await database.prisma.session.count({ where: { userId: anna.id, revokedAt: null } })).toBe(0);
    expect(doors.siblings.families.has(device)).toBe(false);
    expect(await events()).toEqual(['email.change', 'email.request_change', 'email.restore']);
    await doors.ask(anna.email, 'reset');
    expect(await doors.reset((await doors.newestTo(anna.email)).token)).toMatchObject({ ok: true });
  });

  test.each<[string, (thief: Account) => Promise<unknown>]>([
    [
      'a new password',
      (thief) =>
        doors.send('/account/me/password/change', thief, { ...shown, new_password: 'of the thief himself' }),
    ],
    ['a name', (thief) => doors.send('/account/me/update', thief, { name: 'Thief' })],
    [
      'a password of an operator',
      async (thief) =>
        doors.send('/admin/user/reset_password', await doors.add({ kind: 'root' }), { user_id: thief.id }),
    ],
    ['a reset by the new mailbox', () => resetBy(wanted)],
  ])('200 also after %s: who has taken the account keeps nobody from it', async (_what, act) => {
    const token = await change();
    await act({ ...anna, email: wanted });
    expect(await doors.restore(token)).toMatchObject({ ok: true });
    expect(await now()).toMatchObject({ email: anna.email, passwordHash: null });
  });
  async function resetBy(email: string) {
    await doors.ask(email, 'reset');
    expect(await doors.reset((await doors.newestTo(email)).token)).toMatchObject({ ok: true });
  }

  test('409 state_conflict for another change within the 24 hours, so that no later link is in the way', async () => {
    await change();
    const next = { email: `next-${wanted}` };
    expect((await ask(next)).body.code).toBe('state_conflict');
    doors.clock.advance(24 * 3600);
    expect((await ask(next)).status).toBe(200);
  });

  test('409 already_exists where the old address has another verified account by now', async () => {
    const token = await change();
    await doors.add({ email: anna.email });
    expect(await doors.restore(token)).toMatchObject({ code: 'already_exists' });
    expect(await now()).toMatchObject({ email: wanted });
  });

  test('200 an unverified account of the old address is retired', async () => {
    const token = await change();
    const squatter = await doors.add({ email: anna.email, emailVerifiedAt: null });
    expect(await doors.restore(token)).toMatchObject({ ok: true });
    expect(await now(squatter)).toMatchObject({ status: 'deleted' });
  });

  test('404 once the account was deleted or disabled', async () => {
    const token = await change();
    await doors.send('/admin/user/disable', await doors.add({ kind: 'root' }), { user_id: anna.id });
    expect(await doors.restore(token)).toMatchObject({ code: 'not_found' });
    anna = await doors.add();
    wanted = `4-${wanted}`;
    const of = await change();
    await doors.send('/account/me/delete', anna, shown);
    expect(await doors.restore(of)).toMatchObject({ code: 'not_found' });
  });

  test('one of 20 at once puts it back, beside 20 that confirm', async () => {
    const token = await change();
    const all = Array.from({ length: 20 }, () => doors.restore(token));
    expect((await Promise.all(all)).filter(({ ok }) => ok)).toHaveLength(1);
    expect((await events()).filter((event) => event === 'email.restore')).toHaveLength(1);
  });

  test('200 an operator sends the mails of a change again while their links are open', async () => {
    const root = await doors.add({ kind: 'root' });
    const token = await change();
    await database.prisma.mail.updateMany({ data: { status: 'sent' }, where: { recipient: anna.email } });
    const [mail] = await doors.mailsTo(anna.email);
    const again = () => doors.send('/admin/mail/send_again', root, { mail_id: mail?.id });
    expect((await again()).status).toBe(200);
    await doors.restore(token);
    expect((await again()).body.code).toBe('state_conflict');
  });
});
