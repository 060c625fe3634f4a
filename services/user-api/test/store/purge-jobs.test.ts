import { runJobs } from '@latchkey/database';
import { useTestDatabase } from '@latchkey/testing';
import { noLimits } from '../../src/clients/connection-limits.ts';
import { createClientStore } from '../../src/store/clients/client-store.ts';
import { createConnectionStore } from '../../src/store/clients/connection-store.ts';
import { createCredentialStore } from '../../src/store/clients/credential-store.ts';
import { createDatabase, insertRows } from '../../src/store/database.ts';
import { createInvitationStore } from '../../src/store/people/invitation-store.ts';
import { createPurgeJobs } from '../../src/store/purge-jobs.ts';
import { startSessions } from '../../src/store/sessions/start-sessions.ts';
import { makeAccount, makeClient, makeSession } from '../setup/accounts.ts';
import { makeLink } from '../setup/make-link.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { makeMail } from '../setup/make-mail.ts';
import { insertSubscription } from '../setup/make-subscription.ts';
import { startMs } from '../setup/signer.ts';
import { insertMail } from './mail-rows.ts';
import { insertAccount, insertClient, insertOrg } from './rows.ts';

const database = useTestDatabase('user-api', createDatabase);
const dayMs = 24 * 3600 * 1000;
const ended = new Date(startMs - 90 * dayMs - 1);
const notYet = new Date(startMs - 90 * dayMs);
const never = new Date(startMs + dayMs);

const counts = async () => {
  const { session, credential, knownDevice, clientSecret, invitation } = database().prisma;
  const counters = [session, credential, knownDevice, clientSecret, invitation];
  return Promise.all(counters.map((one) => (one.count as () => Promise<number>)()));
};

async function run(execute = database().execute) {
  const reported: unknown[] = [];
  await runJobs(createPurgeJobs({ execute }, startMs), {
    done: (kind, rows) => reported.push([kind, rows]),
    failed: (kind) => reported.push([kind, 'failed']),
  });
  return reported;
}

test('what ended 90 days ago is deleted, each kind on its own, and what did not stays', async () => {
  const account = makeAccount({ id: crypto.randomUUID(), email: 'purged@example.test' });
  await insertAccount(database(), account);
  const orgId = crypto.randomUUID();
  await insertOrg(database(), orgId, 'purged');
  const client = makeClient({ clientId: 'purged' });
  await insertClient(database(), client, [
    ['a', ended],
    ['b', notYet],
    ['c', null],
  ]);
  const session = (revokedAt: Date | null, expiresAt: Date) => ({
    ...makeSession({ id: crypto.randomUUID(), userId: account.id, expiresAt, createdAt: ended }),
    amr: ['password'],
    revokedAt,
  });
  const sessions = [session(null, ended), session(ended, never), session(null, notYet), session(null, never)];
  await database().execute(insertRows('sessions', sessions));
  const invitation = { orgId, role: 'member', invitedBy: account.id } as const;
  for (const time of [ended, notYet]) {
    const id = () => crypto.randomUUID();
    const credential = {
      id: id(),
      clientId: 'purged',
      scopes: [],
      audiences: [],
      fingerprint: null,
      jkt: null,
    };
    await createCredentialStore(database()).add(
      { ...credential, createdAt: time, expiresAt: time },
      makeLogEntry(),
    );
    const device = { userId: account.id, deviceHash: `device ${time.getTime()}`, lastSeenAt: time };
    await database().prisma.knownDevice.create({ data: device });
    await createInvitationStore(database()).add(
      { id: id(), ...invitation, email: `${time.getTime()}@example.test`, createdAt: time, expiresAt: time },
      makeLogEntry(),
    );
  }
  const link = (id: string, expiresAt: Date) =>
    makeLink({ id, email: `${id}@example.test`, createdAt: ended, expiresAt });
  const old = await insertMail(database(), makeMail({ status: 'sent' }), link('old', ended));
  await insertMail(database(), makeMail({ dueAt: ended }));
  const kept = await insertMail(database(), makeMail({ status: 'dead' }), link('held', ended));
  await insertMail(database(), makeMail({ dueAt: notYet }));
  for (const [id, endedAt] of [
    [old.id, ended],
    [kept.id, notYet],
  ] as const)
    await database().prisma.mail.update({ where: { id }, data: { endedAt } });
  const signal = { kind: 'signal', recipient: '', locale: '', facts: {}, status: 'waiting', dueAt: never };
  for (const subscriptionId of [(await insertSubscription(database())).id, crypto.randomUUID()])
    await database().prisma.mail.create({
      data: { ...signal, id: crypto.randomUUID(), subscriptionId, createdAt: ended },
    });
  const many = Array.from({ length: 2_500 }, () => session(ended, never));
  await database().execute(insertRows('sessions', many));

  const broken = await run((statement) =>
    statement.text.includes('known_devices')
      ? Promise.reject(new Error('gone'))
      : database().execute(statement),
  );
  expect(broken).toEqual([
    ['sessions', 2_502],
    ['credentials', 1],
    ['known_devices', 'failed'],
    ['client_secrets', 1],
    ['connections', 0],
    ['oauth_clients', 0],
    ['outcomes', 0],
    ['invitations', 1],
    ['signals', 1],
    ['mails', 2],
    ['links', 1],
    ['invited accounts', 0],
    ['standing_changes', 0],
  ]);
  expect(
    await database().prisma.mail.groupBy({ by: ['status'], where: { kind: 'signal' }, _count: true }),
  ).toEqual(
    expect.arrayContaining([
      { status: 'waiting', _count: 1 },
      { status: 'dropped', _count: 1 },
    ]),
  );
  expect(await run()).toContainEqual(['known_devices', 1]);
  expect(await counts()).toEqual([2, 1, 1, 2, 1]);
});

