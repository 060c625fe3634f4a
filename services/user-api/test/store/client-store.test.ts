import type { PagePlan } from '@latchkey/pagination';
import { useTestDatabase } from '@latchkey/testing';
import type { Account } from '../../src/account/account.ts';
import type { Client, ClientFilters, ClientStore, OwnerScope } from '../../src/client/client.ts';
import type { LogEntry } from '../../src/request-log/request-log.ts';
import { createClientStore } from '../../src/store/client-store.ts';
import { createDatabase } from '../../src/store/database.ts';
import { createMemoryClients } from '../memory/memory-clients.ts';
import { makeAccount, makeClient } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { insertAccount, insertClient, insertOrg } from './rows.ts';

interface Place {
  readonly store: ClientStore;
  addMaker(account: Account): Promise<void>;
  add(client: Client, secrets?: readonly (readonly [string, Date | null])[]): Promise<void>;
  addOrg(id: string, slug: string): Promise<void>;
  logOf(clientId: string): Promise<Pick<LogEntry, 'id' | 'event'>[]>;
}

const database = useTestDatabase('user-api', createDatabase);
const places: [string, () => Place][] = [
  [
    'in memory',
    () => {
      const entries: LogEntry[] = [];
      const store = createMemoryClients((row) => void entries.push(row));
      return {
        store,
        add: async (client, secrets = []) =>
          store.add(
            client,
            secrets.map(([hash, expiresAt]) => ({ hash, expiresAt })),
          ),
        addMaker: () => Promise.resolve(),
        addOrg: async (id, slug) => store.addOrg(id, slug),
        logOf: async (of) =>
          entries.filter(({ clientId }) => clientId === of).map(({ id, event }) => ({ id, event })),
      };
    },
  ],
  [
    'in Postgres',
    () => ({
      store: createClientStore(database()),
      add: (client, secrets) => insertClient(database(), client, secrets),
      addMaker: (account) => insertAccount(database(), account),
      addOrg: (id, slug) => insertOrg(database(), id, slug),
      logOf: async (clientId) =>
        (await database().prisma.requestLogEntry.findMany({
          where: { clientId },
          orderBy: { createdAt: 'asc' },
          select: { id: true, event: true },
        })) as Pick<LogEntry, 'id' | 'event'>[],
    }),
  ],
];

const all: OwnerScope = { all: true };
const firstPage: PagePlan = { kind: 'offset', limit: 20, offset: 0, binding: '' };

