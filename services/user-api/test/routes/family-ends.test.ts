import { ApiError } from '@latchkey/contracts';
import { request } from '@latchkey/testing';
import { fresh, makeAccount, openSession, password } from '../setup/accounts.ts';
import { createServiceWithAccounts } from '../setup/requests.ts';

const change = { 'auth.pass': password, new_password: 'a new long password' };

test.each([
  ['/account/me/password/change', 'user', 'active', change],
  ['/account/me/session/revoke_others', 'user', 'active', {}],
  ['/admin/user/disable', 'admin', 'active', {}],
  ['/admin/user/enable', 'admin', 'disabled', fresh],
  ['/admin/user/reset_password', 'admin', 'active', fresh],
] as const)(
  '200 at %s, and sso is asked to end the families at the hand of: %s',
  async (path, reason, status, fields) => {
    const { service, ada, bob } = await createServiceWithAccounts();
    const root = makeAccount({ id: crypto.randomUUID(), email: 'root@example.test', kind: 'root' });
    await service.accounts.add(root);
    await service.accounts.add({ ...bob, status });
    const [caller, subject] = reason === 'admin' ? [root, bob] : [ada, ada];
    const { token } = await openSession(service, caller);
    const asked: unknown[] = [];
    const { revokeFamilies } = service.siblings.sso;
    service.siblings.sso.revokeFamilies = (ending) => {
      asked.push(ending);
      return revokeFamilies(ending);
    };
    const answer = await request(service.app)
      .post(path)
      .send({ token, user_id: subject.id, ...fields });
    const isVoiding = !path.endsWith('revoke_others');
    const ending = { userId: subject.id, reason, keptFamilyId: null, isVoiding };
    expect([answer.status, asked]).toEqual([200, [ending]]);
  },
);

test.each([
  [200, 'upstream_unavailable', 1],
  [403, 'forbidden', 0],
] as const)(
  '%d when sso answers a password change with %s, reported to the operators: %d',
  async (status, code, count) => {
    const { service, send } = await createServiceWithAccounts();
    const failure = new ApiError({ code, message: 'refused' });
    service.siblings.sso.revokeFamilies = () => Promise.reject(failure);
    expect((await send('/account/me/password/change')).status).toBe(status);
    expect(service.notifyFailures).toEqual(Array.from({ length: count }, () => failure));
  },
);

test.each(['family', '44444444-4444-4444-8444-444444444444'])(
  '401 session_revoked with a token of %s, which sso does not know',
  async (sid) => {
    const { service, ada } = await createServiceWithAccounts();
    const token = service.signer.signToken({ sub: ada.id, sid });
    const { status, body } = await request(service.app)
      .post('/account/me/session/revoke_others')
      .send({ token });
    expect([status, body.code]).toEqual([401, 'session_revoked']);
  },
);
