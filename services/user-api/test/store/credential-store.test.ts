import type { PagePlan } from '@latchkey/pagination';
import { useTestDatabase } from '@latchkey/testing';
import type { Client, OwnerScope } from '../../src/client/client.ts';
import type { Credential, CredentialFilters, CredentialStore } from '../../src/credential/credential.ts';
import { createCredentialStore } from '../../src/store/credential-store.ts';
import { createDatabase } from '../../src/store/database.ts';
import { makeClient } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { insertClient } from './rows.ts';

interface Place {
  readonly store: CredentialStore;
  addClient(client: Client): Promise<void>;
  lastUsedAt(credentialId: string): Promise<Date | null>;
}

const database = useTestDatabase('user-api', createDatabase);
const client = makeClient({ clientId: 'credential-holder' });
beforeAll(() => insertClient(database(), client));
const after = (seconds: number) => new Date(startMs + seconds * 1000);
const findRow = (id: string) => database().prisma.credential.findUnique({ where: { id } });

const makePlace: () => Place = () => ({
  addClient: (added) => insertClient(database(), added),
  store: createCredentialStore(database()),
  lastUsedAt: async (id) => (await findRow(id))?.lastUsedAt ?? null,
});

function makeCredential(changes: Partial<Credential> = {}): Credential {
  return {
    id: crypto.randomUUID(),
    clientId: client.clientId,
    scopes: ['email', 'profile'],
    audiences: ['https://drop.example.test'],
    fingerprint: null,
    jkt: null,
    createdAt: after(0),
    expiresAt: after(900),
    ...changes,
  };
}

