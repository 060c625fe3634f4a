import { useTestDatabase } from '@latchkey/testing';
import type { AccountStore } from '../../src/accounts/account-store.ts';
import type { Account } from '../../src/accounts/account.ts';
import type { OrgStore } from '../../src/people/orgs/org.ts';
import type { LogEntry } from '../../src/request-log/request-log.ts';
import type { NewSession, Opening, SessionStore } from '../../src/sessions/session-store.ts';
import type { KnownDeviceStore } from '../../src/signing-in/attempt/known-device.ts';
import { createAccountStore } from '../../src/store/accounts/account-store.ts';
import { createDatabase } from '../../src/store/database.ts';
import { createOrgStore } from '../../src/store/people/org-store.ts';
import { createSessionStore } from '../../src/store/sessions/session-store.ts';
import { startSessions } from '../../src/store/sessions/start-sessions.ts';
import { createKnownDeviceStore } from '../../src/store/signing-in/known-device-store.ts';
import { makeAccount, makeSession } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { untilWaiting } from '../setup/until-waiting.ts';
import { insertAccount } from './rows.ts';

/** Sessions that are opened while what they depend on changes: either they are kept out, or they end. */
interface Place {
  readonly accounts: AccountStore;
  readonly devices: KnownDeviceStore;
  readonly orgs: OrgStore;
  readonly sessions: SessionStore;
  add(account: Account): Promise<void>;
  isLogged(row: LogEntry): Promise<boolean>;
}

const database = useTestDatabase('user-api', createDatabase);
const makePlace: () => Place = () => ({
  accounts: createAccountStore(database()),
  devices: createKnownDeviceStore(database()),
  orgs: createOrgStore(database()),
  sessions: createSessionStore(database()),
  add: (account) => insertAccount(database(), account),
  isLogged: async ({ id }) => (await database().prisma.requestLogEntry.count({ where: { id } })) === 1,
});
const now = new Date(startMs);
const nothing = { sessionIds: [], familyId: null };

