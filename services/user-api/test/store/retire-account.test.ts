import { useTestDatabase } from '@latchkey/testing';
import type { Account } from '../../src/accounts/account.ts';
import { noLimits } from '../../src/clients/connection-limits.ts';
import { createAccountStore } from '../../src/store/accounts/account-store.ts';
import { createClientStore } from '../../src/store/clients/client-store.ts';
import { createConnectionStore } from '../../src/store/clients/connection-store.ts';
import { createCredentialStore } from '../../src/store/clients/credential-store.ts';
import { createDatabase } from '../../src/store/database.ts';
import { createPurgeJobs } from '../../src/store/purge-jobs.ts';
import { createSessionStore } from '../../src/store/sessions/session-store.ts';
import { createKnownDeviceStore } from '../../src/store/signing-in/known-device-store.ts';
import { makeAccount, makeClient, makeSession } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { untilWaiting } from '../setup/until-waiting.ts';
import { insertAccount, insertClient } from './rows.ts';

const database = useTestDatabase('user-api', createDatabase);
const now = new Date(startMs);

function makeSquatter(changes: Partial<Account> = {}): Account {
  const id = crypto.randomUUID();
  return makeAccount({ id, email: `${id}@example.test`, emailVerifiedAt: null, ...changes });
}
const ownerOf = ({ email }: Account) =>
  makeAccount({ id: crypto.randomUUID(), email, name: 'Owner', passwordHash: 'own', emailVerifiedAt: now });

test('ends sessions, devices, credentials, secrets and connections, and archives the clients, of that account alone', async () => {
  const [devices, sessions] = [createKnownDeviceStore(database()), createSessionStore(database())];
  const [credentials, clients] = [createCredentialStore(database()), createClientStore(database())];
  const connections = createConnectionStore(database());
  const squatter = makeSquatter();
  const other = makeSquatter();
  async function addAll(account: Account) {
    await insertAccount(database(), account);
    const session = makeSession({ id: crypto.randomUUID(), userId: account.id });
    const row = makeLogEntry();
    const opening = { account, orgId: null, deviceHash: 'device', row };
    expect(await sessions.start([session], opening)).toBe(true);
    const client = makeClient({ clientId: `client-${account.id}`, ownerId: account.id });
    await insertClient(database(), client, [
      ['newest', null],
      ['older', new Date(startMs + 60_000)],
    ]);
    const called = makeClient({ clientId: `called-by-${account.id}` });
    await insertClient(database(), called);
    const [source, target] = [client.clientId, called.clientId];
    const connection = { id: crypto.randomUUID(), source, target, scopes: ['openid'] };
    expect(await connections.connect(connection, makeLogEntry())).toBe(true);
    const asked = makeClient({ clientId: `asked-by-${account.id}` });
    await insertClient(database(), asked);
    const request = { ...connection, id: crypto.randomUUID(), target: asked.clientId };
    const as = { status: 'requested', limits: noLimits } as const;
    expect(await connections.connect(request, makeLogEntry(), as)).toBe(true);
    const credential = { id: crypto.randomUUID(), clientId: client.clientId, scopes: [], audiences: [] };
    const expiresAt = new Date(startMs + 60_000);
    await credentials.add(
      { ...credential, fingerprint: null, jkt: null, createdAt: now, expiresAt },
      makeLogEntry(),
    );
    return async () => [
      await devices.isKnown(account.id, 'device', now),
      (await sessions.findLive(session.id, now)) !== undefined,
      (await credentials.findLive(credential.id, now)) !== undefined,
      (await clients.find(client.clientId, now))?.secrets.length,
      (await clients.find(client.clientId, now))?.client.archivedAt ?? null,
      (await database().prisma.connection.findUniqueOrThrow({ where: { id: connection.id } })).status,
      (await database().prisma.connection.findUniqueOrThrow({ where: { id: request.id } })).status,
    ];
  }
  const [look, lookAtOther] = [await addAll(squatter), await addAll(other)];
  const taken = await createAccountStore(database()).takeOver(
    ownerOf(squatter),
    makeLogEntry({ createdAt: now }),
  );
  expect(taken?.ended).toHaveLength(1);
  expect(await look()).toEqual([false, false, false, 0, now, 'removed', 'removed']);
  expect(await lookAtOther()).toEqual([true, true, true, 2, null, 'active', 'requested']);
});

test('no operator loses the account to whoever proves its address', async () => {
  const [store, operator] = [createAccountStore(database()), makeSquatter({ kind: 'root' })];
  await insertAccount(database(), operator);
  expect(await store.takeOver(ownerOf(operator), makeLogEntry())).toBeUndefined();
  expect(await store.findById(operator.id)).toEqual(operator);
});

test('no client that is made beside it stays open, and none is made after it', async () => {
  const clients = createClientStore(database());
  const maker = makeSquatter();
  await insertAccount(database(), maker);
  const create = () => {
    const client = makeClient({ clientId: crypto.randomUUID(), ownerId: maker.id });
    return clients.create(client, undefined, { maker, row: makeLogEntry() });
  };
  const takeOver = createAccountStore(database()).takeOver(ownerOf(maker), makeLogEntry({ createdAt: now }));
  const made = await Promise.all(Array.from({ length: 10 }, create));
  expect(await takeOver).toBeDefined();
  expect(await create()).toBe(false);
  const own = { ownerId: maker.id };
  expect(await database().prisma.oAuthClient.count({ where: own })).toBe(made.filter(Boolean).length);
  expect(await database().prisma.oAuthClient.count({ where: { ...own, archivedAt: null } })).toBe(0);
});

test('a purge of a client that it archived long ago and the retirement wait for each other in no ring', async () => {
  const squatter = makeSquatter();
  await insertAccount(database(), squatter);
  for (const [name, archivedAt] of [['old', new Date(0)] as const, ['new', null] as const]) {
    const clientId = `${name}-${squatter.id}`;
    const client = makeClient({ clientId, name: clientId, ownerId: squatter.id });
    await insertClient(database(), client, [[clientId, null]]);
    await database().prisma.oAuthClient.update({ where: { clientId }, data: { archivedAt } });
  }
  const purge = createPurgeJobs(database(), startMs).find(({ kind }) => kind === 'oauth_clients');
  const counter = await database().pool.connect();
  await counter.query(`begin; select from client_counts where list = 'archived clients' for update`);
  const taking = createAccountStore(database()).takeOver(ownerOf(squatter), makeLogEntry({ createdAt: now }));
  await untilWaiting(database(), 1, taking);
  const purging = Promise.resolve(purge?.run());
  await untilWaiting(database(), 2, purging);
  await counter.query('commit');
  counter.release();
  expect([(await taking)?.ended, await purging]).toEqual([[], 0]);
});
