import { useTestDatabase } from '@latchkey/testing';
import { createAccountStore } from '../../src/store/accounts/account-store.ts';
import { createClientStore } from '../../src/store/clients/client-store.ts';
import { createDatabase } from '../../src/store/database.ts';
import { createSessionStore } from '../../src/store/sessions/session-store.ts';
import { createTokenBackingStore } from '../../src/store/tokens/token-backing-store.ts';
import { makeAccount, makeClient, makeSession } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { insertAccount, insertClient } from './rows.ts';

const database = useTestDatabase('user-api', createDatabase);
const backings = () => createTokenBackingStore(database());
const now = new Date(startMs + 1000);

/** Two accounts, a client, and a token of a session of the first. */
async function prepare() {
  const [ada, bob] = [crypto.randomUUID(), crypto.randomUUID()].map((id) =>
    makeAccount({ id, email: `${id}@example.test` }),
  ) as [ReturnType<typeof makeAccount>, ReturnType<typeof makeAccount>];
  for (const account of [ada, bob]) await insertAccount(database(), account);
  const clientId = crypto.randomUUID();
  await insertClient(database(), makeClient({ clientId, grantTypes: ['relay'] }));
  const session = makeSession({ id: crypto.randomUUID(), userId: ada.id, clientId });
  await createSessionStore(database()).start([session], { account: ada, orgId: null, row: makeLogEntry() });
  return { ada, bob, token: { sid: session.id, sub: ada.id, client_id: clientId } };
}

test.each(['', 'family-1', "x' or true --", '00000000-0000-4000-8000-00000000000g'])(
  'a token depends on nothing for the ids %j, but on the client that it names',
  async (id) => {
    const { token } = await prepare();
    expect(await backings().find({ sid: id, sub: id, client_id: token.client_id }, now)).toEqual({
      session: undefined,
      account: undefined,
      memberships: [],
      client: { isClosed: false, hasRelayGrant: true },
    });
  },
);

test('of many tokens at once each gets its own answer', async () => {
  const { bob, token } = await prepare();
  const asked = Array.from({ length: 100 }, (_, n) =>
    n % 3 === 0 ? token : { sid: crypto.randomUUID(), sub: n % 3 === 1 ? bob.id : 'nobody' },
  );
  const found = await Promise.all(asked.map((one) => backings().find(one, now)));
  expect(found.map(({ session, account }) => [session?.id, account?.id])).toEqual(
    asked.map(({ sid, sub }) => [sid === token.sid ? sid : undefined, sub === 'nobody' ? undefined : sub]),
  );
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
    await stores.backings.find({ sid: crypto.randomUUID(), sub: crypto.randomUUID() }, now);
  }
  const asked = await db.query<{ plans: number }>({
    text: `select custom_plans::int as plans from pg_prepared_statements where custom_plans + generic_plans >= 10`,
    values: [],
  });
  expect(asked.length).toBeGreaterThanOrEqual(3);
  // PostgreSQL tries five plans for the values that it gets before it settles for one for all.
  expect(asked.filter(({ plans }) => plans > 5)).toEqual([]);
});
