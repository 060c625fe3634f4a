import type { Account } from '../../src/accounts/account.ts';
import type { Org } from '../../src/people/orgs/org.ts';
import { createDoors, type Doors } from '../setup/doors.ts';
import { database } from '../setup/test-database.ts';

let doors: Doors;
let org: Org;
let operator: Account;
let owner: Account;
let anna: Account;
beforeEach(async () => {
  doors = createDoors();
  [org, operator, owner, anna] = [
    await doors.addOrg(),
    await doors.add({ kind: 'root' }),
    await doors.add({ name: 'Olga', locale: 'ru' }),
    await doors.add(),
  ];
  const added = { org: org.slug, user_id: owner.id, role: 'owner' };
  await doors.send('/admin/org/member_add', operator, added);
});

const requested = () => ({ org: org.slug, email: anna.email, role: 'member' });
const invite = async (fields: object = {}) =>
  (await doors.send('/org/invite', owner, { ...requested(), ...fields })).body.data;
const search = async (account = anna) =>
  (await doors.send('/account/me/invitation/search', account)).body.data.items;
const act = (name: 'accept' | 'decline', id: unknown, account = anna) =>
  doors.send(`/account/me/invitation/${name}`, account, { invite: id });

describe('the mail of an invitation', () => {
  test('names who invites to an account, in its language, else in that of who invites', async () => {
    await invite();
    const french = await doors.add({ locale: 'fr' });
    await invite({ email: french.email });
    const facts = { orgName: 'Acme', role: 'member', inviter: 'Olga', inviterAddress: owner.email };
    expect(await doors.mailsTo(anna.email)).toMatchObject([
      { kind: 'invitation', userId: anna.id, locale: 'ru', facts },
    ]);
    expect(await doors.mailsTo(french.email)).toMatchObject([{ locale: 'fr' }]);
  });

  test('holds no name that its sender chose where the address has no account', async () => {
    const email = `nobody-${crypto.randomUUID()}@example.test`;
    await invite({ email });
    const facts = { orgName: 'Acme', role: 'member', inviterAddress: owner.email };
    expect((await doors.mailsTo(email)).map((mail) => [mail.facts, mail.userId])).toEqual([[facts, null]]);
  });

  test('is not written where no mail is sent', async () => {
    doors = createDoors({ sendsMail: false });
    await invite();
    expect(await doors.mailsTo(anna.email)).toEqual([]);
  });
});

describe('the link of an invitation', () => {
  test('shows who has an account whom it is for, and makes no second one', async () => {
    await invite();
    const { token } = await doors.newestTo(anna.email);
    expect(await doors.view(token)).toMatchObject({
      data: {
        has_account: true,
        user_id: anna.id,
        invitation: { role: 'member', invited_by: { name: 'Olga', email: owner.email } },
      },
    });
    expect(await doors.signUp(token)).toMatchObject({ ok: false, code: 'already_exists' });
    expect(await doors.view(token)).toMatchObject({ ok: true });
  });

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['accepted', (id) => act('accept', id)],
    ['declined', (id) => act('decline', id)],
    ['replaced', () => invite({ role: 'admin' })],
    ['withdrawn', (id) => doors.send('/org/invitation/withdraw', owner, { org: org.slug, invite: id })],
  ])('404 once it is %s', async (_what, end) => {
    const { invite: id } = await invite();
    const { token } = await doors.newestTo(anna.email);
    await end(id);
    expect(await doors.view(token)).toMatchObject({ ok: false, code: 'not_found' });
    expect(await database.prisma.link.count({ where: { invitationId: id, endedAt: null } })).toBe(0);
  });

  test('404 once who invites may invite no more', async () => {
    await invite();
    const { token } = await doors.newestTo(anna.email);
    await doors.send('/admin/user/disable', operator, { user_id: owner.id });
    expect(await doors.view(token)).toMatchObject({ ok: false, code: 'not_found' });
  });

  test('a change of the password ends no invitation', async () => {
    await invite();
    const { token } = await doors.newestTo(anna.email);
    await doors.send('/admin/user/reset_password', operator, { user_id: anna.id });
    expect(await doors.view(token)).toMatchObject({ ok: true });
  });

  test('one of 20 newcomers at once joins', async () => {
    const email = `nobody-${crypto.randomUUID()}@example.test`;
    await invite({ email });
    const { token } = await doors.newestTo(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => doors.signUp(token)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await database.prisma.member.count({ where: { orgId: org.id } })).toBe(2);
  });
});

