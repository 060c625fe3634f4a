import type { Account } from '../../src/accounts/account.ts';
import { createDoors, type Doors } from '../setup/doors.ts';
import { database } from '../setup/test-database.ts';

/** A stranger has made an account for Anna's address first, and nobody has verified it: no link that she follows opens it. */
let doors: Doors;
let squatter: Account;
let operator: Account;
beforeEach(async () => {
  doors = createDoors();
  squatter = await doors.add({ emailVerifiedAt: null });
  operator = await doors.add({ kind: 'root' });
  await doors.send('/session/me', squatter);
});

/** Anna follows the newest link, and has an account of her own. */
async function follow(): Promise<string> {
  const { email } = squatter;
  const { token, kind } = await doors.newestTo(email);
  expect(['sign_up', 'invitation']).toContain(kind);
  expect(await doors.view(token)).toMatchObject({ data: { has_account: false } });
  const answer = await doors.signUp(token);
  if (!answer.ok) throw new Error(`refused: ${answer.code}`);
  const { id } = answer.data.user;
  expect(id).not.toBe(squatter.id);
  expect(await doors.stores.accounts.findByEmail(email)).toMatchObject({ id, name: 'Anna' });
  return id;
}

async function expectRetired(): Promise<void> {
  const { id } = squatter;
  expect(await doors.stores.accounts.findById(id)).toMatchObject({
    status: 'deleted',
    email: `retired:${id}`,
  });
  expect(doors.siblings.consentsEnded).toContain(id);
  expect(await database.prisma.session.count({ where: { userId: id, revokedAt: null } })).toBe(0);
}

test('200 her sign-up makes an account of hers and retires his', async () => {
  await doors.ask(squatter.email);
  await follow();
  await expectRetired();
});

test('200 her reset leads to a sign-up, and to nothing where nobody signs up', async () => {
  await doors.ask(squatter.email, 'reset', false);
  expect((await doors.newestTo(squatter.email)).kind).toBe('none');
  await doors.ask(squatter.email, 'reset');
  await follow();
  await expectRetired();
});

test('200 her invitation makes an account of hers in the org, and he cannot accept it', async () => {
  const org = await doors.addOrg();
  const sent = { org: org.slug, email: squatter.email, role: 'member' };
  const { body } = await doors.send('/admin/org/invite', operator, sent);
  const { invite } = body.data;
  const his = await doors.send('/account/me/invitation/search', squatter);
  expect(his.body.data.items).toEqual([]);
  const act = async (name: string) =>
    (await doors.send(`/account/me/invitation/${name}`, squatter, { invite })).body.code;
  const refused = 'address_unverified';
  const codes = { accept: await act('accept'), decline: await act('decline') };
  expect(codes).toEqual({ accept: refused, decline: refused });
  const id = await follow();
  expect(await doors.stores.accounts.listMemberships(id)).toMatchObject([{ orgId: org.id }]);
  expect(await doors.stores.accounts.listMemberships(squatter.id)).toEqual([]);
  await expectRetired();
});

test('200 an operator’s create retires his account, and hers is the one that was made', async () => {
  const { body } = await doors.send('/admin/user/create', operator, { email: squatter.email });
  await expectRetired();
  expect(await follow()).toBe(body.data.user_id);
});

test('503 while sso cannot end his grants, and her link stays', async () => {
  await doors.ask(squatter.email);
  const { token } = await doors.newestTo(squatter.email);
  doors.siblings.down.add('sso');
  await expect(doors.signUp(token)).rejects.toMatchObject({ code: 'upstream_unavailable' });
  expect(await doors.stores.accounts.findById(squatter.id)).toEqual(squatter);
  doors.siblings.down.clear();
  await follow();
});

test('200 a change of his password ends no link of hers', async () => {
  await doors.ask(squatter.email);
  const sent = { user_id: squatter.id };
  expect((await doors.send('/admin/user/reset_password', operator, sent)).status).toBe(200);
  await follow();
});
