import { request } from '@latchkey/testing';
import type { Account } from '../../src/accounts/account.ts';
import { acme, admin, bob, fresh, makeAccount, makeClient, openSession } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';

const ada = makeAccount();
const ofBob = { ownerId: bob.id };
const ofAcme = { ownerKind: 'org', ownerId: acme.orgId } as const;

let service: TestService;
beforeEach(async () => {
  service = createTestService();
  await service.accounts.add(ada, [acme]);
  await service.accounts.add(bob, [{ ...acme, role: 'admin' }]);
  await service.accounts.add(admin);
  await service.clients.add(makeClient({ clientId: 'of-ada' }));
  await service.clients.add(makeClient({ clientId: 'of-bob', ...ofBob }));
  await service.clients.add(makeClient({ clientId: 'of-acme', ...ofAcme }));
});

const path = (act: string) => `/oauth/clients/connections/${act}`;

async function send(act: 'add' | 'accept' | 'remove', account: Account, fields: object, claims: object = {}) {
  const { sessionId: sid } = await openSession(service, account);
  const token = service.signer.signToken({ sub: account.id, sid, ...claims });
  return request(service.app)
    .post(path(act))
    .send({ token, ...(account.kind !== 'user' && fresh), ...fields });
}

async function codeOf(call: ReturnType<typeof send>): Promise<unknown[]> {
  const { status, body } = await call;
  return [status, body.code, body.field];
}

const pair = { source: 'of-ada', target: 'of-bob' };
const requested = { ...pair, scopes: ['profile', 'email'] };
const asMember = { token_use: 'member', org: acme.orgId, role: 'admin' };

/** What connections/verify says to the app of-ada about of-bob. */
async function verify(): Promise<unknown> {
  const app = { sub: 'of-ada', client_id: 'of-ada', sid: 'issue', token_use: 'app' as const };
  const token = service.signer.signToken({ ...app, scope: 'profile email other' });
  service.siblings.active.add(token);
  const { body } = await request(service.app).post(path('verify')).send({ token, target: 'of-bob' });
  return body.data?.scopes ?? body.code;
}

/** Ada asks, and Bob accepts. */
async function connectPair(scopes: readonly string[] = requested.scopes): Promise<void> {
  await send('add', ada, { ...pair, scopes });
  expect((await send('accept', bob, { ...pair, scopes })).status).toBe(200);
}