describe('opening sessions', () => {
  let place: Place;
  let account: Account;
  let orgId: string;
  let source: NewSession;
  /** Of the change that is made meanwhile. */
  let changeRow: LogEntry;
  beforeEach(async () => {
    place = makePlace();
    const id = crypto.randomUUID();
    account = makeAccount({ id, email: `${id}@example.test` });
    await place.add(account);
    orgId = crypto.randomUUID();
    const org = {
      id: orgId,
      slug: orgId.slice(0, 8),
      name: 'Org',
      status: 'active',
      createdAt: now,
    } as const;
    await place.orgs.create(org, makeLogEntry());
    const member = { id: crypto.randomUUID(), orgId, userId: id, role: 'member', createdAt: now } as const;
    await place.orgs.putMember(member, makeLogEntry());
    changeRow = makeLogEntry({ userId: id });
    source = make();
    await place.sessions.start([source], { account, orgId: null, row: makeLogEntry() });
  });

  const make = (of: string | null = null) =>
    makeSession({ id: crypto.randomUUID(), userId: account.id, orgId: of });
  const exchange = (of: string | null = null) => ({ ...make(of), sourceId: source.id });
  const kinds: Readonly<Record<string, () => [NewSession, Omit<Opening, 'row'>]>> = {
    'a sign-in': () => [make(), { account, orgId: null }],
    'a member’s sign-in': () => [make(orgId), { account, orgId }],
    'an exchange': () => [exchange(), { account, orgId: null, sourceId: source.id }],
    'a member’s exchange': () => [exchange(orgId), { account, orgId, sourceId: source.id }],
  };
  const row = () => makeLogEntry({ userId: account.id });
  const voided = () => ({ validAfter: now, kept: nothing, row: changeRow });
  const changes: Readonly<Record<string, () => Promise<readonly string[] | undefined>>> = {
    'a new password': () => place.accounts.setPassword(account.id, { hash: 'new', ...voided() }),
    'a disabling': () => place.accounts.setStatus(account.id, { status: 'disabled', ...voided() }),
    'the end of all sessions': () => place.sessions.revokeAll(account.id, makeLogEntry()),
    'the end of the source': () => place.sessions.revoke(source.id, makeLogEntry()),
    'a removal from the org': async () =>
      (await place.orgs.removeMember({ orgId, userId: account.id, by: null }, changeRow))?.ended,
  };
  const ends = (change: string, kind: string) =>
    (kind.startsWith('a member’s') || change !== 'a removal from the org') &&
    (kind.endsWith('exchange') || !change.startsWith('the end'));
  const pairs = Object.keys(changes).flatMap((change) =>
    Object.keys(kinds)
      .filter((kind) => ends(change, kind))
      .map((kind) => [change, kind] as const),
  );

  async function open(kind: string) {
    const [session, opening] = kinds[kind]!();
    const entry = row();
    const isOpened = await place.sessions.start([session], { ...opening, row: entry });
    expect(await place.isLogged(entry)).toBe(isOpened);
    return { session, isOpened };
  }
  const isLive = async ({ id }: NewSession) => (await place.sessions.findLive(id, now)) !== undefined;

  test('a sign-in that opens nothing makes no device known', async () => {
    const opening = { account, orgId: crypto.randomUUID(), deviceHash: 'device', row: row() };
    expect(await place.sessions.start([make()], opening)).toBe(false);
    expect(await place.devices.isKnown(account.id, 'device', now)).toBe(false);
  });

  test.each([false, true])(
    'no session opens for an org without the account as a member, by exchange: %s',
    async (isExchange) => {
      const id = crypto.randomUUID();
      await place.add(makeAccount({ id, email: `${id}@example.test` }));
      const other = { id: crypto.randomUUID(), slug: id.slice(0, 8), name: 'Other' };
      await place.orgs.create({ ...other, status: 'active', createdAt: now }, makeLogEntry());
      const member = { id: crypto.randomUUID(), orgId: other.id, userId: id, createdAt: now };
      await place.orgs.putMember({ ...member, role: 'member' }, makeLogEntry());
      const opening = { account, orgId: other.id, row: row() };
      const from = isExchange ? { sourceId: source.id } : {};
      expect(await place.sessions.start([make(other.id)], { ...opening, ...from })).toBe(false);
    },
  );

  test.each(pairs)('after %s, %s opens no session', async (change, kind) => {
    expect(await changes[change]!()).toBeDefined();
    const { session, isOpened } = await open(kind);
    expect([isOpened, await isLive(session)]).toEqual([false, false]);
  });

  test.each(pairs)('amid %s, no %s outlives it', async (change, kind) => {
    const acts = Array.from({ length: 8 }, (_, at) => (at === 4 ? changes[change]!() : open(kind)));
    const opened = (await Promise.all(acts)).filter((one) => one && 'session' in one);
    expect(opened).toHaveLength(7);
    const sessions = (opened as { session: NewSession }[]).map(({ session }) => session);
    expect(await Promise.all(sessions.map(isLive))).toEqual(sessions.map(() => false));
  });
});

/** Somebody with a session who is a member of an org, all in Postgres. */
async function addMember() {
  const [sessions, orgs] = [createSessionStore(database()), createOrgStore(database())];
  const [id, orgId] = [crypto.randomUUID(), crypto.randomUUID()];
  const account = makeAccount({ id, email: `${id}@example.test` });
  await insertAccount(database(), account);
  await orgs.create(
    { id: orgId, slug: orgId.slice(0, 8), name: 'Org', status: 'active', createdAt: now },
    makeLogEntry(),
  );
  await orgs.putMember(
    { id: crypto.randomUUID(), orgId, userId: id, role: 'member', createdAt: now },
    makeLogEntry(),
  );
  const source = makeSession({ id: crypto.randomUUID(), userId: id });
  await sessions.start([source], { account, orgId: null, row: makeLogEntry() });
  return { sessions, orgs, account, orgId, source };
}

/** The first statement of a change, which it holds until all of it is done. */
const held = {
  account: 'update users set tokens_valid_after = now() where id = $1::uuid',
  member: "update members set status = 'removed' where user_id = $1::uuid",
  source: 'update sessions set revoked_at = now() where user_id = $1::uuid',
};

