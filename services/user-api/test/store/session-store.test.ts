import { useTestDatabase } from '@latchkey/testing';
import type { NewSession, SessionStore } from '../../src/session/session-store.ts';
import { createClientStore } from '../../src/store/client-store.ts';
import { createDatabase } from '../../src/store/database.ts';
import { createSessionStore } from '../../src/store/session-store.ts';
import { makeAccount, makeClient } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { insertAccount } from './rows.ts';

const database = useTestDatabase('user-api', createDatabase);
const account = makeAccount({ email: 'sessions@example.test' });
beforeAll(() => insertAccount(database(), account));

const makeStore: () => SessionStore = () => createSessionStore(database());
const start = (store: SessionStore, sessions: readonly NewSession[], row = makeLogEntry()) =>
  store.start(sessions, { account, orgId: null, row });
const after = (hours: number) => new Date(startMs + hours * 3_600_000);
const areFound = (store: SessionStore, ...sessions: NewSession[]) =>
  Promise.all(sessions.map(async ({ id }) => (await store.findLive(id, after(1))) !== undefined));
const justBefore = (hours: number) => new Date(after(hours).getTime() - 1);

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
  test('finds a root by its token and by its id, whole', async () => {
    const store = makeStore();
    const root = makeSession();
    await start(store, [root]);
    const { tokenHash, ...stored } = root;
    expect(await store.findLiveRoot(tokenHash ?? '', after(1))).toEqual(stored);
    expect(await store.findLive(root.id, after(1))).toEqual(stored);
    expect(await store.findLiveRoot('other', after(1))).toBeUndefined();
  });

  test('a root ends idle after a day, a child after 14 days, either at its end', async () => {
    const store = makeStore();
    const root = makeSession();
    const child = makeSession({
      kind: 'client',
      rootId: root.id,
      tokenHash: null,
      expiresAt: after(14 * 24 - 2),
    });
    const longer = makeSession({ kind: 'client', rootId: root.id, tokenHash: null });
    await start(store, [root, child, longer]);
    expect(await store.findLive(root.id, justBefore(24))).toBeDefined();
    expect(await store.findLive(root.id, after(24))).toBeUndefined();
    expect(await store.findLive(child.id, justBefore(14 * 24 - 2))).toBeDefined();
    expect(await store.findLive(child.id, after(14 * 24 - 2))).toBeUndefined();
    expect(await store.findLive(longer.id, justBefore(14 * 24))).toBeDefined();
    expect(await store.findLive(longer.id, after(14 * 24))).toBeUndefined();
  });

  test('use is noted once a minute at most, and keeps a session alive', async () => {
    const store = makeStore();
    const root = makeSession();
    await start(store, [root]);
    await store.touch(root.id, new Date(startMs + 60_000));
    expect((await store.findLive(root.id, after(1)))?.lastSeenAt).toEqual(after(0));
    await store.touch(root.id, after(23));
    expect((await store.findLive(root.id, after(46)))?.lastSeenAt).toEqual(after(23));
  });

  test('revoking a root ends its children, and each of them once', async () => {
    const store = makeStore();
    const root = makeSession();
    const children = [1, 2].map(() => makeSession({ kind: 'client', rootId: root.id, tokenHash: null }));
    const other = makeSession();
    await start(store, [root, ...children, other]);
    const ended = await Promise.all(Array.from({ length: 10 }, () => store.revoke(root.id, makeLogEntry())));
    expect(ended.flat().toSorted()).toEqual([root, ...children].map(({ id }) => id).toSorted());
    expect(await areFound(store, root, ...children, other)).toEqual([false, false, false, true]);
  });

  test('revoking a child leaves its root and its siblings alone', async () => {
    const store = makeStore();
    const root = makeSession();
    const children = [1, 2].map(() => makeSession({ kind: 'client', rootId: root.id, tokenHash: null }));
    await start(store, [root, ...children]);
    const [first, second] = children.map(({ id }) => id);
    expect(await store.revoke(first ?? '', makeLogEntry())).toEqual([first]);
    expect(await store.findLive(second ?? '', after(1))).toBeDefined();
    expect(await store.findLive(root.id, after(1))).toBeDefined();
  });

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

  test('knows the owner of a session until it is revoked', async () => {
    const store = makeStore();
    const root = makeSession();
    await start(store, [root]);
    expect(await store.findOwner(root.id)).toEqual({ userId: account.id, orgId: null });
    expect(await store.findOwner(root.id.toUpperCase())).toEqual({ userId: account.id, orgId: null });
    expect(await store.findOwner(crypto.randomUUID())).toBeUndefined();
    await store.revoke(root.id, makeLogEntry());
    expect(await store.findOwner(root.id)).toBeUndefined();
  });

  test('revokes all of a user but what is kept', async () => {
    const store = makeStore();
    const [kept, other] = [makeSession(), makeSession()];
    await start(store, [kept, other]);
    expect(await store.revokeAll(crypto.randomUUID(), makeLogEntry())).toEqual([]);
    expect(await store.revokeAll(account.id, makeLogEntry(), { kept: [kept.id] })).toContain(other.id);
    expect(await store.findLive(kept.id, after(1))).toBeDefined();
    expect(await store.findLive(other.id, after(1))).toBeUndefined();
    expect(await store.revokeAll(account.id, makeLogEntry(), { orgId: crypto.randomUUID() })).toEqual([]);
    expect(await store.revokeAll(account.id, makeLogEntry())).toEqual([kept.id]);
    expect(await store.revokeAll(account.id, makeLogEntry())).toEqual([]);
  });
});