describe('POST /oauth/clients/connections/add', () => {
  test('200 with a request, which has no effect before it is accepted, and one row in the request log', async () => {
    const { status, body } = await send('add', ada, {
      ...requested,
      scopes: ['profile', 'email', 'profile'],
    });
    expect([status, body.data]).toEqual([
      200,
      {
        id: expect.any(String),
        ...requested,
        status: 'requested',
        created_at: '2026-12-01T10:00:00.000Z',
      },
    ]);
    expect(await verify()).toBe('connection_not_allowed');
    expect(await service.requestLog.entries()).toMatchObject([
      { event: 'connection.add', outcome: 'success', userId: ada.id, actorId: null, clientId: 'of-ada' },
    ]);
  });

  test.each<[string, Account, object, object]>([
    ['both clients of the caller', ada, { target: 'of-ada-too' }, {}],
    ['an operator', admin, {}, { pk: 'admin' }],
  ])('200 with an active connection for %s', async (_who, account, fields, claims) => {
    await service.clients.add(makeClient({ clientId: 'of-ada-too' }));
    const { body } = await send('add', account, { ...requested, ...fields }, claims);
    expect(body.data.status).toBe('active');
  });

  test('200 with the scopes of a form', async () => {
    const { token } = await openSession(service, ada);
    const call = request(service.app).post(path('add')).type('form');
    const { body } = await call.send({ token, ...pair, scopes: 'profile email' });
    expect(body.data.scopes).toEqual(['profile', 'email']);
  });

  test.each<[string, Account, object, object]>([
    ['an admin of the org that owns the source', bob, { source: 'of-acme' }, {}],
    ['a member token of that admin', bob, { source: 'of-acme' }, asMember],
    ['an operator', admin, {}, { pk: 'admin' }],
  ])('200 for %s', async (_who, account, fields, claims) => {
    expect((await send('add', account, { ...requested, ...fields }, claims)).status).toBe(200);
  });

  test('200 and a log row that names the operator beside the owner', async () => {
    await send('add', admin, requested, { pk: 'admin' });
    expect(await service.requestLog.entries()).toMatchObject([{ userId: ada.id, actorId: admin.id }]);
  });

  test.each<[string, Account, object, object]>([
    ['of another owner', bob, {}, {}],
    ['that is not there', ada, { source: 'nobody' }, {}],
    ['of an org whose plain member asks', ada, { source: 'of-acme' }, {}],
    ['of the person, for a member token', bob, { source: 'of-bob', target: 'of-ada' }, asMember],
    ['of another, for an operator’s token without admin', admin, {}, { scope: 'account clients' }],
  ])('404 for a source %s, and nothing is written', async (_what, account, fields, claims) => {
    const call = send('add', account, { ...requested, ...fields }, claims);
    expect(await codeOf(call)).toEqual([404, 'not_found', 'source']);
    expect([await verify(), await service.requestLog.entries()]).toEqual(['connection_not_allowed', []]);
  });

  test.each<[string, object]>([
    ['not there', { clientId: 'other' }],
    ['archived', { archivedAt: new Date(0) }],
    ['inactive', { status: 'inactive' }],
  ])('404 for a target that is %s: one answer for all of them', async (_what, changes) => {
    await service.clients.add(makeClient({ clientId: 'ended', ...ofBob, ...changes }));
    const { status, body } = await send('add', ada, { ...requested, target: 'ended' });
    expect([status, body.code, body.field, body.message]).toEqual([
      404,
      'not_found',
      'target',
      'There is no such record',
    ]);
  });

  test('409 for a source that is archived', async () => {
    await service.clients.add(makeClient({ clientId: 'of-ada', archivedAt: new Date(0) }));
    expect(await codeOf(send('add', ada, requested))).toEqual([409, 'state_conflict', undefined]);
  });

  test('409 for a pair that is active, whatever its scopes, and 200 for the way back', async () => {
    await connectPair();
    expect(await codeOf(send('add', ada, { ...pair, scopes: ['other'] }))).toEqual([
      409,
      'already_exists',
      'target',
    ]);
    expect(await verify()).toEqual(['profile', 'email']);
    expect((await send('add', bob, { ...requested, source: 'of-bob', target: 'of-ada' })).status).toBe(200);
  });

  test('200 for a pair that was removed: a new request with the new scopes, without effect', async () => {
    await connectPair();
    await send('remove', bob, pair);
    service.clock.advance(60);
    const { body } = await send('add', ada, { ...pair, scopes: ['other'] });
    expect(body.data).toMatchObject({
      scopes: ['other'],
      status: 'requested',
      created_at: '2026-12-01T10:01:00.000Z',
    });
    expect(await verify()).toBe('connection_not_allowed');
  });

  test.each<[string, object, unknown[]]>([
    ['a client and itself', { target: 'of-ada' }, ['invalid_value', 'target']],
    ['no source', { source: '' }, ['missing_field', 'source']],
    ['no target', { target: null }, ['missing_field', 'target']],
    ['no scopes', { scopes: null }, ['missing_field', 'scopes']],
    ['an empty list of scopes', { scopes: [] }, ['invalid_value', 'scopes']],
    ['two scopes in one text', { scopes: ['profile email'] }, ['invalid_value', 'scopes']],
    ['a scope that RFC 6749 does not allow', { scopes: ['"'] }, ['invalid_value', 'scopes']],
    ['a long scope', { scopes: ['x'.repeat(201)] }, ['invalid_value', 'scopes']],
    [
      'many scopes',
      { scopes: Array.from({ length: 101 }, (_, at) => `s${at}`) },
      ['invalid_value', 'scopes'],
    ],
    ['scopes that are no list', { scopes: 'profile' }, ['invalid_type', 'scopes']],
    ['a source that is no text', { source: ['of-ada'] }, ['invalid_type', 'source']],
  ])('400 with %s', async (_what, fields, fault) => {
    expect(await codeOf(send('add', ada, { ...requested, ...fields }))).toEqual([400, ...fault]);
  });

  test('200 for one of 10 parallel callers who manage both, 409 for the others, and one row in the request log', async () => {
    const call = () => send('add', admin, requested, { pk: 'admin' });
    const answers = await Promise.all(Array.from({ length: 10 }, call));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'already_exists')).toHaveLength(9);
    expect(await service.requestLog.entries()).toHaveLength(1);
  });
});

