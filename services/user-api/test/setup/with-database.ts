import { createActStores } from '../../src/create-stores.ts';
import type { Database } from '../../src/store/database.ts';
import { createExportStore } from '../../src/store/export-store.ts';
import { createOwnAccountStore } from '../../src/store/own-account-store.ts';
import { createRequestLogStore } from '../../src/store/request-log-store.ts';
import { createSessionStore } from '../../src/store/session-store.ts';
import { createTokenBackingStore } from '../../src/store/token-backing-store.ts';
import { insertAccount } from '../store/rows.ts';
import { makeAccount, makeSession } from './accounts.ts';
import { createTestService } from './create-test-service.ts';

/** The service on PostgreSQL, as far as an account as a whole is concerned, with people who are signed in. */
export function createServiceOn(database: Database) {
  const service = createTestService({
    stores: {
      ...createActStores(database),
      exports: createExportStore(database),
      ownAccounts: createOwnAccountStore(database),
      requestLog: createRequestLogStore(database),
      sessions: createSessionStore(database),
      tokenBackings: createTokenBackingStore(database),
      newId: () => crypto.randomUUID(),
    },
  });
  /** A new account with a session, and the token of that. */
  async function addPerson(changes: Parameters<typeof makeAccount>[0] = {}) {
    const { id = crypto.randomUUID() } = changes;
    const account = makeAccount({ id, email: `${id}@example.test`, ...changes });
    await insertAccount(database, account);
    const createdAt = new Date(service.clock.now());
    const session = makeSession({ id: crypto.randomUUID(), userId: id, createdAt });
    await database.prisma.session.create({ data: { ...session, amr: [...session.amr] } });
    return { account, session, token: service.signer.signToken({ sub: id, sid: session.id }) };
  }
  return { service, addPerson };
}
