import type { NewSession, SessionStore } from '../../src/sessions/session-store.ts';
import { createSessionStore } from '../../src/store/sessions/session-store.ts';
import { makeAccount } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { database, keepRows } from '../setup/test-database.ts';
import { insertAccount } from './rows.ts';

keepRows();
const account = makeAccount({ email: 'sessions@example.test' });
beforeAll(() => insertAccount(database, account));

const makeStore: () => SessionStore = () => createSessionStore(database);
const start = (store: SessionStore, sessions: readonly NewSession[], row = makeLogEntry()) =>
  store.start(sessions, { account, orgId: null, row });
const after = (hours: number) => new Date(startMs + hours * 3_600_000);
const areFound = (store: SessionStore, ...sessions: NewSession[]) =>
  Promise.all(sessions.map(async ({ id }) => (await store.findLive(id, after(1))) !== undefined));

function makeSession(changes: Partial<NewSession> = {}): NewSession {
  return {
    id: crypto.randomUUID(),
    kind: 'root',
    rootId: null,
    sourceId: null,
    tokenHash: crypto.randomUUID(),
    userId: account.id,
    orgId: null,
    clientId: 'latchkey-sso',
    amr: ['password', 'totp'],
    authTime: after(0),
    jkt: 'key',
    fingerprint: null,
    ip: '192.0.2.1',
    userAgent: 'Browser "quoted"',
    createdAt: after(0),
    lastSeenAt: after(0),
    expiresAt: after(30 * 24),
    tokensValidAfter: null,
    ...changes,
  };
}

describe('the session store', () => {
  const exchangeFrom = (source: NewSession) =>
    makeSession({ kind: 'client', rootId: source.rootId, sourceId: source.id, tokenHash: null });

  test('revoking a session ends what was exchanged from it, however far, and each of them once', async () => {
    const store = makeStore();
    const root = makeSession();
    const source = makeSession({ kind: 'client', rootId: root.id, tokenHash: null });
    const first = exchangeFrom(source);
    const [second, third] = [exchangeFrom(first), exchangeFrom(first)];
    const other = makeSession({ kind: 'client', rootId: root.id, tokenHash: null });
    await start(store, [root, source, first, second, third, other]);
    const ended = await Promise.all(
      Array.from({ length: 10 }, () => store.revoke(source.id, makeLogEntry())),
    );
    expect(ended.flat().toSorted()).toEqual([source, first, second, third].map(({ id }) => id).toSorted());
    const live = await areFound(store, first, second, third, other, root);
    expect(live).toEqual([false, false, false, true, true]);
  });

  test('revoking all but one keeps it, although its source ends', async () => {
    const store = makeStore();
    const source = makeSession();
    const kept = exchangeFrom(source);
    await start(store, [source, kept, exchangeFrom(kept)]);
    expect(await store.revokeAll(account.id, makeLogEntry(), { kept: [kept.id] })).toContain(source.id);
    const found = await store.findLive(kept.id, after(1));
    expect([found?.sourceId, found?.id]).toEqual([source.id, kept.id]);
  });
});

test('a sign-in sets last_login_at of its user; a refused one and an exchange do not', async () => {
  const store = createSessionStore(database);
  const [source, session] = [makeSession(), makeSession()];
  await start(store, [source], makeLogEntry({ createdAt: after(3) }));
  const row = makeLogEntry({ createdAt: after(4) });
  expect(await store.start([makeSession()], { account, orgId: crypto.randomUUID(), row })).toBe(false);
  expect(await store.start([session], { account, orgId: null, sourceId: source.id, row })).toBe(true);
  const user = await database.prisma.user.findUnique({ where: { id: account.id } });
  expect(user?.lastLoginAt).toEqual(after(3));
});

test('a child of a root that was revoked meanwhile is dead from the start', async () => {
  const store = createSessionStore(database);
  const root = makeSession();
  await start(store, [root]);
  await store.revoke(root.id, makeLogEntry());
  const child = makeSession({ kind: 'client', rootId: root.id, tokenHash: null });
  await start(store, [child]);
  expect(await store.findLive(child.id, after(1))).toBeUndefined();
});
