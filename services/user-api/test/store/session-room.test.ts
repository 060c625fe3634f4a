import type { Account } from '../../src/accounts/account.ts';
import type { NewSession } from '../../src/sessions/session-store.ts';
import { createSessionStore } from '../../src/store/sessions/session-store.ts';
import { makeAccount, makeSession } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { database, keepRows } from '../setup/test-database.ts';
import { insertAccount } from './rows.ts';

keepRows();
const event = 'session.over_limit';
const store = createSessionStore(database);
/** How many rows say that sessions ended for room. */
const countRows = (userId: string) => database.prisma.requestLogEntry.count({ where: { userId, event } });

const now = new Date(startMs);
const most = 3;

describe('an account with as many sessions as it may have', () => {
  let account: Account;
  beforeEach(async () => {
    const id = crypto.randomUUID();
    account = makeAccount({ id, email: `${id}@example.test` });
    await insertAccount(database, account);
  });

  /** A session that was used this number of seconds ago. */
  const make = (secondsAgo: number, changes: Partial<NewSession> = {}) =>
    makeSession({
      id: crypto.randomUUID(),
      userId: account.id,
      lastSeenAt: new Date(startMs - secondsAgo * 1000),
      ...changes,
    });
  const open = (sessions: readonly NewSession[], sourceId?: string, limit = most) =>
    store.start(sessions, {
      account,
      orgId: null,
      ...(sourceId === undefined ? {} : { sourceId }),
      row: makeLogEntry({ userId: account.id, createdAt: now }),
      room: { most: limit, row: makeLogEntry({ userId: account.id, createdAt: now, event }) },
    });
  const isLive = async ({ id }: NewSession) => (await store.findLive(id, now)) !== undefined;
  const areLive = (...sessions: readonly NewSession[]) => Promise.all(sessions.map(isLive));

  test('ends none up to the limit, and writes no row', async () => {
    const [one, two, three] = [make(30), make(20), make(0)] as const;
    for (const session of [one, two, three]) expect(await open([session])).toBe(true);
    expect(await areLive(one, two, three)).toEqual([true, true, true]);
    expect(await countRows(account.id)).toBe(0);
  });

  test('ends the longest unused one for a new one, and writes a row', async () => {
    const [one, two, three, four] = [make(20), make(30), make(10), make(0)] as const;
    for (const session of [one, two, three, four]) expect(await open([session])).toBe(true);
    expect(await areLive(one, two, three, four)).toEqual([true, false, true, true]);
    expect(await countRows(account.id)).toBe(1);
  });

  test('ends what hangs on a root with it, and keeps a root whose child is in use', async () => {
    const [unused, used] = [make(50, { kind: 'root' }), make(60, { kind: 'root' })] as const;
    const [idle, busy] = [make(40, { rootId: unused.id }), make(1, { rootId: used.id })] as const;
    expect(await open([unused, idle], undefined, 4)).toBe(true);
    expect(await open([used, busy], undefined, 4)).toBe(true);
    const session = make(0);
    expect(await open([session], undefined, 4)).toBe(true);
    expect(await areLive(used, busy, session)).toEqual([true, true, true]);
    expect(await areLive(unused, idle)).toContain(false);
  });

  test('keeps the source of an exchange, however long it was unused', async () => {
    const source = make(3600);
    const others = [make(20), make(10)] as const;
    expect(await open([source])).toBe(true);
    for (const other of others) expect(await open([other])).toBe(true);
    const session = { ...make(0), sourceId: source.id };
    expect(await open([session], source.id)).toBe(true);
    expect(await areLive(source, ...others, session)).toEqual([true, false, true, true]);
  });

  test('20 at once leave as many as it may have, and the sessions of others alone', async () => {
    const id = crypto.randomUUID();
    const other = makeAccount({ id, email: `${id}@example.test` });
    await insertAccount(database, other);
    const ofOther = makeSession({
      id: crypto.randomUUID(),
      userId: id,
      lastSeenAt: new Date(startMs - 9000),
    });
    const opening = { account: other, orgId: null, row: makeLogEntry({ userId: id, createdAt: now }) };
    expect(await store.start([ofOther], opening)).toBe(true);
    const before = [make(30), make(20), make(10)];
    for (const session of before) await open([session]);
    const made = Array.from({ length: 20 }, () => make(0));
    expect(await Promise.all(made.map((session) => open([session])))).toEqual(Array(20).fill(true));
    expect((await areLive(...before, ...made)).filter(Boolean)).toHaveLength(most);
    expect(await isLive(ofOther)).toBe(true);
  });
});
