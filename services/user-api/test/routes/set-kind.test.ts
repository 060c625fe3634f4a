import { request } from '@latchkey/testing';
import { fresh, makeAccount, openSession, password } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';

const ada = makeAccount();
const make = (nth: number, kind: 'admin' | 'root') => {
  const id = crypto.randomUUID();
  return makeAccount({ id, email: `operator-${nth}@example.test`, kind });
};
const [admin, other, root] = [make(1, 'admin'), make(2, 'admin'), make(3, 'root')];
let service: TestService;
beforeEach(async () => {
  service = createTestService();
  for (const account of [ada, admin, other, root]) await service.accounts.add(account);
});

const post = (path: string, fields: object) => request(service.app).post(path).send(fields);
async function setKind({ id: user_id }: { id: string }, kind: string, caller = root) {
  const { token } = await openSession(service, caller);
  return post('/admin/user/set_kind', { token, user_id, kind, ...fresh });
}
const find = ({ id }: { id: string }) => service.accounts.findById(id);

describe('POST /admin/user/set_kind', () => {
  test.each([
    [ada, 'admin'],
    [ada, 'root'],
    [admin, 'root'],
    [admin, 'user'],
  ])('200 for a root, who makes %o of kind %s', async (account, kind) => {
    const { status, body } = await setKind(account, kind);
    expect([status, body.data]).toEqual([200, { kind, ended: 0 }]);
    expect(await find(account)).toMatchObject({ kind });
    expect(await service.requestLog.entries()).toMatchObject([
      { event: 'admin.user.set_kind', outcome: 'success', userId: account.id, actorId: root.id },
    ]);
  });

  test('200 voids the tokens and ends the sessions and families of the account', async () => {
    const { token } = await openSession(service, admin);
    const device = service.siblings.signFamily({ sub: admin.id, sid: 'family', scope: 'admin' });
    expect((await setKind(admin, 'user')).body.data).toEqual({ kind: 'user', ended: 2 });
    expect(service.siblings.families.size).toBe(0);
    const statusOf = async (one: string) => (await post('/session/me', { token: one })).status;
    const statuses = { session: await statusOf(token), device: await statusOf(device) };
    expect(statuses).toEqual({ session: 401, device: 401 });
    const relay = service.siblings.relay();
    const login = { relay, 'auth.user': admin.email, 'auth.pass': password };
    expect((await post('/auth/user/login', login)).body.data.user).toMatchObject({ kind: 'user' });
  });

  test.each([
    ['an admin', admin, ada],
    ['an admin about another admin', admin, other],
    ['a root about themselves', root, root],
    ['a person', ada, admin],
  ])('403 forbidden for %s', async (_who, caller, account) => {
    const { status, body } = await setKind(account, 'user', caller);
    expect([status, body.code]).toEqual([403, 'forbidden']);
    expect(await find(account)).toEqual(account);
  });

  test('403 insufficient_scope for a root whose token does not hold admin', async () => {
    const { sessionId: sid } = await openSession(service, root);
    const token = service.signer.signToken({ sub: root.id, sid, pk: 'user', scope: 'account clients' });
    const { status, body } = await post('/admin/user/set_kind', { token, user_id: ada.id, kind: 'root' });
    expect([status, body.code]).toEqual([403, 'insufficient_scope']);
  });

  test.each<[number, string, object, string]>([
    [409, 'address_unverified', { emailVerifiedAt: null }, 'an account whose address is not verified'],
    [409, 'state_conflict', { status: 'disabled' }, 'a disabled account'],
    [409, 'state_conflict', { status: 'deleted' }, 'a deleted account'],
    [409, 'state_conflict', { kind: 'admin' }, 'an account of that kind'],
  ])('%s %s for the case of %j: %s', async (status, code, changes) => {
    const account = { ...ada, ...changes };
    await service.accounts.add(account);
    const answer = await setKind(ada, 'admin');
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([status, code, 'user_id']);
    expect([await find(ada), await service.requestLog.entries()]).toEqual([account, []]);
  });

  test.each([
    [400, 'invalid_value', 'kind', { kind: 'owner' }],
    [400, 'missing_field', 'kind', { kind: undefined }],
    [404, 'not_found', 'user_id', { user_id: crypto.randomUUID() }],
    [404, 'not_found', 'user_id', { user_id: 'nobody' }],
  ])('%s %s naming %s for %j', async (status, code, field, changes) => {
    const { token } = await openSession(service, root);
    const fields = { token, user_id: ada.id, kind: 'admin', ...changes };
    const answer = await post('/admin/user/set_kind', fields);
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([status, code, field]);
  });
});
