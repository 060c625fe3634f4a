import { request } from '@latchkey/testing';
import type { Account } from '../../src/accounts/account.ts';
import { createPurgeJobs } from '../../src/store/purge-jobs.ts';
import { password } from '../setup/accounts.ts';
import { createDoors, newPassword, type Doors } from '../setup/doors.ts';
import { database } from '../setup/test-database.ts';

let doors: Doors;
let operator: Account;
let anna: string;
beforeEach(async () => {
  doors = createDoors();
  operator = await doors.add({ kind: 'root' });
  anna = `anna-${crypto.randomUUID()}@example.test`;
});

const create = (fields: object = {}) =>
  doors.send('/admin/user/create', operator, { email: anna, ...fields });
const find = () => doors.stores.accounts.findByEmail(anna);
const daySeconds = 24 * 3600;

describe('POST /admin/user/create', () => {
  test('403 fresh_code_required without the password, also for a printed link', async () => {
    const { body } = await create({ 'auth.pass': '', print_link: true });
    expect([body.code, await find()]).toEqual(['fresh_code_required', undefined]);
  });

  test('403 for who is no operator', async () => {
    expect((await doors.send('/admin/user/create', await doors.add(), { email: anna })).status).toBe(403);
  });

  test.each([
    ['400 invalid_value for what is no address', { email: 'anna' }, 'invalid_value', 'email'],
    ['400 invalid_value for a language of three letters', { locale: 'deu' }, 'invalid_value', 'locale'],
    ['400 missing_field for a role without an org', { role: 'admin' }, 'missing_field', 'org'],
    ['404 for an unknown org', { org: 'nowhere' }, 'not_found', 'org'],
  ])('%s at the creation of an account', async (_name, fields, code, field) => {
    expect((await create(fields)).body).toMatchObject({ code, field });
  });

  test.each<[string, Partial<Account>]>([
    ['a verified account', {}],
    ['a disabled one', { status: 'disabled' }],
    ['an operator', { kind: 'admin', emailVerifiedAt: null }],
    ['an invited one', { status: 'invited', emailVerifiedAt: null, passwordHash: null }],
  ])('409 already_exists for the address of %s', async (_which, account) => {
    const { id } = await doors.add({ email: anna, ...account });
    expect((await create()).body).toMatchObject({ code: 'already_exists', field: 'email' });
    expect((await find())?.id).toBe(id);
  });

  test('503 while sso cannot end the grants of an unverified account, and nothing has changed', async () => {
    const squatter = await doors.add({ email: anna, emailVerifiedAt: null });
    doors.siblings.down.add('sso');
    expect((await create()).status).toBe(503);
    expect([await find(), await doors.mailsTo(anna)]).toEqual([squatter, []]);
  });

  test('200 an account that waits, its mail and its row; no membership until its person comes', async () => {
    const org = await doors.addOrg();
    const { body } = await create({ name: 'Anna', org: org.slug, role: 'admin', locale: 'ja' });
    const account = await find();
    const { invite, user_id: id } = body.data;
    expect(body.data).toEqual({
      user_id: account?.id,
      email: anna,
      status: 'invited',
      invite: expect.any(String),
      expires_at: new Date(doors.clock.now() + 7 * daySeconds * 1000).toISOString(),
    });
    expect(account).toMatchObject({ status: 'invited', passwordHash: null, emailVerifiedAt: null });
    const facts = { orgName: 'Acme', role: 'admin', inviterAddress: operator.email };
    expect(await doors.mailsTo(anna)).toMatchObject([
      { kind: 'invitation', locale: 'ja', userId: id, facts },
    ]);
    expect((await doors.rowsOf(id)).map(({ event }) => event)).toEqual([
      'admin.org.invite',
      'admin.user.create',
    ]);
    expect(await doors.stores.accounts.listMemberships(id)).toEqual([]);
    const { token } = await doors.newestTo(anna);
    expect(await doors.view(token)).toMatchObject({
      data: {
        has_account: false,
        user_id: id,
        name: 'Anna',
        invitation: { id: invite, org: { name: 'Acme' } },
      },
    });
    expect(await doors.signUp(token)).toMatchObject({ data: { user: { id } } });
    expect(await find()).toMatchObject({ id, status: 'active', emailVerifiedAt: expect.any(Date) });
    expect(await doors.stores.accounts.listMemberships(id)).toMatchObject([{ orgId: org.id, role: 'admin' }]);
  });

  test('200 with print_link the answer has the link and no mail is written', async () => {
    const { body } = await create({ print_link: true });
    const { link, user_id: id } = body.data;
    expect(await doors.mailsTo(anna)).toEqual([]);
    expect((await doors.rowsOf(id)).map(({ event }) => event)).toEqual([
      'admin.link.print',
      'admin.user.create',
    ]);
    const address = new URL(link);
    expect(address.origin + address.pathname).toBe('https://sso.example.test/invitation');
    expect(await doors.signUp(address.searchParams.get('link') ?? '')).toMatchObject({ ok: true });
  });

  test('one of 10 at once makes the account', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'already_exists')).toHaveLength(9);
    expect(await database.prisma.link.count({ where: { email: anna } })).toBe(1);
  });
});