test('a session and a root are not live while their client is archived or inactive', async () => {
  const [sessions, clients] = [createSessionStore(database()), createClientStore(database())];
  const client = makeClient({ clientId: crypto.randomUUID() });
  const [root, other] = [makeSession({ clientId: client.clientId }), makeSession()];
  await clients.create(client, undefined, { maker: makeAccount(), row: makeLogEntry() });
  await start(sessions, [root, other]);
  const areLive = async () => [
    (await sessions.find(root.id, after(1)))?.isLive,
    (await sessions.findLiveRoot(root.tokenHash ?? '', after(1)))?.id === root.id,
    (await sessions.find(other.id, after(1)))?.isLive,
  ];
  expect(await areLive()).toEqual([true, true, true]);
  await clients.setArchived(client.clientId, true, makeLogEntry());
  expect(await areLive()).toEqual([false, false, true]);
  await clients.setArchived(client.clientId, false, makeLogEntry({ createdAt: after(0) }));
  expect(await areLive()).toEqual([true, true, true]);
  await clients.update({ ...client, status: 'inactive' }, { ...client, updatedAt: after(0) }, makeLogEntry());
  expect(await areLive()).toEqual([false, false, true]);
});

test('a sign-in sets last_login_at of its user, and a refused sign-in does not', async () => {
  const store = createSessionStore(database());
  await start(store, [makeSession()], makeLogEntry({ createdAt: after(3) }));
  const opening = { account, orgId: crypto.randomUUID(), row: makeLogEntry({ createdAt: after(4) }) };
  expect(await store.start([makeSession()], opening)).toBe(false);
  const user = await database().prisma.user.findUnique({ where: { id: account.id } });
  expect(user?.lastLoginAt).toEqual(after(3));
});

test('an exchange does not set last_login_at', async () => {
  const store = createSessionStore(database());
  const [source, session] = [makeSession(), makeSession()];
  await start(store, [source], makeLogEntry({ createdAt: after(4) }));
  const opening = { account, orgId: null, sourceId: source.id, row: makeLogEntry({ createdAt: after(5) }) };
  expect(await store.start([session], opening)).toBe(true);
  const user = await database().prisma.user.findUnique({ where: { id: account.id } });
  expect(user?.lastLoginAt).toEqual(after(4));
});

test('a child of a root that was revoked meanwhile is dead from the start', async () => {
  const store = createSessionStore(database());
  const root = makeSession();
  await start(store, [root]);
  await store.revoke(root.id, makeLogEntry());
  const child = makeSession({ kind: 'client', rootId: root.id, tokenHash: null });
  await start(store, [child]);
  expect(await store.findLive(child.id, after(1))).toBeUndefined();
});
