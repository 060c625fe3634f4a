import { runJobs } from '@latchkey/database';
import type { PagePlan } from '@latchkey/pagination';
import { useTestDatabase } from '@latchkey/testing';
import { createConnectionStore, insertConnection } from '../../src/store/connection-store.ts';
import { createCredentialStore } from '../../src/store/credential-store.ts';
import { createDatabase } from '../../src/store/database.ts';
import { createOwnerJobs } from '../../src/store/fill-owners.ts';
import { makeClient } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { insertClient } from './rows.ts';

const database = useTestDatabase('user-api', createDatabase);
const plan: PagePlan = { kind: 'offset', limit: 20, offset: 0, binding: '' };
const now = new Date(startMs);

test('rows of an earlier version, which have no owner, come into the lists of their owners', async () => {
  const owners = { source: crypto.randomUUID(), target: crypto.randomUUID() };
  for (const [clientId, ownerId] of Object.entries(owners))
    await insertClient(database(), makeClient({ clientId, ownerId }));
  const [connections, credentials] = [createConnectionStore(database()), createCredentialStore(database())];
  const id = crypto.randomUUID();
  await database().execute(insertConnection({ id, source: 'source', target: 'target', scopes: [] }, now));
  const credential = { clientId: 'source', scopes: [], audiences: [], fingerprint: null, createdAt: now };
  for (let made = 0; made < 3; made += 1)
    await credentials.add({ ...credential, id: crypto.randomUUID(), expiresAt: now }, makeLogEntry());
  await database().prisma.connection.updateMany({ data: { sourceOwnerId: null, targetOwnerId: null } });
  await database().prisma.credential.updateMany({ data: { ownerId: null } });
  const countFor = async (ownerId: string) => {
    const scope = { all: false, ownerIds: [ownerId] } as const;
    const found = [
      await connections.search(scope, {}, plan),
      await credentials.search(scope, {}, { plan, now }),
    ];
    return found.map(({ totalCount }) => totalCount);
  };
  expect(await countFor(owners.source)).toEqual([0, 0]);
  const done: unknown[] = [];
  const report = {
    done: (...told: unknown[]) => done.push(told),
    failed: (...told: unknown[]) => done.push(told),
  };
  for (let run = 0; run < 2; run += 1) await runJobs(createOwnerJobs(database()), report);
  expect(done).toEqual([
    ['owners of connections', 1],
    ['owners of credentials', 3],
    ['owners of connections', 0],
    ['owners of credentials', 0],
  ]);
  expect([await countFor(owners.source), await countFor(owners.target)]).toEqual([
    [1, 3],
    [1, 0],
  ]);
});
