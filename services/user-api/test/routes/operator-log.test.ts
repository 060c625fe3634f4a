import { userApiCalls } from '@latchkey/contracts';
import { createAppClient, request } from '@latchkey/testing';
import { makeAccount, makeClient, openSession, password } from '../setup/accounts.ts';
import { createTestService, serviceKey, type TestService } from '../setup/create-test-service.ts';
import { startMs } from '../setup/signer.ts';

const ada = makeAccount();
const root = makeAccount({
  id: '00000000-0000-4000-8000-000000000102',
  email: 'root@example.test',
  kind: 'root',
});
let service: TestService;
beforeEach(async () => {
  service = createTestService();
  for (const account of [ada, root]) await service.accounts.add(account);
  await service.clients.add(makeClient());
});

async function send(path: string, fields: object = {}, caller = root, claims: object = {}) {
  const { sessionId: sid } = await openSession(service, caller);
  const token = service.signer.signToken({ sub: caller.id, sid, pk: caller.kind, ...claims });
  return request(service.app)
    .post(path)
    .send({ token, ...fields });
}
const listLogged = async () =>
  (await service.requestLog.entries()).map(({ event, outcome, code, userId, actorId, details }) => ({
    event,
    outcome,
    code,
    userId,
    actorId,
    details,
  }));
const read = (route: string, details: object) => ({
  event: 'admin.read',
  outcome: 'success',
  code: null,
  userId: null,
  actorId: root.id,
  details: { route, ...details },
});

describe('what an operator reads', () => {
  test.each([
    ['/admin/user/search', { email: ada.email, limit: 5 }, { filters: ['email'], rows: 1 }],
    ['/admin/session/search', {}, { filters: [], rows: 1 }],
    ['/oauth/clients/search', { search: 'client-a' }, { filters: ['search'], rows: 1 }],
    ['/admin/user/view', { user_id: ada.id }, { rows: 1 }],
    ['/oauth/clients/view', { client_id: 'client-a' }, { rows: 1 }],
  ])(
    'is one row a minute at %s, with the names of the filters and the number of rows',
    async (path, fields, details) => {
      for (let sent = 0; sent < 3; sent += 1) expect((await send(path, fields)).status).toBe(200);
      expect(await listLogged()).toEqual([read(path, details)]);
      service.clock.advance(60);
      await send(path, fields);
      expect(await listLogged()).toHaveLength(2);
    },
  );

  test('is a row more in the minute for other filters, and for ten times as many rows', async () => {
    for (let at = 0; at < 12; at += 1)
      await service.accounts.add(makeAccount({ id: crypto.randomUUID(), email: `one${at}@example.test` }));
    const search = (fields: object) => send('/admin/user/search', fields);
    await search({ limit: 1 });
    await search({ limit: 5 });
    await search({ limit: 5, offset: 5 });
    await search({ limit: 1, email: ada.email });
    await search({ limit: 2, email: ada.email });
    // Other values of the same filters are not one more: whoever reads could fill the log.
    await search({ limit: 1, email: root.email });
    expect((await listLogged()).map(({ details }) => details)).toEqual([
      { route: '/admin/user/search', filters: [], rows: 1 },
      { route: '/admin/user/search', filters: [], rows: 10 },
      { route: '/admin/user/search', filters: ['email'], rows: 1 },
    ]);
  });

  test('is counted for each route and each operator', async () => {
    const other = makeAccount({
      ...root,
      id: '00000000-0000-4000-8000-000000000103',
      email: 'other@example.test',
    });
    await service.accounts.add(other);
    await send('/admin/user/view', { user_id: ada.id });
    await send('/admin/user/search');
    await send('/admin/user/view', { user_id: ada.id }, other);
    expect((await listLogged()).map(({ actorId }) => actorId)).toEqual([root.id, root.id, other.id]);
  });

  test('is no row for a refusal, nor for what a person reads of their own', async () => {
    expect((await send('/admin/user/view', { user_id: 'nobody' })).status).toBe(404);
    expect((await send('/oauth/clients/search', {}, ada)).status).toBe(200);
    expect((await send('/oauth/clients/view', { client_id: 'client-a' }, ada)).status).toBe(200);
    expect((await send('/account/me/session/search')).status).toBe(200);
    expect(await listLogged()).toEqual([]);
  });
});

