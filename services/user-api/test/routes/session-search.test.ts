import { request } from '@latchkey/testing';
import { acme, makeAccount, makeSession, openSession } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { startMs } from '../setup/signer.ts';

const ada = makeAccount();
const hourMs = 3_600_000;
let service: TestService;
beforeEach(async () => {
  service = createTestService();
  await service.accounts.add(ada, [acme]);
});

const search = (token: string, fields: object = {}, path = '/account/me/session/search') =>
  request(service.app)
    .post(path)
    .send({ token, ...fields });

describe('POST /account/me/session/search', () => {
  test('200 with the calling session as the current one', async () => {
    const { sessionId: other } = await openSession(service, ada);
    const { token, sessionId } = await openSession(service, ada);
    const { body } = await search(token);
    const shown = body.data.items.map(({ id, current }: { id: string; current: boolean }) => [id, current]);
    expect(shown).toEqual([
      [sessionId, true],
      [other, false],
    ]);
  });

  test('200 with no current one for a device token', async () => {
    const { sessionId } = await openSession(service, ada);
    const token = service.siblings.signFamily({ sub: ada.id, sid: 'family' });
    const { body } = await search(token);
    expect(body.data.items).toMatchObject([{ id: sessionId, current: false }]);
  });

  test('200 with the end of each session if nobody uses it, which is the end when it has come', async () => {
    const { token, sessionId } = await openSession(service, ada);
    const seen = new Date(startMs - 25 * hourMs);
    const root = { id: crypto.randomUUID(), userId: ada.id, kind: 'root', createdAt: seen } as const;
    const last = { id: crypto.randomUUID(), userId: ada.id, expiresAt: new Date(startMs + hourMs) };
    await service.sessions.add(makeSession(root), makeSession(last));
    const { body } = await search(token);
    const ends = body.data.items.map(({ id, status, expires_at: end }: Record<string, string>) => [
      id,
      [status, Date.parse(end ?? '') - startMs],
    ]);
    expect(Object.fromEntries(ends)).toEqual({
      [root.id]: ['expired', -hourMs],
      [last.id]: ['active', hourMs],
      [sessionId]: ['active', 14 * 24 * hourMs],
    });
  });
});

test('POST /admin/session/search and /admin/user/search: 200 with who signed in last, and when', async () => {
  const operator = makeAccount({ id: crypto.randomUUID(), email: 'op@example.test', kind: 'root' });
  await service.accounts.add(operator);
  const { token } = await openSession(service, operator);
  service.clock.advance(60);
  const relay = service.siblings.relay({ purpose: 'user_login' });
  const login = await request(service.app)
    .post('/auth/user/login')
    .set('x-forwarded-for', '2001:DB8::0:1')
    .send({ relay, 'auth.user': ada.email, 'auth.pass': 'correct horse battery' });
  expect(login.status).toBe(200);
  const sessions = await search(token, { ip: '2001:db8:0::1', kind: 'client' }, '/admin/session/search');
  expect(sessions.body.data.items).toMatchObject([
    { id: login.body.data.session.id, user: { id: ada.id, email: ada.email }, ip: '2001:db8::1' },
  ]);
  const users = await search(token, { email: ada.email.toUpperCase() }, '/admin/user/search');
  const at = new Date(service.clock.now()).toISOString();
  expect(users.body.data.items).toMatchObject([{ id: ada.id, last_login_at: at, org_count: 1 }]);
});
