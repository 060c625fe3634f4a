import { hashSecret } from '@latchkey/secrets';
import { request } from '@latchkey/testing';
import type { Account } from '../../src/accounts/account.ts';
import { acme, admin, bob, issueApp, makeAccount, makeClient, openSession } from '../setup/accounts.ts';
import { createTestService, serviceKey, type TestService } from '../setup/create-test-service.ts';
import { startMs } from '../setup/signer.ts';

const path = '/oauth/client_credentials/revoke';
const ada = makeAccount();
const id = 'aaaaaaaa-2222-4222-8222-222222222222';
const ofAcme = 'bbbbbbbb-2222-4222-8222-222222222222';
const asMember = { token_use: 'member', org: acme.orgId, role: 'owner' };

let service: TestService;
let appToken: string;
beforeEach(async () => {
  service = createTestService();
  await service.accounts.add(ada, [acme]);
  await service.accounts.add(bob, [{ ...acme, role: 'owner' }]);
  await service.accounts.add(admin);
  const app = { type: 'confidential', grantTypes: ['client_credentials'] } as const;
  await service.clients.add(makeClient(app), [{ hash: hashSecret('secret'), expiresAt: null }]);
  await service.clients.add(
    makeClient({ clientId: 'acme-app', ...app, ownerKind: 'org', ownerId: acme.orgId }),
  );
  await service.clients.add(makeClient({ clientId: 'target' }));
  await service.connections.add({ source: 'client-a', target: 'target', scopes: ['account'] });
  for (const [issue, clientId] of [
    [ofAcme, 'acme-app'],
    [id, 'client-a'],
  ] as const)
    ({ token: appToken } = await issueApp(service, clientId, { id: issue }));
  await service.requestLog.clear();
  service.siblings.active.add(appToken);
});

async function revoke(account: Account, fields: object = { id }, claims: object = {}) {
  const { sessionId: sid } = await openSession(service, account);
  const token = service.signer.signToken({ sub: account.id, sid, ...claims });
  return request(service.app)
    .post(path)
    .send({ token, ...fields });
}

async function codeOf(call: ReturnType<typeof revoke>): Promise<unknown[]> {
  const { status, body } = await call;
  return [status, body.code, body.field];
}

/** What the app gets here, and sso about its token. */
async function askAll(): Promise<unknown[]> {
  const post = (to: string) => request(service.app).post(to);
  const own = await post('/account/me/client_password/change').send({
    token: appToken,
    'auth.pass': 'wrong',
  });
  const verdict = await post('/oauth/clients/connections/verify').send({ token: appToken });
  const view = post('/internal/v1/sessions/view').set('authorization', `Bearer ${serviceKey}`);
  const facts = { sid: id, sub: 'client-a', token_use: 'app', iat: startMs / 1000 };
  return [own.body.code, verdict.body.code ?? 'verified', (await view.send(facts)).body.data.active];
}

describe('POST /oauth/client_credentials/revoke', () => {
  test('200, and the token ends with the next call here and for sso, whose word is still kept', async () => {
    expect(await askAll()).toEqual(['invalid_credentials', 'verified', true]);
    await service.requestLog.clear();
    const { status, body } = await revoke(ada);
    expect([status, body.data]).toEqual([200, { id, status: 'revoked' }]);
    expect(await service.requestLog.entries()).toMatchObject([
      { event: 'client_credentials.revoke', outcome: 'success', userId: ada.id, clientId: 'client-a' },
    ]);
    expect(await askAll()).toEqual(['session_revoked', 'token_invalid', false]);
  });

  test('200 from the database alone, while no tombstone can be read', async () => {
    await revoke(ada);
    service.context.tombstones.has = () => Promise.resolve(false);
    const [own, , active] = await askAll();
    expect([own, active]).toEqual(['session_revoked', false]);
  });

  test.each<[string, Account, string, object, object]>([
    ['an owner of the org', bob, ofAcme, {}, { userId: bob.id, orgId: acme.orgId, actorId: null }],
    ['a member token of that owner', bob, ofAcme, asMember, { userId: bob.id, orgId: acme.orgId }],
    ['an operator', admin, id, { pk: 'admin' }, { userId: ada.id, actorId: admin.id }],
  ])('200 for %s', async (_who, account, issue, claims, logged) => {
    expect((await revoke(account, { id: issue }, claims)).status).toBe(200);
    expect(await service.requestLog.entries()).toMatchObject([
      { event: 'client_credentials.revoke', ...logged },
    ]);
  });

  test.each<[string, Account, object, object]>([
    ['of another owner', bob, { id }, {}],
    ['of an org whose plain member asks', ada, { id: ofAcme }, {}],
    ['of another, for an operator’s token without admin', admin, { id }, { scope: 'clients' }],
    ['that is not there', ada, { id: '99999999-2222-4222-8222-222222222222' }, {}],
    ['that has no id', ada, { id: 'nope' }, {}],
  ])('404 for a token %s: one answer for all of them', async (_what, account, fields, claims) => {
    expect(await codeOf(revoke(account, fields, claims))).toEqual([404, 'not_found', 'id']);
    expect([(await askAll())[2], (await service.requestLog.entries()).map(({ event }) => event)]).toEqual([
      true,
      ['client.secret_check'],
    ]);
  });

  test('404 for the person’s own app, for a member token', async () => {
    await service.accounts.add(ada, [{ ...acme, role: 'owner' }]);
    expect(await codeOf(revoke(ada, { id }, asMember))).toEqual([404, 'not_found', 'id']);
  });

  test('404 for one that has ended by itself', async () => {
    service.clock.advance(900);
    expect(await codeOf(revoke(ada))).toEqual([404, 'not_found', 'id']);
  });

  test('200 for one of 20 parallel callers, 404 for the others, and one row in the request log', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => revoke(ada)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'not_found')).toHaveLength(19);
    expect(await service.requestLog.entries()).toHaveLength(1);
  });

  test('400 without an id', async () => {
    expect(await codeOf(revoke(ada, {}))).toEqual([400, 'missing_field', 'id']);
  });
});
