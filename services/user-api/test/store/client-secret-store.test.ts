import { useTestDatabase } from '@latchkey/testing';
import { createClientSecretStore } from '../../src/store/clients/client-secret-store.ts';
import { createClientStore } from '../../src/store/clients/client-store.ts';
import { createDatabase } from '../../src/store/database.ts';
import { makeClient } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { insertClient } from './rows.ts';

const database = useTestDatabase('user-api', createDatabase);
const after = (seconds: number) => new Date(startMs + seconds * 1000);

test('a rotation changes the secrets of one client only, though others have the same', async () => {
  const store = createClientSecretStore(database());
  const add = async (hash: string, expiresAt: Date | null = null) => {
    const clientId = crypto.randomUUID();
    await insertClient(database(), makeClient({ clientId }), [[hash, expiresAt]]);
    return clientId;
  };
  const [clientId, same, ending] = [await add('first'), await add('first'), await add('second', after(50))];
  const change = (seenAt: Date | null, hash: string, seconds: number) => {
    const row = makeLogEntry({ event: 'client.rotate_secret', clientId, createdAt: after(seconds) });
    const ends = { newestExpiresAt: after(seconds + 100), promisedExpiresAt: after(seconds) };
    return store.change({
      id: crypto.randomUUID(),
      clientId,
      hash,
      seenAt,
      at: after(seconds),
      ...ends,
      row,
    });
  };
  expect([await change(null, 'second', 0), await change(after(0), 'third', 1)]).toEqual([true, true]);
  const hashesOf = async (id: string, seconds: number) =>
    (await createClientStore(database()).find(id, after(seconds)))?.secrets.map(({ hash }) => hash);
  expect([await hashesOf(same, 200), await hashesOf(ending, 49)]).toEqual([['first'], ['second']]);
  expect(await store.findNewest(ending)).toBeUndefined();
});
