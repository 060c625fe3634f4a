import { request } from '@latchkey/testing';
import { generateSync } from 'otplib';
import { freshCodePaths } from '../../src/fresh-code/act-freshly.ts';
import { groupRoutes } from '../../src/routes.ts';
import { acme, fresh, makeAccount, makeClient, openSession, totpSecret } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';

const id = (nth: number) => `00000000-0000-4000-8000-00000000010${nth}`;
const ada = makeAccount({ emailVerifiedAt: null });
const bob = makeAccount({ id: id(1), email: 'bob@example.test' });
const root = makeAccount({ id: id(2), email: 'root@example.test', kind: 'root' });

let service: TestService;
beforeEach(async () => {
  service = createTestService();
  const seal = (account: { id: string }) => service.secrets.seal(totpSecret, account.id);
  await service.accounts.add(ada);
  await service.accounts.add({ ...bob, totpSecret: seal(bob) });
  await service.accounts.add({ ...root, totpSecret: seal(root) });
  const confidential = { type: 'confidential', tokenEndpointAuthMethod: 'client_secret_basic' } as const;
  await service.clients.add(makeClient({ clientId: 'of-ada', ...confidential }));
  await service.clients.add(makeClient({ clientId: 'of-bob', ownerId: bob.id }));
  const times = { archivedAt: null, createdAt: new Date(0), updatedAt: new Date(0) };
  const about = { audience: 'https://a.test', name: 'A', clientId: null, scopes: [] };
  await service.apis.add({ id: id(9), ...about, ...times });
  await service.connections.add({
    source: 'of-bob',
    target: 'of-ada',
    scopes: ['email'],
    status: 'requested',
  });
});

/** What each act is asked for, so that nothing but the code is missing. */
const acts: Record<(typeof freshCodePaths)[number], object> = {
  '/admin/api/create': { audience: 'https://api.example.test', name: 'New' },
  '/admin/api/update': { api_id: id(9), name: 'New' },
  '/admin/user/create': { email: 'new@example.test' },
  '/admin/user/set_kind': { user_id: bob.id, kind: 'admin' },
  '/admin/user/reset_password': { user_id: bob.id },
  '/admin/user/reset_totp': { user_id: bob.id },
  '/admin/user/verify_email': { user_id: ada.id },
  '/admin/org/member_add': { org: 'acme', user_id: bob.id, role: 'owner' },
  '/admin/org/invite': { org: 'acme', email: 'new@example.test', role: 'owner' },
  '/oauth/clients/create': { name: 'New', type: 'confidential', grant_types: ['relay'] },
  '/oauth/clients/update': { client_id: 'of-ada', scopes: ['openid', 'admin'] },
  '/oauth/clients/rotate_secret': { client_id: 'of-ada' },
  '/oauth/clients/connections/add': { source: 'of-ada', target: 'of-bob', scopes: ['email'] },
  '/oauth/clients/connections/accept': { source: 'of-bob', target: 'of-ada', scopes: ['email'] },
};

/** The code of the clock's time, or that of `steps` later. */
const code = (steps = 0) =>
  generateSync({ secret: totpSecret, epoch: service.clock.now() / 1000 + steps * 30 });

async function send(path: string, fields: object, caller = root) {
  const { token } = await openSession(service, caller);
  return request(service.app)
    .post(path)
    .send({ token, ...fields });
}
const codeOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body.code, body.field];
const withOrg = async () => {
  const createdAt = new Date(service.clock.now());
  await service.context.orgs.create(
    { id: acme.orgId, slug: 'acme', name: 'Acme', status: 'active', createdAt },
    makeLogEntry(),
  );
  await service.requestLog.clear();
};
beforeEach(withOrg);

describe.each(Object.entries(acts))('POST %s', (path, fields) => {
  test('403 fresh_code_required without a new code, and nothing changes', async () => {
    const refused = [403, 'fresh_code_required', 'auth.code'];
    expect({
      'no code': codeOf(await send(path, fields)),
      'a blank code': codeOf(await send(path, { ...fields, 'auth.code': ' ' })),
      'the password': codeOf(await send(path, { ...fields, ...fresh })),
    }).toEqual({ 'no code': refused, 'a blank code': refused, 'the password': refused });
    expect(await service.requestLog.entries()).toEqual([]);
  });

  test('200 with a new code, which is spent then', async () => {
    expect((await send(path, { ...fields, 'auth.code': code() })).status).toBe(200);
    const again = await send('/admin/user/reset_password', { user_id: bob.id, 'auth.code': code() });
    expect(codeOf(again)).toEqual([401, 'invalid_credentials', undefined]);
  });

  test('401 invalid_credentials with a wrong code, which is logged and changes nothing', async () => {
    const answer = await send(path, { ...fields, 'auth.code': '000000' });
    expect(codeOf(answer)).toEqual([401, 'invalid_credentials', undefined]);
    expect(await service.requestLog.entries()).toMatchObject([
      { event: 'account.totp_check', code: 'invalid_credentials', userId: root.id },
    ]);
  });

  test('the password of an operator without one-time codes', async () => {
    await service.accounts.add(root);
    const missing = await send(path, { ...fields, 'auth.code': code() });
    expect(codeOf(missing)).toEqual([403, 'fresh_code_required', 'auth.pass']);
    const wrong = await send(path, { ...fields, 'auth.pass': 'wrong' });
    expect(codeOf(wrong)).toEqual([401, 'invalid_credentials', undefined]);
    expect((await send(path, { ...fields, ...fresh })).status).toBe(200);
  });
});