describe('the credential store', () => {
  async function addCredential() {
    const place = makePlace();
    const credential = makeCredential();
    await place.store.add(credential, makeLogEntry());
    return { ...place, credential };
  }

  test('finds no unknown, expired or revoked credential', async () => {
    const { store, credential } = await addCredential();
    expect(await store.findLive(crypto.randomUUID(), after(0))).toBeUndefined();
    expect(await store.findLive(credential.id, after(900))).toBeUndefined();
    await store.revoke(credential.id, client.clientId, makeLogEntry());
    expect(await store.findLive(credential.id, after(2))).toBeUndefined();
  });

  test('finds a credential by its id in upper case', async () => {
    const { store, credential } = await addCredential();
    expect((await store.findLive(credential.id.toUpperCase(), after(0)))?.id).toBe(credential.id);
  });

  test('finds a credential with all its fields until it expires', async () => {
    const { store, credential } = await addCredential();
    await store.add(makeCredential(), makeLogEntry());
    expect(await store.findLive(credential.id, after(899))).toEqual(credential);
  });

  test('ends a credential for one of 20 callers, and never for another client', async () => {
    const { store, credential } = await addCredential();
    expect(await store.revoke(credential.id, 'other', makeLogEntry())).toBe(false);
    expect(await store.revoke(crypto.randomUUID(), client.clientId, makeLogEntry())).toBe(false);
    expect(await store.findLive(credential.id, after(1))).toEqual(credential);
    const revoke = () => store.revoke(credential.id, client.clientId, makeLogEntry());
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
  await createCredentialStore(database()).add(credential, makeLogEntry());
  expect(await findRow(credential.id)).toMatchObject({
    clientId: client.clientId,
    scopes: credential.scopes,
    audiences: credential.audiences,
    createdAt: after(0),
    expiresAt: after(900),
    revokedAt: null,
  });
});

describe('the search of the credential store', () => {
  const firstPage: PagePlan = { kind: 'offset', limit: 20, offset: 0, binding: '' };

  /** Two clients of an owner, and one of somebody else; a credential is named by the second it was made in. */
  async function make() {
    const place = makePlace();
    const [owner, org] = [crypto.randomUUID(), crypto.randomUUID()];
    const id = (clientId: string) => `${clientId}-${owner}`;
    const owners = { a: owner, b: owner, ofOrg: org, foreign: crypto.randomUUID() };
    for (const [clientId, ownerId] of Object.entries(owners))
      await place.addClient(makeClient({ clientId: id(clientId), ownerId }));
    const issue = async (clientId: string, seconds: number, changes: Partial<Credential> = {}) => {
      const times = { createdAt: after(seconds), expiresAt: after(seconds + 900) };
      const credential = makeCredential({ clientId: id(clientId), ...times, ...changes });
      await place.store.add(credential, makeLogEntry());
      return credential;
    };
    const mine: OwnerScope = { all: false, ownerIds: [owner, org] };
    const list = async (filters: CredentialFilters = {}, scope: OwnerScope = mine, now = after(1000)) => {
      const { items, totalCount } = await place.store.search(scope, filters, { plan: firstPage, now });
      expect(totalCount).toBe(items.length);
      return items.map(({ createdAt, status }) => `${(createdAt.getTime() - startMs) / 1000} ${status}`);
    };
    return { ...place, owner, org, id, issue, list, mine };
  }

  test('lists only the credentials of own clients', async () => {
    const { issue, list, id, org } = await make();
    await issue('a', 10);
    await issue('foreign', 20);
    await issue('ofOrg', 30);
    await issue('b', 40);
    expect(await list()).toEqual(['40 expired', '30 expired', '10 expired']);
    expect(await list({}, { all: false, ownerIds: [org] })).toHaveLength(1);
    expect(await list({}, { all: false, ownerIds: [] })).toEqual([]);
    expect(await list({ clientId: id('a') })).toEqual(['10 expired']);
    expect(await list({ clientId: id('foreign') })).toEqual([]);
    expect(await list({ clientId: id('foreign') }, { all: true })).toEqual(['20 expired']);
    expect(await list({ clientId: 'nobody' }, { all: true })).toEqual([]);
  });

  test('lists by status: a revoked one stays revoked, and one that lives as long as any is active to its end', async () => {
    const { store, issue, list, mine } = await make();
    await issue('a', 0);
    const revoked = await issue('a', 1);
    await issue('a', 200, { expiresAt: after(1001) });
    await issue('a', 201, { expiresAt: after(1000) });
    await issue('b', -2599, { expiresAt: after(1001) });
    await store.revoke(revoked.id, revoked.clientId, makeLogEntry({ createdAt: after(2) }));
    expect(await list({ status: 'active' })).toEqual(['200 active', '-2599 active']);
    expect(await list({ status: 'expired' })).toEqual(['201 expired', '0 expired']);
    expect(await list({ status: 'revoked' })).toEqual(['1 revoked']);
    expect(await list({ status: 'active' }, mine, after(100))).toContain('0 active');
  });

  test('lists by one scope and by a period', async () => {
    const { issue, list } = await make();
    await issue('a', 1, { scopes: ['email', 'profile'] });
    await issue('a', 2, { scopes: ['profile:read'] });
    await issue('a', 3, { scopes: [] });
    expect(await list({ scope: 'profile' })).toEqual(['1 expired']);
    expect(await list({ scope: 'prof' })).toEqual([]);
    expect(await list({ createdFromMs: startMs + 2000, createdToMs: startMs + 3000 })).toEqual(['2 expired']);
  });

  test('shows all of a credential, and pages by key', async () => {
    const { store, issue, mine } = await make();
    const [first, second] = [await issue('a', 1, { fingerprint: 'aa' }), await issue('b', 2)];
    await store.noteUsed(first.id, after(5));
    const page = { plan: { ...firstPage, limit: 1 }, now: after(901) };
    const { items, lastKey } = await store.search(mine, {}, page);
    expect(items).toEqual([{ ...second, lastUsedAt: null, status: 'active' }]);
    const plan: PagePlan = { kind: 'keyset', limit: 1, after: lastKey!, binding: '' };
    expect(await store.search(mine, {}, { ...page, plan })).toEqual({
      items: [{ ...first, lastUsedAt: after(5), status: 'expired' }],
      totalCount: 2,
      offset: 1,
      lastKey: null,
    });
  });
});
