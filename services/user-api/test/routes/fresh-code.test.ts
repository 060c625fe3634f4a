import { createSample, request } from '@latchkey/testing';
import { generateSync } from 'otplib';
import { fresh, makeClient, openSession, totpSecret } from '../setup/accounts.ts';
import type { TestService } from '../setup/create-test-service.ts';
import { acts, ada, bob, createActsService, root } from '../setup/operator-acts.ts';

let service: TestService;
beforeEach(async () => {
  service = await createActsService();
});

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

describe.each(Object.entries(acts))('POST %s', (path, [fields, ...others]) => {
  test('403 fresh_code_required without a new code, and nothing changes', async () => {
    const refused = [403, 'fresh_code_required', 'auth.code'];
    expect({
      'no code': codeOf(await send(path, fields)),
      'a blank code': codeOf(await send(path, { ...fields, 'auth.code': ' ' })),
      'the password': codeOf(await send(path, { ...fields, ...fresh })),
    }).toEqual({ 'no code': refused, 'a blank code': refused, 'the password': refused });
    for (const other of others)
      expect([other, ...codeOf(await send(path, other))]).toEqual([other, ...refused]);
    expect(await service.requestLog.entries()).toEqual([]);
  });

  test('200 with a new code, which is spent then', async () => {
    expect((await send(path, { ...fields, 'auth.code': code() })).status).toBe(200);
    const again = await send('/admin/user/reset_password', { user_id: bob.id, 'auth.code': code() });
    expect(codeOf(again)).toEqual([401, 'invalid_credentials', undefined]);
  });
});

/** A wrong code and the password are read by the same code everywhere: they are tried at one route of each folder. */
const some = [...createSample(Object.entries(acts), ([path]) => path.split('/').slice(0, 3).join('/'))];

describe.each(some)('POST %s', (path, [fields]) => {
  test('401 invalid_credentials with a wrong code, which is logged and changes nothing', async () => {
    const answer = await send(path, { ...fields, 'auth.code': '000000' });
    expect(codeOf(answer)).toEqual([401, 'invalid_credentials', undefined]);
    expect(await service.requestLog.entries()).toMatchObject([
      { event: 'account.totp_check', code: 'invalid_credentials', userId: root.id },
    ]);
  });

  test('the password of an operator without one-time codes', async () => {
    await service.accounts.add(root, await service.accounts.listMemberships(root.id));
    const missing = await send(path, { ...fields, 'auth.code': code() });
    expect(codeOf(missing)).toEqual([403, 'fresh_code_required', 'auth.pass']);
    const wrong = await send(path, { ...fields, 'auth.pass': 'wrong' });
    expect(codeOf(wrong)).toEqual([401, 'invalid_credentials', undefined]);
    expect((await send(path, { ...fields, ...fresh })).status).toBe(200);
  });
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

describe('a client that holds what only operators give', () => {
  const client_id = 'strong';
  const strong = {
    clientId: client_id,
    type: 'confidential',
    tokenEndpointAuthMethod: 'client_secret_basic',
  } as const;
  const changes: Record<string, object> = {
    update: { client_id, name: 'Mine' },
    rotate_secret: { client_id },
    restore: { client_id },
    'connections/add': { source: client_id, target: 'of-bob', scopes: ['email'] },
    'connections/remove': { source: client_id, target: 'of-bob' },
  };

  test.each(
    Object.keys(changes).flatMap((act) => [
      [act, { grantTypes: ['relay'] }] as const,
      [act, { scopes: ['openid', 'admin'] }] as const,
    ]),
  )('403 at %s for its owner without admin, when it has %j', async (act, lists) => {
    await service.clients.add(makeClient({ ...strong, ...lists }));
    const refused = await send(`/oauth/clients/${act}`, changes[act] ?? {}, ada);
    expect(codeOf(refused).slice(0, 2)).toEqual([403, 'forbidden']);
    await service.clients.add(makeClient({ ...strong, ...lists, ownerId: root.id }));
    const { sessionId: sid } = await openSession(service, root);
    const token = service.signer.signToken({ sub: root.id, sid, pk: 'user', scope: 'account clients' });
    const weak = await send(`/oauth/clients/${act}`, { token, ...changes[act] });
    expect(codeOf(weak).slice(0, 2)).toEqual([403, 'insufficient_scope']);
    expect(await service.requestLog.entries()).toEqual([]);
  });

  test.each(
    ['update', 'rotate_secret', 'restore', 'connections/add'].flatMap((act) => [
      [act, { introspects: true }] as const,
      [act, { namesVisitors: true }] as const,
      [act, { scopes: ['openid', 'payments.read'] }] as const,
    ]),
  )('at %s its owner shows the password again, when it has %j', async (act, held) => {
    const archivedAt = act === 'restore' ? new Date(0) : null;
    await service.clients.add(makeClient({ ...strong, ...held, archivedAt }));
    const path = `/oauth/clients/${act}`;
    const refused = codeOf(await send(path, changes[act] ?? {}, ada));
    expect(refused).toEqual([403, 'fresh_code_required', 'auth.pass']);
    expect((await send(path, { ...changes[act], ...fresh }, ada)).status).toBe(200);
  });

  test.each(['update', 'rotate_secret', 'restore', 'connections/add'])(
    '200 at %s for its owner without the password, when it has only an audience that operators give',
    async (act) => {
      const archivedAt = act === 'restore' ? new Date(0) : null;
      const audiences = ['https://a.test'];
      await service.clients.add(
        makeClient({ ...strong, audiences, defaultAudiences: audiences, archivedAt }),
      );
      expect((await send(`/oauth/clients/${act}`, changes[act] ?? {}, ada)).status).toBe(200);
    },
  );

  test('200 for its owner who looks at it and archives it', async () => {
    await service.clients.add(makeClient({ ...strong, grantTypes: ['relay'] }));
    const statusOf = async (act: string) => (await send(`/oauth/clients/${act}`, { client_id }, ada)).status;
    const statuses = { view: await statusOf('view'), archive: await statusOf('archive') };
    expect(statuses).toEqual({ view: 200, archive: 200 });
  });

  test('200 at connections/remove for who manages the target', async () => {
    await service.clients.add(makeClient({ ...strong, grantTypes: ['relay'] }));
    await service.connections.add({ source: client_id, target: 'of-bob', scopes: ['email'] });
    const pair = { source: client_id, target: 'of-bob' };
    expect((await send('/oauth/clients/connections/remove', pair, bob)).status).toBe(200);
  });
});
