import { useTestDatabase } from '@latchkey/testing';
import type { Credential, CredentialStore } from '../../src/credential/credential.ts';
import { createCredentialStore } from '../../src/store/credential-store.ts';
import { createDatabase } from '../../src/store/database.ts';
import { createMemoryCredentials } from '../memory/memory-credentials.ts';
import { makeClient } from '../setup/accounts.ts';
import { startMs } from '../setup/signer.ts';
import { insertClient } from './rows.ts';

interface Place {
  readonly store: CredentialStore;
  lastUsedAt(credentialId: string): Promise<Date | null>;
}

const database = useTestDatabase('user-api', createDatabase);
const client = makeClient({ clientId: 'credential-holder' });
beforeAll(() => insertClient(database(), client));
const after = (seconds: number) => new Date(startMs + seconds * 1000);
const findRow = (id: string) => database().prisma.credential.findUnique({ where: { id } });

const places: [string, () => Place][] = [
  [
    'in memory',
    () => {
      const store = createMemoryCredentials();
      return {
        store,
        lastUsedAt: async (id) => store.lastUsed.get(id) ?? null,
      };
    },
  ],
  [
    'in PostgreSQL',
    () => ({
      store: createCredentialStore(database()),
      lastUsedAt: async (id) => (await findRow(id))?.lastUsedAt ?? null,
    }),
  ],
];

function makeCredential(): Credential {
  return {
    id: crypto.randomUUID(),
    clientId: client.clientId,
    scopes: ['email', 'profile'],
    audiences: ['https://drop.example.test'],
    fingerprint: null,
    createdAt: after(0),
    expiresAt: after(900),
  };
}

describe.each(places)('the credential store %s', (_place, makePlace) => {
  async function addCredential() {
    const place = makePlace();
    const credential = makeCredential();
    await place.store.add(credential);
    return { ...place, credential };
  }

  test('finds no unknown, expired or revoked credential', async () => {
    const { store, credential } = await addCredential();
    expect(await store.findLive(crypto.randomUUID(), after(0))).toBeUndefined();
    expect(await store.findLive(credential.id, after(900))).toBeUndefined();
    await store.revoke(credential.id, client.clientId, after(1));
    expect(await store.findLive(credential.id, after(2))).toBeUndefined();
  });

  test('finds a credential with all its fields until it expires', async () => {
    const { store, credential } = await addCredential();
    await store.add(makeCredential());
    expect(await store.findLive(credential.id, after(899))).toEqual(credential);
  });

  test('ends a credential for one of 20 callers, and never for another client', async () => {
    const { store, credential } = await addCredential();
    expect(await store.revoke(credential.id, 'other', after(1))).toBe(false);
    expect(await store.revoke(crypto.randomUUID(), client.clientId, after(1))).toBe(false);
    expect(await store.findLive(credential.id, after(1))).toEqual(credential);
    const revoke = () => store.revoke(credential.id, client.clientId, after(1));
    const wins = await Promise.all(Array.from({ length: 20 }, revoke));
    expect(wins.filter(Boolean)).toHaveLength(1);
    expect(await store.findLive(credential.id, after(1))).toBeUndefined();
  });

  test('records the use of a credential at most once a minute', async () => {
    const { store, lastUsedAt, credential } = await addCredential();
    expect(await lastUsedAt(credential.id)).toBeNull();
    await store.noteUsed(credential.id, after(1));
    await store.noteUsed(credential.id, after(61));
    expect(await lastUsedAt(credential.id)).toEqual(after(1));
    await store.noteUsed(credential.id, after(62));
    expect(await lastUsedAt(credential.id)).toEqual(after(62));
  });

  test('records no use of an unknown credential', async () => {
    const { store, lastUsedAt } = await addCredential();
    const unknown = crypto.randomUUID();
    await store.noteUsed(unknown, after(1));
    expect(await lastUsedAt(unknown)).toBeNull();
  });
});

test('the row of a new credential holds what was issued and no revocation', async () => {
  const credential = makeCredential();
  await createCredentialStore(database()).add(credential);
  expect(await findRow(credential.id)).toMatchObject({
    clientId: client.clientId,
    scopes: credential.scopes,
    audiences: credential.audiences,
    createdAt: after(0),
    expiresAt: after(900),
    revokedAt: null,
  });
});
