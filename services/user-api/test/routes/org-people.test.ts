import { request } from '@latchkey/testing';
import type { Account } from '../../src/accounts/account.ts';
import { acme, fresh, makeAccount, makeClient, openSession } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';

const { orgId } = acme;
const idOf = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-000000000000`;
const owner = makeAccount({ id: idOf('1'), email: 'owner@example.test' });
const orgAdmin = makeAccount({ id: idOf('2'), email: 'admin@example.test' });
const plain = makeAccount({ id: idOf('3'), email: 'plain@example.test' });
const stranger = makeAccount({ id: idOf('4'), email: 'stranger@example.test' });
const operator = makeAccount({ id: idOf('5'), email: 'operator@example.test', kind: 'root' });
let service: TestService;
beforeEach(async () => {
  service = createTestService({ stores: { invitationLimit: 2 } });
  await service.accounts.add(owner, [{ ...acme, role: 'owner' }]);
  await service.accounts.add(orgAdmin, [{ ...acme, role: 'admin' }]);
  await service.accounts.add(plain, [acme]);
  for (const one of [stranger, operator]) await service.accounts.add(one);
});

async function send(path: string, account: Account, fields: object) {
  const { token } = await openSession(service, account);
  const { status, body } = await request(service.app)
    .post(path)
    .send({ token, org: 'acme', ...fields });
  return { ...(body as { code?: string; field?: string; data: Record<string, unknown> }), status };
}

test('200 at /org/member/set_role and remove, each with its row about the member', async () => {
  const to = { user_id: plain.id.toUpperCase() };
  expect((await send('/org/member/set_role', orgAdmin, { ...to, role: 'admin' })).data).toEqual({
    org_id: orgId,
    user_id: plain.id,
    role: 'admin',
    client_ids: [],
    client_count: 0,
  });
  expect((await send('/org/member/remove', orgAdmin, to)).data).toEqual({
    ended: 0,
    client_ids: [],
    client_count: 0,
  });
  const about = { userId: plain.id, actorId: orgAdmin.id, orgId, outcome: 'success' };
  expect(await service.requestLog.entries()).toMatchObject([
    { event: 'org.member_set_role', ...about },
    { event: 'org.member_remove', ...about },
  ]);
  expect((await send('/org/leave', plain, {})).status).toBe(404);
});

test.each<[number, string, string, Account, object]>([
  [409, 'state_conflict', '/org/leave', owner, {}],
  [404, 'not_found', '/org/leave', stranger, {}],
  [409, 'state_conflict', '/org/member/remove', owner, { user_id: owner.id }],
  [403, 'forbidden', '/org/member/remove', orgAdmin, { user_id: owner.id }],
  [403, 'forbidden', '/org/member/remove', plain, { user_id: orgAdmin.id }],
  [404, 'not_found', '/org/member/remove', stranger, { user_id: owner.id }],
  [404, 'not_found', '/org/member/remove', owner, { user_id: stranger.id }],
  [404, 'not_found', '/org/member/remove', owner, { user_id: 'no id' }],
  [404, 'not_found', '/org/member/set_role', owner, { user_id: 'no id', role: 'admin' }],
  [404, 'not_found', '/org/member/set_role', owner, { user_id: stranger.id, role: 'admin' }],
  [403, 'forbidden', '/org/member/set_role', orgAdmin, { user_id: plain.id, role: 'owner' }],
  [400, 'invalid_value', '/org/member/set_role', owner, { user_id: plain.id, role: 'root' }],
  [409, 'state_conflict', '/org/member/set_role', owner, { user_id: owner.id, role: 'admin' }],
  [404, 'not_found', '/org/invitation/withdraw', owner, { invite: 'no id' }],
  [404, 'not_found', '/org/invitation/withdraw', owner, { invite: orgId }],
  [403, 'forbidden', '/org/invitation/withdraw', plain, { invite: orgId }],
  [404, 'not_found', '/org/member/remove', operator, { user_id: plain.id }],
  [409, 'state_conflict', '/admin/org/member_remove', operator, { user_id: owner.id }],
  [409, 'state_conflict', '/admin/org/member_add', operator, { user_id: owner.id, role: 'member', ...fresh }],
  [404, 'not_found', '/admin/org/invitation/withdraw', operator, { org: 'nowhere', invite: orgId }],
  [404, 'not_found', '/admin/org/invitation/withdraw', operator, { invite: 'no id' }],
])('%d %s at %s, and nothing is written', async (status, code, path, by, fields) => {
  const answer = await send(path, by, fields);
  expect([answer.status, answer.code]).toEqual([status, code]);
  expect(await service.requestLog.entries()).toEqual([]);
});

test('403 quota_exceeded for the people of the org beyond the limit, 200 for an operator', async () => {
  const invite = (email: string, path = '/org/invite', by = owner) =>
    send(path, by, { email, role: 'member', ...(by === operator && fresh) });
  const first = await invite('a@example.test');
  expect(first.status).toBe(200);
  const more = await invite('b@example.test');
  expect([more.status, more.code]).toEqual([403, 'quota_exceeded']);
  const [atTheLimit, beyond] = [
    await invite('b@example.test', '/admin/org/invite', operator),
    await invite('c@example.test', '/admin/org/invite', operator),
  ];
  expect([atTheLimit.status, beyond.status]).toEqual([200, 200]);
  const { invite: id } = first.data;
  expect((await send('/org/invitation/withdraw', orgAdmin, { invite: id })).data).toEqual({
    withdrawn: true,
  });
  const listed = await send('/org/invitation/search', orgAdmin, {});
  expect(listed.data['total_count']).toBe(2);
});

test('200 at /org/leave for every member, whose sessions for the org end', async () => {
  expect((await send('/org/leave', plain, {})).data).toEqual({ ended: 0 });
  expect((await send('/org/search', plain, {})).data['items']).toEqual([]);
  expect(await service.requestLog.entries()).toMatchObject([
    { event: 'org.leave', userId: plain.id, actorId: null },
  ]);
});

test.each<[string, Account, 'owner' | 'admin' | 'member', string, string[]]>([
  ['/org/member/set_role', owner, 'member', orgAdmin.id, ['secretive']],
  ['/admin/org/member_add', operator, 'member', orgAdmin.id, ['secretive']],
  ['/org/member/set_role', owner, 'owner', orgAdmin.id, []],
  ['/org/member/set_role', owner, 'admin', plain.id, []],
  ['/admin/org/member_add', operator, 'member', plain.id, []],
])('200 at %s, which answers the secrets that were seen (case %#)', async (path, by, role, userId, ids) => {
  const secretive = { type: 'confidential', tokenEndpointAuthMethod: 'client_secret_basic' } as const;
  const ofOrg = { ownerKind: 'org', ownerId: orgId } as const;
  await service.clients.add(makeClient({ clientId: 'secretive', ...ofOrg, ...secretive }));
  await service.clients.add(makeClient({ clientId: 'open', ...ofOrg }));
  const { data } = await send(path, by, { user_id: userId, role, ...fresh });
  expect(data).toEqual({ org_id: orgId, user_id: userId, role, client_ids: ids, client_count: ids.length });
});