describe.each(places)('the client store %s', (_place, makePlace) => {
  const ownerId = crypto.randomUUID();
  const mine: OwnerScope = { all: false, ownerIds: [ownerId] };
  let place: Place;
  beforeAll(() => {
    place = makePlace();
  });

  async function idsOf(
    scope: OwnerScope,
    filters: Partial<ClientFilters>,
    plan = firstPage,
  ): Promise<string[]> {
    const page = await place.store.search(scope, { archived: false, ...filters }, plan);
    return page.items.map(({ clientId }) => clientId);
  }

  test('finds a client whole, with the secrets that are good now', async () => {
    const client = makeClient({ clientId: `whole-${ownerId}`, ownerId: crypto.randomUUID() });
    const now = new Date(startMs);
    await place.add(client, [
      ['aa', null],
      ['bb', new Date(startMs + 1)],
      ['cc', now],
    ]);
    const found = await place.store.find(client.clientId, now);
    expect(found?.client).toEqual(client);
    const secrets = [
      { hash: 'aa', createdAt: now, expiresAt: null },
      { hash: 'bb', createdAt: now, expiresAt: new Date(startMs + 1) },
    ];
    expect(found?.secrets.toSorted((one, other) => (one.hash < other.hash ? -1 : 1))).toEqual(secrets);
    expect(await place.store.find('nobody', now)).toBeUndefined();
  });

  test('finds for sso those that exist, each with the secrets that are good now', async () => {
    const now = new Date(startMs);
    const lists = { scopes: ['a', 'b'], defaultAudiences: [], deviceCodeTtlSeconds: 60 };
    const full = makeClient({ clientId: `full-${ownerId}`, ownerId: crypto.randomUUID(), ...lists });
    const bare = makeClient({ clientId: `bare-${ownerId}`, ownerId: crypto.randomUUID(), archivedAt: now });
    await place.add(full, [
      ['bb', new Date(startMs + 1)],
      ['cc', now],
    ]);
    await place.add(bare);
    const found = await place.store.findForSso([bare.clientId, 'nobody', full.clientId], now);
    expect(found).toHaveLength(2);
    expect(found.find(({ clientId }) => clientId === full.clientId)).toEqual(
      expect.objectContaining({ ...lists, name: full.name, status: 'active', secretHashes: ['bb'] }),
    );
    expect(found.find(({ clientId }) => clientId === bare.clientId)).toMatchObject({
      archivedAt: now,
      secretHashes: [],
    });
  });

  test('searches by owner and by every filter', async () => {
    const org = crypto.randomUUID();
    const slug = `org-${org}`;
    await place.addOrg(org, slug);
    const id = (name: string) => `${name}-${ownerId}`;
    await place.add(makeClient({ clientId: id('plain'), ownerId }));
    await place.add(makeClient({ clientId: id('off'), ownerId, status: 'inactive' }));
    await place.add(makeClient({ clientId: id('old'), ownerId, archivedAt: new Date(startMs) }));
    await place.add(
      makeClient({ clientId: id('cc'), ownerId, name: '50%_\\Off', grantTypes: ['client_credentials'] }),
    );
    await place.add(makeClient({ clientId: id('org'), ownerKind: 'org', ownerId: org }));
    expect(await idsOf(mine, {})).toEqual([id('plain'), id('off'), id('cc')]);
    expect(await idsOf({ all: false, ownerIds: [org, ownerId] }, { status: 'active' })).toEqual([
      id('plain'),
      id('org'),
      id('cc'),
    ]);
    expect(await idsOf({ all: false, ownerIds: [] }, {})).toEqual([]);
    expect(await idsOf(mine, { status: 'inactive' })).toEqual([id('off')]);
    expect(await idsOf(mine, { archived: true })).toEqual([id('old')]);
    expect(await idsOf(mine, { name: '50%_\\Off' })).toEqual([id('cc')]);
    expect(await idsOf(mine, { name: '50' })).toEqual([]);
    expect(await idsOf(mine, { search: '%_\\o' })).toEqual([id('cc')]);
    expect(await idsOf(mine, { search: 'OFF-' })).toEqual([id('off')]);
    expect(await idsOf(mine, { grantType: 'client_credentials' })).toEqual([id('cc')]);
    expect(await idsOf(all, { owner: slug })).toEqual([id('org')]);
    expect(await idsOf(all, { owner: org.toUpperCase() })).toEqual([id('org')]);
    expect(await idsOf(mine, { owner: slug })).toEqual([]);
    expect(await idsOf(all, { owner: 'nobody' })).toEqual([]);
  });

  test.each(['5_%', '50%O', '___'])('searches for %j without wildcards and finds nothing', async (search) => {
    const owner = crypto.randomUUID();
    const clientId = `cc-${owner}`;
    await place.add(makeClient({ clientId, ownerId: owner, name: '50%_\\Off' }));
    const scope: OwnerScope = { all: false, ownerIds: [owner] };
    const find = async (text: string) =>
      (await place.store.search(scope, { archived: false, search: text }, firstPage)).items;
    expect(await find(search)).toEqual([]);
    expect(await find('%_\\o')).toMatchObject([{ clientId }]);
  });

  test('pages by key through equal times', async () => {
    const owner = crypto.randomUUID();
    const scope: OwnerScope = { all: false, ownerIds: [owner] };
    const ids = ['e', 'd', 'c', 'b', 'a'].map((letter) => `${letter}-${owner}`);
    for (const [at, clientId] of ids.entries())
      await place.add(
        makeClient({ clientId, ownerId: owner, createdAt: new Date(startMs - Math.floor(at / 2)) }),
      );
    const first = await place.store.search(scope, { archived: false }, { ...firstPage, limit: 2 });
    expect(first).toMatchObject({ totalCount: 5, offset: 0, lastKey: { createdAtMs: startMs, id: ids[1] } });
    const plan: PagePlan = { kind: 'keyset', limit: 2, after: first.lastKey!, offset: 2, binding: '' };
    const second = await place.store.search(scope, { archived: false }, plan);
    expect(second.items.map(({ clientId }) => clientId)).toEqual(ids.slice(2, 4));
    expect(second).toMatchObject({ totalCount: 5, offset: 2 });
  });

  describe('writes', () => {
    const at = (ms: number) => new Date(startMs + ms);
    const makeRow = (clientId: string, event: LogEntry['event'], ms = 0) => {
      const { id, ...row } = makeLogEntry({ event, clientId, createdAt: at(ms) });
      return { row: { id, ...row }, logged: { id, event } };
    };
    const look = async (clientId: string) => (await place.store.find(clientId, at(0)))?.client;

    async function addClient(changes: Partial<Client> = {}): Promise<Client> {
      const client = makeClient({ clientId: crypto.randomUUID(), ...changes });
      await place.add(client);
      return client;
    }

    test('creates a client with its secret and a log row', async () => {
      const [confidential, plain] = [crypto.randomUUID(), crypto.randomUUID()].map((clientId) =>
        makeClient({ clientId, deviceCodeTtlSeconds: 60, ownerId }),
      );
      const { row, logged } = makeRow(confidential!.clientId, 'client.create');
      const maker = makeAccount({ id: ownerId, email: `${ownerId}@example.test` });
      await place.addMaker(maker);
      const secret = { id: crypto.randomUUID(), hash: 'aa' };
      expect(await place.store.create(confidential!, secret, { maker, row })).toBe(true);
      const { row: plainRow } = makeRow(plain!.clientId, 'client.create');
      expect(await place.store.create(plain!, undefined, { maker, row: plainRow })).toBe(true);
      expect(await place.store.find(confidential!.clientId, at(0))).toEqual({
        client: confidential,
        secrets: [{ hash: 'aa', createdAt: confidential!.createdAt, expiresAt: null }],
      });
      expect(await place.store.find(plain!.clientId, at(0))).toEqual({ client: plain, secrets: [] });
      expect(await place.logOf(confidential!.clientId)).toEqual([logged]);
    });

    test('updates what an owner may change, and nothing else', async () => {
      const client = await addClient({ secretRotatedAt: at(0) });
      const { clientId } = client;
      const to = {
        name: 'New',
        status: 'inactive',
        tokenEndpointAuthMethod: 'client_secret_post',
        grantTypes: ['refresh_token'],
        scopes: [],
        defaultScopes: [],
        audiences: ['https://a.example.test'],
        defaultAudiences: ['https://a.example.test'],
        vouches: ['example.com'],
        introspects: true,
        namesVisitors: true,
        updatedAt: at(5),
      } as const;
      const fixed = { type: 'confidential', ownerId: crypto.randomUUID(), createdAt: at(9) } as const;
      const { row, logged } = makeRow(clientId, 'client.update');
      expect(await place.store.update({ ...client, ...to, ...fixed }, client.updatedAt, row)).toBe(true);
      expect(await look(clientId)).toEqual({ ...client, ...to });
      expect(await place.logOf(clientId)).toEqual([logged]);
    });

    test('updates nothing that was changed since, is archived or is not there', async () => {
      const client = await addClient();
      const archived = await addClient({ archivedAt: at(0) });
      const update = (to: Client, seenAt: Date) =>
        place.store.update({ ...to, name: 'New' }, seenAt, makeRow(to.clientId, 'client.update').row);
      expect(await update(client, at(-1))).toBe(false);
      expect(await update(archived, archived.updatedAt)).toBe(false);
      expect(await update(makeClient({ clientId: 'nobody' }), at(0))).toBe(false);
      expect([await look(client.clientId), await look(archived.clientId)]).toEqual([client, archived]);
      expect([await place.logOf(client.clientId), await place.logOf('nobody')]).toEqual([[], []]);
    });

    test('of 10 updates at once of what they saw, one is made', async () => {
      const client = await addClient();
      const made = await Promise.all(
        Array.from({ length: 10 }, (_, count) => {
          const changed = { ...client, name: `New ${count}`, updatedAt: at(1) };
          return place.store.update(changed, client.updatedAt, makeRow(client.clientId, 'client.update').row);
        }),
      );
      expect(made.filter(Boolean)).toHaveLength(1);
      expect((await look(client.clientId))?.name).toBe(`New ${made.indexOf(true)}`);
      expect(await place.logOf(client.clientId)).toHaveLength(1);
    });

    test('archives and restores, each once of 10 at once, and says what is closed', async () => {
      const client = await addClient();
      const { clientId } = client;
      const isClosed = () => place.store.isClosed(clientId);
      const set = async (isArchived: boolean, event: LogEntry['event'], ms: number) => {
        const calls = Array.from({ length: 10 }, () =>
          place.store.setArchived(clientId, isArchived, makeRow(clientId, event, ms).row),
        );
        return (await Promise.all(calls)).filter((changed) => changed !== undefined);
      };
      expect([await set(false, 'client.restore', 1), await isClosed()]).toEqual([[], false]);
      const archived = { ...client, archivedAt: at(2), updatedAt: at(2) };
      expect([await set(true, 'client.archive', 2), await isClosed()]).toEqual([[archived], true]);
      expect(await look(clientId)).toEqual(archived);
      const restored = { ...client, updatedAt: at(3) };
      expect([await set(false, 'client.restore', 3), await isClosed()]).toEqual([[restored], false]);
      const events = (await place.logOf(clientId)).map(({ event }) => event);
      expect(events).toEqual(['client.archive', 'client.restore']);
    });

    test('an inactive client is closed, an id without a client is not', async () => {
      const { clientId } = await addClient({ status: 'inactive' });
      expect([await place.store.isClosed(clientId), await place.store.isClosed('latchkey-sso')]).toEqual([
        true,
        false,
      ]);
    });
  });
});