test.each([
  ['a sign-in', 'account'],
  ['an exchange', 'account'],
  ['a member’s sign-in', 'member'],
  ['a member’s exchange', 'member'],
  ['an exchange', 'source'],
] as const)('%s waits for an unfinished change of its %s, and then opens no session', async (kind, what) => {
  const { sessions, account, orgId, source } = await addMember();
  const session = makeSession({ id: crypto.randomUUID(), userId: account.id });
  const opening = {
    account,
    orgId: kind.startsWith('a member') ? orgId : null,
    row: makeLogEntry(),
    ...(kind.endsWith('exchange') && { sourceId: source.id }),
  };
  const { started } = await database().prisma.$transaction(async (transaction) => {
    await transaction.$executeRawUnsafe(held[what], account.id);
    const pending = sessions.start([session], opening);
    await untilWaiting(database(), 1, pending);
    return { started: pending };
  });
  expect(await started).toBe(false);
});

type Added = Awaited<ReturnType<typeof addMember>>;
const endings: Readonly<Record<string, (added: Added) => Promise<string[] | undefined>>> = {
  'the end of all sessions': ({ sessions, account }) => sessions.revokeAll(account.id, makeLogEntry()),
  'a new password': ({ account }) =>
    createAccountStore(database()).setPassword(account.id, {
      hash: 'new',
      validAfter: now,
      kept: nothing,
      row: makeLogEntry(),
    }),
  'a removal from the org': async ({ orgs, orgId, account }) =>
    (await orgs.removeMember({ orgId, userId: account.id, by: null }, makeLogEntry()))?.ended,
};

test.each(Object.keys(endings))('%s waits for a session that is being opened, and ends it', async (name) => {
  const added = await addMember();
  const { account, orgId } = added;
  const session = makeSession({ id: crypto.randomUUID(), userId: account.id, orgId });
  const { ended } = await database().prisma.$transaction(async (transaction) => {
    await transaction.$executeRaw(startSessions([session], { account, orgId, row: makeLogEntry() }));
    const pending = endings[name]!(added);
    await untilWaiting(database(), 1, pending);
    return { ended: pending };
  });
  expect(await ended).toContain(session.id);
});

test('the end of a source waits for a session that is being exchanged from it, and ends it', async () => {
  const { sessions, account, source } = await addMember();
  const session = makeSession({ id: crypto.randomUUID(), userId: account.id, sourceId: source.id });
  const opening = { account, orgId: null, sourceId: source.id, row: makeLogEntry() };
  const { ended } = await database().prisma.$transaction(async (transaction) => {
    await transaction.$executeRaw(startSessions([session], opening));
    const pending = sessions.revoke(source.id, makeLogEntry());
    await untilWaiting(database(), 1, pending);
    return { ended: pending };
  });
  expect(await ended).toEqual([source.id, session.id]);
});

test('endings of the same sessions do not wait for each other in a ring', async () => {
  const { sessions, orgs, orgId, account, source } = await addMember();
  const owner = { accounts: createAccountStore(database()), id: account.id };
  for (let round = 0; round < 15; round += 1) {
    const root = makeSession({ id: crypto.randomUUID(), userId: owner.id, kind: 'root' });
    const children = Array.from({ length: 6 }, () =>
      makeSession({ id: crypto.randomUUID(), userId: owner.id, rootId: root.id, orgId }),
    );
    const { tokensValidAfter } = (await owner.accounts.findById(owner.id))!;
    await orgs.putMember(
      { id: source.id, orgId, userId: owner.id, role: 'member', createdAt: now },
      makeLogEntry(),
    );
    const opening = { account: { id: owner.id, tokensValidAfter }, orgId, row: makeLogEntry() };
    expect(await sessions.start([root, ...children], opening)).toBe(true);
    const reset = { hash: 'new', validAfter: now, kept: nothing, row: makeLogEntry() };
    const ended = await Promise.all([
      sessions.revoke(root.id, makeLogEntry()),
      owner.accounts.setPassword(owner.id, reset),
      orgs.removeMember({ orgId, userId: owner.id, by: null }, makeLogEntry()),
    ]);
    const ids = ended.flatMap((one) => (Array.isArray(one) || one === undefined ? one : one.ended));
    expect(ids.filter((id) => id !== source.id)).toHaveLength(7);
  }
});
