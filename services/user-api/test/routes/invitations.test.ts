import { request } from '@latchkey/testing';
import type { Account } from '../../src/accounts/account.ts';
import { acme, fresh, makeAccount, openSession } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';

const daySeconds = 24 * 3600;
const { orgId } = acme;
const idOf = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-000000000000`;
const owner = makeAccount({ id: idOf('1'), email: 'owner@example.test' });
const orgAdmin = makeAccount({ id: idOf('2'), email: 'admin@example.test' });
const plain = makeAccount({ id: idOf('3'), email: 'plain@example.test' });
const stranger = makeAccount({ id: idOf('4'), email: 'stranger@example.test' });
const operator = makeAccount({ id: idOf('5'), email: 'operator@example.test', kind: 'root' });
let service: TestService;
beforeEach(async () => {
  service = createTestService();
  await service.accounts.add(owner, [{ ...acme, role: 'owner' }]);
  await service.accounts.add(orgAdmin, [{ ...acme, role: 'admin' }]);
  await service.accounts.add(plain, [acme]);
  for (const one of [stranger, operator]) await service.accounts.add(one);
});

async function send(path: string, account: Account, fields: object, ip = '192.0.2.1') {
  const { token } = await openSession(service, account);
  return request(service.app)
    .post(path)
    .set({ 'x-forwarded-for': ip })
    .send({ token, ...(account.kind !== 'user' && fresh), ...fields });
}
const requested = { org: 'acme', email: 'Stranger@Example.test', role: 'member' };
const invite = (fields: object = {}, by = owner, path = '/org/invite') =>
  send(path, by, { ...requested, ...fields });
const accept = (id: unknown, account: Account = stranger) =>
  send('/account/me/invitation/accept', account, { invite: id });

describe('POST /org/invite and /admin/org/invite', () => {
  test.each([
    ['/org/invite', owner, { event: 'org.invite', userId: owner.id, actorId: null }],
    ['/admin/org/invite', operator, { event: 'admin.org.invite', userId: null, actorId: operator.id }],
  ] as const)('200 at %s with an invitation for 7 days', async (path, by, row) => {
    const { status, body } = await invite({ org: orgId }, by, path);
    expect([status, body.data]).toEqual([
      200,
      {
        invite: expect.stringMatching(/^[0-9a-f-]{36}$/),
        org_id: orgId,
        email: 'stranger@example.test',
        role: 'member',
        expires_at: new Date(service.clock.now() + 7 * daySeconds * 1000).toISOString(),
        replaced_role: null,
      },
    ]);
    expect(await service.requestLog.entries()).toMatchObject([{ ...row, orgId, outcome: 'success' }]);
  });

  test('200 with the role of the open invitation that it replaces and ends, and of no ended one', async () => {
    const inviteAs = async (role: string) => (await invite({ role })).body.data;
    const [first, second] = [await inviteAs('admin'), await inviteAs('member')];
    expect([first.replaced_role, second.replaced_role]).toEqual([null, 'admin']);
    expect((await accept(first.invite)).status).toBe(404);
    service.clock.advance(7 * daySeconds);
    expect((await inviteAs('owner')).replaced_role).toBeNull();
  });

  test.each<[number, string, Account, object]>([
    [200, 'an owner who invites an owner', owner, { role: 'owner' }],
    [200, 'an admin who invites an admin', orgAdmin, { role: 'admin' }],
    [403, 'an admin who invites an owner', orgAdmin, { role: 'owner' }],
    [403, 'a member', plain, {}],
    [404, 'somebody outside the org', stranger, {}],
    [404, 'an operator outside the org', operator, {}],
    [404, 'an unknown org', owner, { org: 'nowhere' }],
    [400, 'an unknown role', owner, { role: 'root' }],
    [400, 'an address that is none', owner, { email: 'nobody' }],
  ])('%d at /org/invite for %s', async (status, _who, by, fields) => {
    expect((await invite(fields, by)).status).toBe(status);
  });

  test.each<[number, string, Account, object]>([
    [200, 'an operator who invites an owner', operator, { role: 'owner' }],
    [404, 'an unknown org', operator, { org: 'nowhere' }],
    [403, 'somebody who is no operator', owner, {}],
  ])('%d at /admin/org/invite for %s', async (status, _who, by, fields) => {
    expect((await invite(fields, by, '/admin/org/invite')).status).toBe(status);
  });
});

describe('POST /account/me/invitation/accept', () => {
  const invited = async (fields: object = {}) => (await invite(fields)).body.data.invite as string;

  test('200 with the membership, once', async () => {
    const id = await invited({ role: 'admin' });
    const { status, body } = await accept(id);
    const member = { org_id: orgId, org_slug: 'acme', role: 'admin' };
    expect([status, body.data]).toEqual([200, { member }]);
    const again = await accept(id);
    expect([again.status, again.body.code, again.body.field]).toEqual([404, 'not_found', 'invite']);
    const own = [{ orgId, orgSlug: 'acme', role: 'admin' }];
    expect(await service.accounts.listMemberships(stranger.id)).toEqual(own);
  });

  test('409 address_unverified while nobody has vouched for the address, 200 once an operator has', async () => {
    const id = await invited();
    await service.accounts.add({ ...stranger, emailVerifiedAt: null });
    const { status, body } = await accept(id);
    expect([status, body.code]).toEqual([409, 'address_unverified']);
    const verify = async () => {
      const answer = await send('/admin/user/verify_email', operator, { user_id: stranger.id });
      return [answer.status, answer.body.data];
    };
    const verified = [200, { email_verified: true }];
    expect({ first: await verify(), again: await verify() }).toEqual({ first: verified, again: verified });
    expect((await service.requestLog.entries()).map(({ event }) => event)).toEqual([
      'org.invite',
      'admin.user.verify_email',
    ]);
    expect((await accept(id)).status).toBe(200);
  });

  test('404 for another address, after 7 days, in a disabled org, and for what is no id', async () => {
    const id = await invited();
    expect((await accept(id, plain)).status).toBe(404);
    expect((await accept('acme')).status).toBe(404);
    expect((await accept(crypto.randomUUID())).status).toBe(404);
    service.clock.advance(7 * daySeconds);
    expect((await accept(id)).status).toBe(404);
    expect(await service.accounts.listMemberships(stranger.id)).toEqual([]);
  });

  test('404 once the owner who invited was removed, who cannot come back by an invitation of their own', async () => {
    const id = await invited({ role: 'owner' });
    const other = { org: 'acme', user_id: operator.id, role: 'owner' };
    expect((await send('/admin/org/member_add', operator, other)).status).toBe(200);
    const removal = { org: 'acme', user_id: owner.id };
    expect((await send('/admin/org/member_remove', operator, removal)).status).toBe(200);
    expect((await accept(id)).status).toBe(404);
    expect(await service.accounts.listMemberships(stranger.id)).toEqual([]);
  });

  test('200 for an owner who is invited as a member, who stays the owner', async () => {
    const id = await invited({ email: owner.email });
    expect((await accept(id, owner)).body.data.member.role).toBe('owner');
  });
});

describe('POST /auth/signup with an invitation', () => {
  const address = 'new@example.test';
  function signUp(ctx: Record<string, unknown>, email = address) {
    const relay = service.siblings.relay({ purpose: 'signup', ctx });
    const fields = { relay, 'auth.user': email, 'auth.pass': 'a brand new password', name: 'New' };
    return request(service.app).post('/auth/signup').send(fields);
  }
  const invited = async () => (await invite({ email: address, role: 'admin' })).body.data.invite as string;
  const membershipsOf = async (email: string) =>
    service.accounts.listMemberships((await service.accounts.findByEmail(email))?.id ?? '');

  test('200 and a member with the role of the invitation, which is spent', async () => {
    const id = await invited();
    await service.requestLog.clear();
    expect((await signUp({ email_verified: address, invite: id })).status).toBe(200);
    const { id: userId } = (await service.accounts.findByEmail(address))!;
    expect(await service.requestLog.entries()).toMatchObject([
      { event: 'user.signup', userId, orgId: null },
      { event: 'invitation.accept', userId, orgId },
    ]);
    expect(await membershipsOf(address)).toEqual([{ orgId, orgSlug: 'acme', role: 'admin' }]);
    const { status, body } = await signUp({ email_verified: address, invite: id });
    expect([status, body.code]).toEqual([403, 'payload_mismatch']);
  });

  test.each<[string, (id: string) => object, string]>([
    ['no proof of the address', (id) => ({ invite: id }), address],
    [
      'the proof of another address',
      (id) => ({ email_verified: 'b@example.test', invite: id }),
      'b@example.test',
    ],
    ['the slug of an org', () => ({ email_verified: address, invite: 'acme' }), address],
    ['the id of an org', () => ({ email_verified: address, invite: orgId }), address],
  ])('403 and no account with %s', async (_what, ctxOf, email) => {
    const { status, body } = await signUp({ ...ctxOf(await invited()) }, email);
    expect([status, body.code]).toEqual([403, 'payload_mismatch']);
    expect(await service.accounts.findByEmail(email)).toBeUndefined();
  });

  test('200 for the owner of an address that was taken without a proof, who is a member then', async () => {
    const squatter = makeAccount({ id: idOf('6'), email: address, emailVerifiedAt: null });
    await service.accounts.add(squatter);
    const { status, body } = await signUp({ email_verified: address, invite: await invited() });
    expect(status).toBe(200);
    expect(body.data.user.id).not.toBe(squatter.id);
    expect(await membershipsOf(address)).toEqual([{ orgId, orgSlug: 'acme', role: 'admin' }]);
  });

  test('200 for the same request again, whose invitation is accepted already', async () => {
    const relay = service.siblings.relay({
      purpose: 'signup',
      ctx: { email_verified: address, invite: await invited() },
    });
    const fields = { relay, 'auth.user': address, 'auth.pass': 'a brand new password', name: 'New' };
    const post = () => request(service.app).post('/auth/signup').send(fields);
    const first = await post();
    service.clock.advance(1);
    const again = await post();
    expect([again.status, again.body.data]).toEqual([200, first.body.data]);
    expect(await membershipsOf(address)).toEqual([{ orgId, orgSlug: 'acme', role: 'admin' }]);
  });
});
