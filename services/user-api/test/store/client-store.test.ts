import type { PagePlan } from '@latchkey/pagination';
import { useTestDatabase } from '@latchkey/testing';
import type { Account } from '../../src/account/account.ts';
import {
  installation,
  type Client,
  type ClientFilters,
  type ClientStore,
  type OwnerScope,
} from '../../src/client/client.ts';
import type { LogEntry } from '../../src/request-log/request-log.ts';
import { createClientStore } from '../../src/store/client-store.ts';
import { createDatabase } from '../../src/store/database.ts';
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
const makePlace: () => Place = () => ({
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
});

const all: OwnerScope = { all: true };
const firstPage: PagePlan = { kind: 'offset', limit: 20, offset: 0, binding: '' };

describe('the client store', () => {
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
    const plan: PagePlan = { kind: 'keyset', limit: 2, after: first.lastKey!, binding: '' };
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
        devicePolicy: 'typed',
        updatedAt: at(5),
      } as const;
      const fixed = { type: 'confidential', ownerId: crypto.randomUUID(), createdAt: at(9) } as const;
      const { row, logged } = makeRow(clientId, 'client.update');
      expect(await place.store.update({ ...client, ...to, ...fixed }, client, row)).toBe(true);
      expect(await look(clientId)).toEqual({ ...client, ...to });
      expect(await place.logOf(clientId)).toEqual([logged]);
    });

    test('updates nothing that was changed since, is archived or is not there', async () => {
      const client = await addClient();
      const archived = await addClient({ archivedAt: at(0) });
      const update = (to: Client, seenAt: Date) =>
        place.store.update(
          { ...to, name: 'New' },
          { ...to, updatedAt: seenAt },
          makeRow(to.clientId, 'client.update').row,
        );
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
          return place.store.update(changed, client, makeRow(client.clientId, 'client.update').row);
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

    describe('a name that is protected', () => {
      const protect = async (changes: Partial<Client> = {}) => {
        const name = `Acme ${crypto.randomUUID()}`;
        const client = await addClient({ name, ownerId: crypto.randomUUID(), verified: true, ...changes });
        return { client, imitation: name.replace('A', 'А').toUpperCase() };
      };
      const taken = (field: string) => expect.objectContaining({ code: 'already_exists', field });
      const create = async (changes: Partial<Client>, mostOfOwner = 0) => {
        const maker = makeAccount({ id: crypto.randomUUID(), email: `${crypto.randomUUID()}@example.test` });
        await place.addMaker(maker);
        const client = makeClient({ clientId: crypto.randomUUID(), ownerId: maker.id, ...changes });
        const { row } = makeRow(client.clientId, 'client.create');
        return place.store.create(client, undefined, { maker, row, mostOfOwner });
      };
      const restore = (clientId: string) =>
        place.store.setArchived(clientId, false, makeRow(clientId, 'client.restore').row);
      const verify = (clientId: string, verified = true) =>
        place.store.setVerified(clientId, verified, makeRow(clientId, 'admin.client.verify').row);

      test.each<[string, Partial<Client>]>([
        ['a verified client', {}],
        ['a client of the installation', { ...installation, verified: false }],
        ['one that is inactive', { status: 'inactive' }],
      ])('of %s: nobody else makes, takes, restores or verifies it', async (_of, changes) => {
        const { client, imitation: name } = await protect(changes);
        await expect(create({ name })).rejects.toEqual(taken('name'));
        const other = await addClient({ ownerId: crypto.randomUUID() });
        const row = makeRow(other.clientId, 'client.update').row;
        await expect(place.store.update({ ...other, name }, other, row)).rejects.toEqual(taken('name'));
        const old = await addClient({ name, ownerId: crypto.randomUUID(), archivedAt: at(0) });
        await expect(restore(old.clientId)).rejects.toEqual(taken('client_id'));
        const former = await addClient({ name, ownerId: crypto.randomUUID() });
        await expect(verify(former.clientId)).rejects.toEqual(taken('client_id'));
        expect(await look(former.clientId)).toEqual(former);
        expect(await look(old.clientId)).toEqual(old);
        expect(await place.logOf(other.clientId)).toEqual([]);
        expect(await create({ name, ownerId: client.ownerId, ownerKind: client.ownerKind })).toBe(true);
      });

      test.each<[string, Partial<Client>]>([
        ['archived', { archivedAt: new Date(startMs) }],
        ['not verified', { verified: false }],
      ])('is free where its client is %s', async (_how, changes) => {
        const { imitation: name } = await protect(changes);
        expect(await create({ name })).toBe(true);
      });

      test('stays with who has it already, who changes the rest as before', async () => {
        const { imitation: name } = await protect();
        const former = await addClient({ name, ownerId: crypto.randomUUID() });
        const to = { ...former, status: 'inactive' as const };
        expect(await place.store.update(to, former, makeRow(former.clientId, 'client.update').row)).toBe(
          true,
        );
      });

      test('is verified, and given free, once of 10 at once', async () => {
        const { clientId } = await addClient({ name: crypto.randomUUID() });
        for (const verified of [true, false]) {
          const answers = await Promise.all(Array.from({ length: 10 }, () => verify(clientId, verified)));
          expect(answers.filter((answer) => answer?.verified === verified)).toHaveLength(1);
        }
        const archived = await addClient({ archivedAt: at(0) });
        expect(await verify(archived.clientId)).toBeUndefined();
      });

      test('goes to one owner where 10 clients of that name are verified or made at once', async () => {
        const name = `Acme ${crypto.randomUUID()}`;
        const clients = await Promise.all(
          Array.from({ length: 10 }, () => addClient({ name, ownerId: crypto.randomUUID() })),
        );
        const verdicts = await Promise.allSettled(clients.map(({ clientId }) => verify(clientId)));
        expect(verdicts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      });

      test('quota_exceeded: 20 callers at once make no more clients of an owner than it may have', async () => {
        const owner = crypto.randomUUID();
        await addClient({ ownerId: owner, archivedAt: at(0) });
        const verdicts = await Promise.allSettled(
          Array.from({ length: 20 }, () => create({ ownerId: owner, name: crypto.randomUUID() }, 5)),
        );
        expect(verdicts.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
        expect(verdicts.find(({ status }) => status === 'rejected')).toMatchObject({
          reason: { code: 'quota_exceeded' },
        });
        expect(await create({ ownerId: owner, name: crypto.randomUUID() })).toBe(true);
      });
    });

    test('a client of a disabled person is closed and inactive for sso, and keeps its own status', async () => {
      const [on, off] = ['active', 'disabled'].map((status) => {
        const id = crypto.randomUUID();
        return makeAccount({ id, email: `${id}@example.test`, status: status as Account['status'] });
      }) as [Account, Account];
      for (const account of [on, off]) await place.addMaker(account);
      const seen = [on, off].map(async ({ id }) => {
        const { clientId } = await addClient({ ownerId: id });
        const [forSso] = await place.store.findForSso([clientId], new Date(startMs));
        return [await place.store.isClosed(clientId), forSso?.status, (await look(clientId))?.status];
      });
      expect(await Promise.all(seen)).toEqual([
        [false, 'active', 'active'],
        [true, 'inactive', 'active'],
      ]);
    });

    test('sso learns the name of the org, and the address of a person only where it is verified', async () => {
      const org = crypto.randomUUID();
      await place.addOrg(org, `org-${org}`);
      const people = [{}, { emailVerifiedAt: null }, { status: 'deleted' as const }].map((changes) => {
        const id = crypto.randomUUID();
        return makeAccount({ id, email: `${id}@example.test`, ...changes });
      });
      for (const account of people) await place.addMaker(account);
      const owners: Partial<Client>[] = [
        ...people.map(({ id }) => ({ ownerId: id })),
        { ownerKind: 'org', ownerId: org },
        installation,
      ];
      const names = owners.map(async (owner) => {
        const { clientId } = await addClient(owner);
        return (await place.store.findForSso([clientId], at(0)))[0]?.ownerName;
      });
      expect(await Promise.all(names)).toEqual([people[0]?.email, null, null, `org-${org}`, null]);
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
