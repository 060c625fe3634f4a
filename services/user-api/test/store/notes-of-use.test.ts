import { createConnectionStore, insertConnection } from '../../src/store/clients/connection-store.ts';
import { createCredentialStore } from '../../src/store/clients/credential-store.ts';
import { createSessionStore } from '../../src/store/sessions/session-store.ts';
import { makeAccount, makeClient, makeSession } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { database, keepRows } from '../setup/test-database.ts';
import { insertAccount, insertClient } from './rows.ts';

keepRows();
const at = (seconds: number) => new Date(startMs + seconds * 1000);
const [id, createdAt] = [crypto.randomUUID(), at(0)];
const where = { id };
beforeAll(async () => {
  const account = makeAccount();
  await insertAccount(database, account);
  for (const clientId of ['client-a', 'client-b']) await insertClient(database, makeClient({ clientId }));
  const session = makeSession({ id, userId: account.id, createdAt, lastSeenAt: createdAt });
  await createSessionStore(database).start([session], { account, orgId: null, row: makeLogEntry() });
  const bare = { scopes: [], audiences: [], fingerprint: null, jkt: null };
  const credential = { id, clientId: 'client-a', ...bare, createdAt, expiresAt: at(900) };
  await createCredentialStore(database).add(credential, makeLogEntry());
  const connection = { id, source: 'client-a', target: 'client-b', scopes: [] };
  await database.execute(insertConnection(connection, createdAt));
});

test.each<[string, (now: Date) => Promise<void>, () => Promise<Date | null>, Date | null]>([
  [
    'a session',
    (now) => createSessionStore(database).touch(id, now),
    async () => (await database.prisma.session.findUniqueOrThrow({ where })).lastSeenAt,
    createdAt,
  ],
  [
    'a credential',
    (now) => createCredentialStore(database).noteUsed(id, now),
    async () => (await database.prisma.credential.findUniqueOrThrow({ where })).lastUsedAt,
    null,
  ],
  [
    'a connection',
    (now) => createConnectionStore(database).noteVerified(id, now),
    async () => (await database.prisma.connection.findUniqueOrThrow({ where })).lastVerifiedAt,
    null,
  ],
])('the use of %s is noted once a minute at most', async (_what, note, noted, before) => {
  expect(await noted()).toEqual(before);
  const seen: (Date | null)[] = [];
  for (const seconds of [61, 121, 122]) {
    await note(at(seconds));
    seen.push(await noted());
  }
  expect(seen).toEqual([at(61), at(61), at(122)]);
});
