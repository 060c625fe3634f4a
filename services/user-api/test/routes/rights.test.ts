import { request } from '@latchkey/testing';
import type { AccessTokenClaims } from '@latchkey/tokens';
import { acme, admin, makeAccount, makeClient, openSession } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';

const ada = makeAccount();
let service: TestService;
beforeEach(async () => {
  service = createTestService();
  await service.accounts.add(ada, [{ ...acme, role: 'owner' }]);
  await service.accounts.add(admin, [{ ...acme, role: 'member' }]);
  await service.clients.add(makeClient());
});

async function call(path: string, account = ada, claims: Partial<AccessTokenClaims> = {}, fields = {}) {
  const { sessionId: sid } = await openSession(service, account);
  const token = service.signer.signToken({ sub: account.id, sid, pk: account.kind, ...claims });
  return request(service.app)
    .post(path)
    .send({ token, ...fields });
}

const asMember = { token_use: 'member', org: acme.orgId, role: 'owner' } as const;

describe('the rights of a token', () => {
  test.each([
    ['/account/me/session/revoke_others', 'account', 'openid clients admin'],
    ['/oauth/clients/search', 'clients', 'openid account admin'],
    ['/admin/user/view', 'admin', 'openid account clients'],
  ])('403 at %s without the scope %s, which the answer names', async (path, right, scope) => {
    const { status, body, headers } = await call(path, admin, { scope });
    const sentence = `A token with the scope ${right} is required`;
    expect([status, body]).toEqual([
      403,
      {
        status: 0,
        comment: sentence,
        message: sentence,
        code: 'insufficient_scope',
        data: null,
        request_id: expect.any(String),
      },
    ]);
    expect(headers['www-authenticate']).toBe(`Bearer error="insufficient_scope", scope="${right}"`);
  });

  test('401 before 403: a token of an ended session learns nothing about scopes', async () => {
    const { token, sessionId } = await openSession(service, ada);
    await service.context.sessions.revoke(sessionId, makeLogEntry());
    const { status, body } = await request(service.app).post('/admin/user/view').send({ token });
    expect([status, body.code]).toEqual([401, 'session_revoked']);
  });

  test('200 for a member token with account and with clients', async () => {
    const claims = { ...asMember, scope: 'account clients' };
    expect((await call('/account/me/session/revoke_others', ada, claims)).status).toBe(200);
    expect((await call('/oauth/clients/search', ada, claims)).status).toBe(200);
  });

  test('200 at /session/me without any scope', async () => {
    expect((await call('/session/me', ada, { scope: '' })).status).toBe(200);
  });
});

describe('the power of an operator', () => {
  const listAll = (claims: Partial<AccessTokenClaims>, account = admin) =>
    call('/oauth/clients/search', account, claims);

  test('200 with all clients for admin and clients, with their own for clients alone', async () => {
    const all = await listAll({ scope: 'clients admin' });
    expect(all.body.data.items).toMatchObject([{ client_id: 'demo-cli' }, { client_id: 'client-a' }]);
    const own = await listAll({ scope: 'clients' });
    expect([own.status, own.body.data.items]).toEqual([200, []]);
  });

  test('403 at a search for admin alone: it implies no other scope', async () => {
    expect((await listAll({ scope: 'admin' })).body.code).toBe('insufficient_scope');
  });

  test('200 with none for a member token of an operator, whatever it holds', async () => {
    const { body } = await listAll({ ...asMember, role: 'member', scope: 'clients admin' });
    expect(body.data.items).toEqual([]);
  });

  test.each([
    ['an operator whose token lacks admin', admin, 'clients', 'insufficient_scope'],
    ['a user, also one whose token says admin', ada, 'clients admin', 'forbidden'],
  ])('403 for the filter owner of %s', async (_name, account, scope, code) => {
    const { status, body } = await call('/oauth/clients/search', account, { scope }, { owner: ada.id });
    expect([status, body.code, body.field]).toEqual([403, code, 'owner']);
  });

  test('403 at once when the account is no operator any more', async () => {
    const { sessionId: sid } = await openSession(service, admin);
    const token = service.signer.signToken({ sub: admin.id, sid, pk: 'admin', scope: 'admin' });
    const view = () => request(service.app).post('/admin/user/view').send({ token, user_id: ada.id });
    expect((await view()).status).toBe(200);
    await service.accounts.add({ ...admin, kind: 'user' });
    const { status, body } = await view();
    expect([status, body.code]).toEqual([403, 'forbidden']);
  });

  test('200 at /session/me, which calls an operator without admin a user', async () => {
    const weak = await call('/session/me', admin, { scope: 'clients' });
    expect(weak.body.data).toMatchObject({ principal: { kind: 'user' }, user: { kind: 'admin' } });
    const strong = await call('/session/me', admin, { scope: 'admin' });
    expect(strong.body.data.principal.kind).toBe('admin');
  });
});
