import { request } from '@latchkey/testing';
import { acme, makeAccount, openSession } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';

/** What the suite over all searches does not know: who did it, and who may learn it. */

const own = '/account/me/auth/request_log/search';
const whole = '/admin/auth/request_log/search';
const ada = makeAccount();
const admin = makeAccount({ id: '33333333-3333-4333-8333-333333333333', email: 'ops@b.test', kind: 'admin' });
const [operatorIp, operatorAgent] = ['198.51.100.7', 'Browser of an operator'];
const done = makeLogEntry({
  event: 'admin.user.reset_totp',
  userId: ada.id,
  actorId: admin.id,
  ip: operatorIp,
  userAgent: operatorAgent,
});
let service: TestService;
beforeEach(async () => {
  service = createTestService();
  await service.accounts.add(ada, [acme]);
  await service.accounts.add(admin, [acme]);
  await service.requestLog.addMissing([done, makeLogEntry({ userId: ada.id, ip: '192.0.2.9' })]);
});

async function search(path: string, account: typeof ada, fields: object = {}) {
  const { token } = await openSession(service, account);
  return request(service.app)
    .post(path)
    .send({ token, ...fields });
}

describe(`POST ${own}`, () => {
  test('200 with what an operator did, without who it was and from where', async () => {
    const { text, body } = await search(own, ada, { event: done.event });
    expect(body.data.items).toEqual([
      {
        id: done.id,
        event: done.event,
        outcome: 'success',
        code: null,
        method: null,
        client: null,
        org: null,
        ip: null,
        user_agent: null,
        details: null,
        created_at: '2026-12-01T10:00:00.000Z',
        actor: { kind: 'operator' },
      },
    ]);
    const hidden = [admin.id, admin.email, operatorIp, operatorAgent];
    expect(hidden.filter((one) => text.includes(one))).toEqual([]);
  });

  test('200 with no row of an operator for any address, so that nobody finds it out by asking', async () => {
    const totals = async (ip: string) => (await search(own, ada, { ip })).body.data.total_count;
    expect(await totals(operatorIp)).toBe(0);
    expect(await totals('192.0.2.9')).toBe(1);
  });

  test('200 with the filters of the operators as with keys that nobody knows', async () => {
    const totalOf = async (fields: object) => (await search(own, ada, fields)).body.data?.total_count;
    expect({
      search: await totalOf({ search: 'ops@' }),
      user_id: await totalOf({ user_id: admin.id }),
      org: await totalOf({ org: 'nowhere' }),
    }).toEqual({ search: 2, user_id: 2, org: 2 });
    expect((await search(own, admin)).body.data.total_count).toBe(0);
  });
});

describe(`POST ${whole}`, () => {
  test('200 with who did it and from where', async () => {
    const { body } = await search(whole, admin, { ip: operatorIp });
    expect(body.data.items).toEqual([
      {
        id: done.id,
        event: done.event,
        outcome: 'success',
        code: null,
        method: null,
        client: null,
        org: null,
        ip: operatorIp,
        user_agent: operatorAgent,
        details: null,
        created_at: '2026-12-01T10:00:00.000Z',
        actor: { kind: 'operator', id: admin.id, email: admin.email },
        user: { id: ada.id, email: ada.email },
      },
    ]);
  });

  test('200 with null for what is no longer there', async () => {
    const gone = makeLogEntry({
      userId: crypto.randomUUID(),
      actorId: crypto.randomUUID(),
      clientId: 'gone',
      orgId: crypto.randomUUID(),
    });
    await service.requestLog.addMissing([gone]);
    const { body } = await search(whole, admin, { client_id: 'gone' });
    expect(body.data.items).toMatchObject([
      {
        user: { id: gone.userId, email: null },
        actor: { kind: 'operator', id: gone.actorId, email: null },
        client: { id: 'gone', name: null },
        org: { id: gone.orgId, slug: null },
      },
    ]);
  });
});