test('the address of who invites is shown to nobody before it is verified', async () => {
  await database.prisma.user.update({ where: { id: owner.id }, data: { emailVerifiedAt: null } });
  await invite();
  const { token } = await doors.newestTo(anna.email);
  const invited_by = { name: 'Olga', email: null };
  expect(await doors.view(token)).toMatchObject({ data: { invitation: { invited_by } } });
  expect(await search()).toMatchObject([{ invited_by }]);
  const email = `nobody-${crypto.randomUUID()}@example.test`;
  await doors.send('/admin/user/create', operator, { email, org: org.slug });
  await database.prisma.user.update({ where: { id: operator.id }, data: { emailVerifiedAt: null } });
  doors.clock.advance(600);
  await doors.ask(email);
  const facts = (await doors.mailsTo(email)).map((mail) => mail.facts);
  expect(facts.at(-1)).toEqual({ ip: expect.any(String), orgName: 'Acme', role: 'member' });
});

describe('/account/me/invitation', () => {
  test('search shows the open ones of the own address', async () => {
    const { invite: id, expires_at } = await invite();
    await invite({ email: operator.email });
    expect(await search()).toEqual([
      {
        invite: id,
        org: { id: org.id, slug: org.slug, name: 'Acme' },
        role: 'member',
        invited_by: { name: 'Olga', email: owner.email },
        created_at: new Date(doors.clock.now()).toISOString(),
        expires_at,
      },
    ]);
    doors.clock.advance(7 * 24 * 3600);
    expect(await search()).toEqual([]);
  });

  test('404 to decline another’s, an ended one, and what is no id', async () => {
    const { invite: id } = await invite();
    const { body: ofAnother } = await act('decline', id, operator);
    const { body: noId } = await act('decline', 'none', anna);
    const refused = { code: 'not_found', field: 'invite' };
    expect({ ofAnother, noId }).toMatchObject({ ofAnother: refused, noId: refused });
    expect((await act('decline', id)).body.data).toEqual({ declined: true });
    expect((await act('decline', id)).body.code).toBe('not_found');
    expect((await act('accept', id)).body.code).toBe('not_found');
    expect((await doors.rowsOf(anna.id)).map(({ event, orgId }) => [event, orgId])).toEqual([
      ['invitation.decline', org.id],
    ]);
  });

  test('one of 20 at once accepts or declines', async () => {
    const { invite: id } = await invite();
    const acts = Array.from({ length: 20 }, (_, at) => act(at % 2 === 0 ? 'accept' : 'decline', id));
    expect((await Promise.all(acts)).filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('POST /admin/org/invite with print_link', () => {
  const print = (fields: object = {}) =>
    doors.send('/admin/org/invite', operator, { ...requested(), print_link: true, ...fields });

  test('403 fresh_code_required for a plain member too', async () => {
    expect((await print({ 'auth.pass': '' })).body.code).toBe('fresh_code_required');
    expect(await search()).toEqual([]);
  });

  test('200 the link and no mail', async () => {
    const { body } = await print();
    expect(body.data.link).toMatch(/^https:\/\/sso\.example\.test\/invitation\?link=/);
    expect(await doors.mailsTo(anna.email)).toEqual([]);
    const token = new URL(body.data.link).searchParams.get('link') ?? '';
    expect(await doors.view(token)).toMatchObject({ data: { invitation: { id: body.data.invite } } });
    const rows = await database.prisma.requestLogEntry.findMany({ where: { actorId: operator.id } });
    expect(rows.map(({ event }) => event)).toContain('admin.link.print');
  });

  test('200 without it the answer has no link', async () => {
    expect((await print({ print_link: false })).body.data).not.toHaveProperty('link');
  });
});

describe('POST /admin/org/view', () => {
  test('404 for an unknown org', async () => {
    const { body } = await doors.send('/admin/org/view', operator, { org: 'nowhere' });
    expect(body).toMatchObject({ code: 'not_found', field: 'org' });
  });

  test('200 with the counts of its people', async () => {
    await invite();
    const { body } = await doors.send('/admin/org/view', operator, { org: org.slug });
    expect(body.data).toMatchObject({ id: org.id, name: 'Acme', members: 1, owners: 1, invitations: 1 });
  });
});