test('a request for a connection that nobody answered goes after 30 days, an active connection stays', async () => {
  const connections = createConnectionStore(database());
  const [old, target] = [makeClient({ clientId: 'asks' }), makeClient({ clientId: 'is-asked' })];
  for (const client of [old, target]) await insertClient(database(), client);
  const ask = (source: string, to: string, status: 'requested' | 'active') =>
    connections.connect(
      { id: crypto.randomUUID(), source, target: to, scopes: ['email'] },
      makeLogEntry({ createdAt: new Date(Date.now() - 31 * 24 * 3600 * 1000) }),
      { status, limits: noLimits },
    );
  await ask('asks', 'is-asked', 'requested');
  await ask('is-asked', 'asks', 'active');
  const job = createPurgeJobs(database(), Date.now()).find(({ kind }) => kind === 'connections');
  expect(await job?.run()).toBe(1);
  expect(await database().prisma.connection.findMany()).toMatchObject([{ source: 'is-asked' }]);
});

test('a client that was archived 90 days ago is removed, unless it had a token or is the client of an API', async () => {
  const owner = makeAccount({ id: crypto.randomUUID(), email: 'owner@example.test' });
  await insertAccount(database(), owner);
  const names = [
    'unused',
    'recent',
    'open',
    'approved',
    'signed-in',
    'issued',
    'with-api',
    'linked',
  ] as const;
  for (const clientId of names)
    await insertClient(database(), makeClient({ clientId, name: clientId }), [['s', null]]);
  const { prisma, execute } = database();
  const archive = (clientIds: string[], archivedAt: Date) =>
    prisma.oAuthClient.updateMany({ where: { clientId: { in: clientIds } }, data: { archivedAt } });
  await createClientStore(database()).markTokens(['approved']);
  const opening = {
    account: owner,
    orgId: null,
    row: makeLogEntry({ createdAt: new Date(startMs) }),
  };
  const session = makeSession({ id: crypto.randomUUID(), userId: owner.id, clientId: 'signed-in' });
  expect(await execute(startSessions([session], opening))).toBe(1);
  const credential = { id: crypto.randomUUID(), clientId: 'issued', scopes: [], audiences: [] };
  await createCredentialStore(database()).add(
    { ...credential, fingerprint: null, jkt: null, createdAt: ended, expiresAt: ended },
    makeLogEntry(),
  );
  const api = { id: crypto.randomUUID(), audience: 'https://api.test', name: 'A', scopes: [] };
  await prisma.api.create({ data: { ...api, clientId: 'with-api', createdAt: ended, updatedAt: ended } });
  await createConnectionStore(database()).connect(
    { id: crypto.randomUUID(), source: 'linked', target: 'open', scopes: ['email'] },
    makeLogEntry({ createdAt: ended }),
    { status: 'active', limits: noLimits },
  );
  await archive(
    names.filter((name) => name !== 'open'),
    ended,
  );
  await archive(['recent'], notYet);
  const purge = () =>
    createPurgeJobs(database(), startMs)
      .find(({ kind }) => kind === 'oauth_clients')!
      .run();
  const [one, other] = await Promise.all([purge(), purge()]);
  expect(one + other).toBe(2);
  const left = await prisma.oAuthClient.findMany({ where: { clientId: { in: [...names] } } });
  expect(left.map(({ clientId }) => clientId).toSorted()).toEqual(
    ['approved', 'issued', 'open', 'recent', 'signed-in', 'with-api'].toSorted(),
  );
});
