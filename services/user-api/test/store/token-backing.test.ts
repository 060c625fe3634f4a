import { useTestDatabase } from '@latchkey/testing';
import { ssoClientId } from '@latchkey/tokens';
import type { Session } from '../../src/session/session.ts';
import { createAccountStore } from '../../src/store/account-store.ts';
import { createClientStore } from '../../src/store/client-store.ts';
import { createDatabase } from '../../src/store/database.ts';
import { createOrgStore } from '../../src/store/org-store.ts';
import { createSessionStore } from '../../src/store/session-store.ts';
import { createTokenBackingStore } from '../../src/store/token-backing-store.ts';
import { acme, makeAccount, makeClient, makeSession } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { insertAccount, insertOrg } from './rows.ts';

const database = useTestDatabase('user-api', createDatabase);
const [ada, bob] = ['ada', 'bob'].map((name) =>
  makeAccount({
    id: crypto.randomUUID(),
    email: `${name}@example.test`,
    tokensValidAfter: new Date(startMs),
  }),
) as [ReturnType<typeof makeAccount>, ReturnType<typeof makeAccount>];
const memberships = [
  { ...acme, role: 'owner' },
  { orgId: '00000000-0000-4000-8000-000000000001', orgSlug: 'newer', role: 'member' },
] as const;
const now = new Date(startMs + 1000);

let isFilled = false;
async function makePlace() {
  if (!isFilled) {
    const [older, { orgId, orgSlug, role }] = memberships;
    await insertAccount(database(), ada, [older]);
    await insertOrg(database(), orgId, orgSlug);
    await createOrgStore(database()).putMember(
      { id: ada.id, orgId, userId: ada.id, role, createdAt: now },
      makeLogEntry(),
    );
    await insertAccount(database(), bob);
    isFilled = true;
  }
  return {
    clients: createClientStore(database()),
    sessions: createSessionStore(database()),
    tokenBackings: createTokenBackingStore(database()),
  };
}