describe('POST /oauth/clients/connections/accept', () => {
  beforeEach(async () => {
    await send('add', ada, requested);
    await service.requestLog.clear();
  });

  test.each<[string, Account, object]>([
    ['the owner of the target', bob, {}],
    ['an operator', admin, { pk: 'admin' }],
  ])('200 for %s with some of the scopes, which are in force at once', async (_who, account, claims) => {
    const { status, body } = await send('accept', account, { ...pair, scopes: ['email'] }, claims);
    expect([status, body.data]).toEqual([200, { ...pair, scopes: ['email'], status: 'active' }]);
    expect(await verify()).toEqual(['email']);
    expect(await service.requestLog.entries()).toMatchObject([
      { event: 'connection.accept', clientId: 'of-bob' },
    ]);
  });

  test.each<[string, Account, object, unknown[]]>([
    ['404 for who asked', ada, {}, [404, 'not_found', 'target']],
    ['404 for a target that is not there', bob, { target: 'nobody' }, [404, 'not_found', 'target']],
    ['409 where nothing is requested', bob, { source: 'of-acme' }, [409, 'state_conflict', 'source']],
    [
      '400 for a scope that is not requested',
      bob,
      { scopes: ['email', 'other'] },
      [400, 'invalid_value', 'scopes'],
    ],
    ['400 without a scope', bob, { scopes: [] }, [400, 'invalid_value', 'scopes']],
  ])('%s, and nothing is in force', async (_what, account, fields, fault) => {
    expect(await codeOf(send('accept', account, { ...requested, ...fields }))).toEqual(fault);
    expect([await verify(), await service.requestLog.entries()]).toEqual(['connection_not_allowed', []]);
  });

  test('200 for one of 20 parallel callers, 409 for the others, and one row in the request log', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('accept', bob, requested)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'state_conflict')).toHaveLength(19);
    expect(await service.requestLog.entries()).toHaveLength(1);
  });

  test('409 for a request that was withdrawn', async () => {
    await send('remove', ada, pair);
    expect(await codeOf(send('accept', bob, requested))).toEqual([409, 'state_conflict', 'source']);
  });
});

describe('POST /oauth/clients/connections/remove', () => {
  beforeEach(async () => {
    await connectPair();
    await service.requestLog.clear();
  });

  test.each<[string, Account, object, object]>([
    ['the owner of the source', ada, {}, { userId: ada.id, actorId: null, clientId: 'of-ada' }],
    ['the owner of the target', bob, {}, { userId: bob.id, actorId: null, clientId: 'of-bob' }],
    ['an operator', admin, { pk: 'admin' }, { userId: ada.id, actorId: admin.id, clientId: 'of-ada' }],
  ])('200 for %s, and it ends with the next call', async (_who, account, claims, logged) => {
    expect(await verify()).toEqual(['profile', 'email']);
    const { status, body } = await send('remove', account, pair, claims);
    expect([status, body.data]).toEqual([200, { ...pair, status: 'removed' }]);
    expect(await verify()).toBe('connection_not_allowed');
    expect(await service.requestLog.entries()).toMatchObject([{ event: 'connection.remove', ...logged }]);
  });

  test('200 for an admin of the org that owns an end, 404 for its plain member', async () => {
    const toAcme = { source: 'of-bob', target: 'of-acme' };
    await send('add', bob, { ...requested, ...toAcme });
    expect(await codeOf(send('remove', ada, toAcme))).toEqual([404, 'not_found', undefined]);
    expect((await send('remove', bob, toAcme, asMember)).status).toBe(200);
  });

  test.each<[string, Account, object, object]>([
    ['of other owners', admin, pair, { scope: 'clients' }],
    ['of other owners than the org, for a member token', bob, pair, asMember],
    ['that is not there', ada, { source: 'of-bob', target: 'of-ada' }, {}],
    ['of clients that are not there', ada, { source: 'nobody', target: 'no one' }, {}],
  ])('404 for a connection %s', async (_what, account, fields, claims) => {
    expect(await codeOf(send('remove', account, fields, claims))).toEqual([404, 'not_found', undefined]);
    expect([await verify(), await service.requestLog.entries()]).toEqual([['profile', 'email'], []]);
  });

  test('200 for one of 20 parallel callers from either end, 404 for the others', async () => {
    const callers = Array.from({ length: 20 }, (_, at) => send('remove', at % 2 === 0 ? ada : bob, pair));
    const answers = await Promise.all(callers);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'not_found')).toHaveLength(19);
    expect(await service.requestLog.entries()).toHaveLength(1);
  });

  test('400 without an end', async () => {
    expect(await codeOf(send('remove', ada, { source: 'of-ada' }))).toEqual([400, 'missing_field', 'target']);
  });
});