test('what an operator is refused is one row a minute; a person who calls there is none', async () => {
  for (let sent = 0; sent < 2; sent += 1) await send('/admin/user/search', {}, root, { scope: 'account' });
  await send('/admin/user/search', {}, ada);
  expect(await listLogged()).toEqual([
    {
      event: 'admin.refused',
      outcome: 'failure',
      code: 'insufficient_scope',
      userId: root.id,
      actorId: null,
      details: { route: '/admin/user/search' },
    },
  ]);
});

test('a sign-in that gives admin is a row of its own beside that of the sign-in', async () => {
  const login = (account: { email: string }, scope: string) => {
    const relay = service.siblings.relay({ scope });
    const fields = { relay, 'auth.user': account.email, 'auth.pass': password };
    return request(service.app).post('/auth/user/login').send(fields);
  };
  await login(root, 'openid admin');
  await login(root, 'openid');
  expect((await listLogged()).map(({ event, userId }) => [event, userId])).toEqual([
    ['user.login', root.id],
    ['admin.granted', root.id],
    ['user.login', root.id],
  ]);
});

describe('what happened on the page of sso', () => {
  const event = {
    id: '00000000-0000-4000-8000-000000000900',
    type: 'admin.granted',
    created_at: new Date(startMs - 60_000).toISOString(),
    user_id: root.id,
    client_id: 'client-a',
    request_ip: '192.0.2.1',
    browser_ip: '192.0.2.2',
    pickup_ip: '192.0.2.3',
  } as const;
  const bring = (...events: object[]) => {
    const call = createAppClient(request(service.app), serviceKey);
    return call({ to: userApiCalls.logEvents, body: { events: events as (typeof event)[] } });
  };

  test('stands in the log once, however often it is brought', async () => {
    expect(await bring(event)).toMatchObject({ ok: true, data: { logged: 1 } });
    expect(
      await bring(event, { ...event, id: root.id, type: 'admin.refused', reason: 'other_network' }),
    ).toMatchObject({
      ok: true,
      data: { logged: 1 },
    });
    const places = { request_ip: '192.0.2.1', browser_ip: '192.0.2.2', pickup_ip: '192.0.2.3' };
    expect(await service.requestLog.entries()).toMatchObject([
      { event: 'admin.refused', outcome: 'failure', code: 'other_network', details: places },
      { event: 'admin.granted', outcome: 'success', userId: root.id, ip: '192.0.2.2', details: places },
    ]);
    expect((await service.requestLog.entries())[0]?.createdAt).toEqual(new Date(startMs - 60_000));
  });

  test('of the console it has the reason, the program, and no failure', async () => {
    const entered = { client_id: 'latchkey-console', reason: 'console', user_agent: 'Test/1.0' };
    await bring({ ...event, ...entered });
    expect(await service.requestLog.entries()).toMatchObject([
      {
        event: 'admin.granted',
        outcome: 'success',
        code: null,
        userAgent: 'Test/1.0',
        details: { reason: 'console' },
      },
    ]);
  });

  test('shows what a person approved, and marks the client as having been given a token', async () => {
    const marked: string[] = [];
    service.clients.markTokens = async (clientIds) => void marked.push(...clientIds);
    const approved = { ...event, type: 'device.approved', scope: 'openid', device_name: 'TV' };
    await bring(approved, { ...event, id: root.id, type: 'device.denied', client_id: 'client-b' });
    expect(marked).toEqual(['client-a']);
    const details = { scope: 'openid', device_name: 'TV', browser_ip: '192.0.2.2' };
    expect(await service.requestLog.entries()).toMatchObject([
      { event: 'device.denied', outcome: 'success', clientId: 'client-b' },
      { event: 'device.approved', outcome: 'success', details },
    ]);
  });

  test.each([
    ['an id that is none', { id: 'event-1' }],
    ['an account that is none', { user_id: 'nobody' }],
    ['a time that is none', { created_at: 'yesterday' }],
    ['a time before all that is kept', { created_at: '2020-01-01T00:00:00.000Z' }],
    ['a time to come', { created_at: '2100-01-01T00:00:00.000Z' }],
  ])('is left out with %s, and does not stop the rest', async (_what, changes) => {
    expect(await bring({ ...event, ...changes }, event)).toMatchObject({ ok: true, data: { logged: 1 } });
  });
});