describe('what a token depends on', () => {
  async function prepare() {
    const place = await makePlace();
    const client = makeClient({ clientId: crypto.randomUUID(), grantTypes: ['relay'] });
    await place.clients.create(client, undefined, { maker: ada, row: makeLogEntry() });
    const { clientId } = client;
    const session = makeSession({
      id: crypto.randomUUID(),
      userId: ada.id,
      clientId,
      tokensValidAfter: ada.tokensValidAfter,
    });
    await place.sessions.start([session], { account: ada, orgId: null, row: makeLogEntry() });
    const token = { sid: session.id, sub: ada.id, client_id: clientId };
    return { ...place, client, session, token };
  }

  test('a live session, its account and its client', async () => {
    const { tokenBackings, session, token } = await prepare();
    const { id, kind, rootId, userId, createdAt, lastSeenAt, expiresAt, tokensValidAfter } = session;
    const facts = { id, kind, rootId, userId, createdAt, lastSeenAt, expiresAt, tokensValidAfter };
    expect(await tokenBackings.find(token, now)).toEqual({
      session: { ...facts, isLive: true, isPageRoot: false },
      account: ada,
      memberships,
      client: { isClosed: false, hasRelayGrant: true },
    });
  });

  test('the session is named whoever presents it, and the account is that of the token', async () => {
    const { tokenBackings, token } = await prepare();
    const { session, account } = await tokenBackings.find({ ...token, sub: bob.id }, now);
    expect([session?.userId, account?.id]).toEqual([ada.id, bob.id]);
  });

  test.each(['', 'family-1', "x' or true --", '00000000-0000-4000-8000-00000000000g'])(
    'nothing for the ids %j, and the client that the token names',
    async (id) => {
      const { tokenBackings, client } = await prepare();
      const { clientId } = client;
      expect(await tokenBackings.find({ sid: id, sub: id, client_id: clientId }, now)).toEqual({
        session: undefined,
        account: undefined,
        memberships: [],
        client: { isClosed: false, hasRelayGrant: true },
      });
    },
  );

  test('an unknown client is not closed and has no grant', async () => {
    const { tokenBackings } = await prepare();
    const id = crypto.randomUUID();
    const found = await tokenBackings.find({ sid: id, sub: id, client_id: 'latchkey-sso' }, now);
    expect(found.client).toEqual({ isClosed: false, hasRelayGrant: false });
    expect((await tokenBackings.find({ sid: id, sub: id }, now)).client).toEqual(found.client);
  });

  test.each<[string, Partial<Session>, boolean]>([
    ['a root that the page of sso opened', {}, true],
    ['a root of another client', { clientId: 'demo-cli' }, false],
    ['a root that is bound to a key', { jkt: 'thumbprint' }, false],
    ['a root that is bound to a device', { fingerprint: 'hash' }, false],
    ['a session under a root', { kind: 'client' }, false],
  ])('%s', async (_of, changes, isPageRoot) => {
    const { tokenBackings, sessions, session } = await prepare();
    const id = crypto.randomUUID();
    const root = { ...session, id, kind: 'root', clientId: ssoClientId, ...changes } as const;
    await sessions.start([root], { account: ada, orgId: null, row: makeLogEntry() });
    const found = await tokenBackings.find({ sid: id, sub: ada.id }, now);
    expect(found.session?.isPageRoot).toBe(isPageRoot);
  });

  test('a session is not live once it or its root is revoked, unused or closed with its client', async () => {
    const { tokenBackings, sessions, clients, client, session, token } = await prepare();
    const isLive = async (at = now) => (await tokenBackings.find(token, at)).session?.isLive;
    const idleEndMs = session.lastSeenAt.getTime() + 14 * 24 * 3_600_000;
    expect([await isLive(new Date(idleEndMs - 1)), await isLive(new Date(idleEndMs))]).toEqual([true, false]);
    await clients.setArchived(client.clientId, true, makeLogEntry());
    expect([await isLive(), (await tokenBackings.find(token, now)).client.isClosed]).toEqual([false, true]);
    await clients.setArchived(client.clientId, false, makeLogEntry());
    expect(await isLive()).toBe(true);
    await sessions.revoke(session.id, makeLogEntry());
    expect(await isLive()).toBe(false);
  });

  test('a child of a root that was revoked before is not live', async () => {
    const { tokenBackings, sessions, session } = await prepare();
    const child = { ...session, id: crypto.randomUUID(), rootId: session.id };
    await sessions.revoke(session.id, makeLogEntry());
    await sessions.start([child], { account: ada, orgId: null, row: makeLogEntry() });
    expect((await tokenBackings.find({ sid: child.id, sub: ada.id }, now)).session?.isLive).toBe(false);
  });

  test('of many tokens at once each gets its own answer', async () => {
    const { tokenBackings, token } = await prepare();
    const asked = Array.from({ length: 100 }, (_, n) =>
      n % 3 === 0 ? token : { sid: crypto.randomUUID(), sub: n % 3 === 1 ? bob.id : 'nobody' },
    );
    const found = await Promise.all(asked.map((one) => tokenBackings.find(one, now)));
    expect(found.map(({ session, account }) => [session?.id, account?.id])).toEqual(
      asked.map(({ sid, sub }) => [sid === token.sid ? sid : undefined, sub === 'nobody' ? undefined : sub]),
    );
  });
});

test('PostgreSQL plans what sso and tokens ask for once for a connection, and not each time', async () => {
  const db = database();
  const stores = {
    ...createAccountStore(db),
    ...createClientStore(db),
    backings: createTokenBackingStore(db),
  };
  for (let turn = 0; turn < 10; turn += 1) {
    const ids = Array.from({ length: 1 + (turn % 3) }, () => crypto.randomUUID());
    await stores.findStandings(ids);
    await stores.findForSso(ids, now);
    await stores.backings.find({ sid: crypto.randomUUID(), sub: ada.id }, now);
  }
  const asked = await db.query<{ plans: number }>({
    text: `select custom_plans::int as plans from pg_prepared_statements where custom_plans + generic_plans >= 10`,
    values: [],
  });
  expect(asked.length).toBeGreaterThanOrEqual(3);
  // PostgreSQL tries five plans for the values that it gets before it settles for one for all.
  expect(asked.filter(({ plans }) => plans > 5)).toEqual([]);
});