describe('an invited account', () => {
  let id: string;
  beforeEach(async () => void (id = (await create()).body.data.user_id));
  const act = (path: string, fields: object = {}) => doors.send(path, operator, { user_id: id, ...fields });

  test.each([
    ['user/enable', {}, 'state_conflict'],
    ['user/reset_password', {}, 'state_conflict'],
    ['user/verify_email', {}, 'state_conflict'],
    ['user/reset_totp', {}, 'state_conflict'],
    ['user/set_kind', { kind: 'admin' }, 'address_unverified'],
    ['org/member_add', { role: 'member' }, 'state_conflict'],
  ])('409 at /admin/%s', async (path, fields, code) => {
    const { slug: org } = await doors.addOrg();
    const { status, body } = await act(`/admin/${path}`, { org, ...fields });
    expect([status, body.code]).toEqual([409, code]);
    expect(await find()).toMatchObject({ status: 'invited', passwordHash: null });
  });

  test('401 at a sign-in, as for an unknown address, for one verification of a hash', async () => {
    const answers = [];
    for (const user of [anna, 'nobody@example.test']) {
      doors.hash.verified.length = 0;
      const sent = { relay: doors.siblings.relay(), 'auth.user': user, 'auth.pass': password };
      const { status, body } = await request(doors.app).post('/auth/user/login').send(sent);
      answers.push([status, body.code, doors.hash.verified.length]);
    }
    expect(answers).toEqual(Array.from({ length: 2 }, () => [401, 'invalid_credentials', 1]));
  });

  test('200 disabled by an operator: its link ends, and it is not enabled again', async () => {
    const { token } = await doors.newestTo(anna);
    expect((await act('/admin/user/disable')).status).toBe(200);
    expect(await doors.signUp(token)).toMatchObject({ ok: false, code: 'not_found' });
    expect((await act('/admin/user/enable')).body.code).toBe('state_conflict');
    doors.clock.advance(600);
    expect((await create()).status).toBe(200);
  });

  test('200 a verified signup by payload completes it under its id, and the same again answers the same', async () => {
    const relay = doors.siblings.relay({ purpose: 'signup', ctx: { email_verified: anna } });
    const fields = { relay, 'auth.user': anna, 'auth.pass': newPassword, name: 'Anna' };
    for (let sent = 0; sent < 2; sent += 1) {
      const { status, body } = await request(doors.app).post('/auth/signup').send(fields);
      expect([status, body.data]).toEqual([200, { user: { id, status: 'active' } }]);
      doors.clock.advance(1);
    }
    expect(await find()).toMatchObject({ id, name: 'Anna', passwordHash: `new hash of ${newPassword}` });
    expect((await doors.rowsOf(id)).map(({ event }) => event)).toEqual(['admin.user.create', 'user.signup']);
  });

  test('200 a signup by payload that proves nothing changes nothing', async () => {
    const relay = doors.siblings.relay({ purpose: 'signup' });
    const fields = { relay, 'auth.user': anna, 'auth.pass': newPassword, name: 'Anna' };
    const { body } = await request(doors.app).post('/auth/signup').send(fields);
    expect([body.data, (await find())?.status]).toEqual([{ accepted: true }, 'invited']);
  });

  test('is retired after 7 days, and the address is free', async () => {
    const jobs = createPurgeJobs(database, doors.clock.now() + 7 * daySeconds * 1000 + 1);
    for (const { run } of jobs) await run();
    expect(await find()).toBeUndefined();
    expect(await doors.stores.accounts.findById(id)).toMatchObject({
      status: 'deleted',
      email: `retired:${id}`,
    });
    expect((await create()).status).toBe(200);
  });
});