test('the routes that ask an operator for a new code are those of the list', () => {
  const routes = groupRoutes({ headerAuth: {}, legacyAuth: 'off' }).flatMap((group) => group.routes);
  const asking = routes.filter(
    ({ path, errors }) =>
      !path.startsWith('/account/') && errors.some((one) => one.code === 'fresh_code_required'),
  );
  expect(asking.map(({ path }) => path).toSorted()).toEqual([...freshCodePaths].toSorted());
});

test('a refusal of the act spends no code', async () => {
  const missing = { user_id: crypto.randomUUID(), 'auth.code': code() };
  expect((await send('/admin/user/reset_password', missing)).status).toBe(404);
  await service.accounts.add({ ...bob, status: 'disabled' });
  const disabled = { user_id: bob.id, kind: 'admin', 'auth.code': code() };
  expect(codeOf(await send('/admin/user/set_kind', disabled))).toEqual([409, 'state_conflict', 'user_id']);
  const right = { user_id: ada.id, 'auth.code': code() };
  expect((await send('/admin/user/reset_password', right)).status).toBe(200);
});

test('five wrong codes, and the right one waits too', async () => {
  const act = (shown: string) => send('/admin/user/reset_totp', { user_id: bob.id, 'auth.code': shown });
  for (let sent = 0; sent < 5; sent += 1) expect((await act('000000')).status).toBe(401);
  expect((await act(code())).body.code).toBe('throttled');
});

test.each([
  ['/admin/org/member_add', { org: 'acme', user_id: bob.id, role: 'admin' }],
  ['/admin/org/invite', { org: 'acme', email: 'new@example.test', role: 'admin' }],
  ['/oauth/clients/create', { name: 'New', type: 'public' }],
  ['/oauth/clients/update', { client_id: 'of-ada', name: 'Renamed' }],
  ['/oauth/clients/rotate_secret', { client_id: 'of-root' }],
  ['/oauth/clients/connections/add', { source: 'of-ada', target: 'of-root', scopes: ['email'] }],
])('200 without a code at %s for %j, which gives no power', async (path, fields) => {
  const own = { clientId: 'of-root', ownerId: root.id, type: 'confidential' } as const;
  await service.clients.add(makeClient({ ...own, tokenEndpointAuthMethod: 'client_secret_basic' }));
  expect((await send(path, fields)).status).toBe(200);
});

describe('a client with the grant relay or the scope admin', () => {
  const powerful = {
    clientId: 'strong',
    type: 'confidential',
    tokenEndpointAuthMethod: 'client_secret_basic',
  } as const;
  const changes: Record<string, object> = {
    update: { client_id: 'strong', name: 'Mine' },
    rotate_secret: { client_id: 'strong' },
    restore: { client_id: 'strong' },
    'connections/add': { source: 'strong', target: 'of-bob', scopes: ['email'] },
    'connections/remove': { source: 'strong', target: 'of-bob' },
  };

  test.each(
    Object.keys(changes).flatMap((act) => [
      [act, { grantTypes: ['relay'] }] as const,
      [act, { scopes: ['openid', 'admin'] }] as const,
    ]),
  )('403 at %s for its owner without admin, when it has %j', async (act, lists) => {
    await service.clients.add(makeClient({ ...powerful, ...lists }));
    const refused = await send(`/oauth/clients/${act}`, changes[act] ?? {}, ada);
    expect(codeOf(refused).slice(0, 2)).toEqual([403, 'forbidden']);
    await service.clients.add(makeClient({ ...powerful, ...lists, ownerId: root.id }));
    const { sessionId: sid } = await openSession(service, root);
    const token = service.signer.signToken({ sub: root.id, sid, pk: 'user', scope: 'account clients' });
    const weak = await send(`/oauth/clients/${act}`, { token, ...changes[act] });
    expect(codeOf(weak).slice(0, 2)).toEqual([403, 'insufficient_scope']);
    expect(await service.requestLog.entries()).toEqual([]);
  });

  test('200 for its owner who looks at it and archives it', async () => {
    await service.clients.add(makeClient({ ...powerful, grantTypes: ['relay'] }));
    const statusOf = async (act: string) =>
      (await send(`/oauth/clients/${act}`, { client_id: 'strong' }, ada)).status;
    const statuses = { view: await statusOf('view'), archive: await statusOf('archive') };
    expect(statuses).toEqual({ view: 200, archive: 200 });
  });

  test('200 at connections/remove for who manages the target', async () => {
    await service.clients.add(makeClient({ ...powerful, grantTypes: ['relay'] }));
    await service.connections.add({ source: 'strong', target: 'of-bob', scopes: ['email'] });
    const pair = { source: 'strong', target: 'of-bob' };
    expect((await send('/oauth/clients/connections/remove', pair, bob)).status).toBe(200);
  });
});
