import type { PagePlan } from '@latchkey/pagination';
import { useTestDatabase } from '@latchkey/testing';
import type { Client, ClientFilters, ClientStore, OwnerScope } from '../../src/client/client.ts';
import { createClientStore } from '../../src/store/client-store.ts';
import { createDatabase } from '../../src/store/database.ts';
import { createMemoryClients } from '../memory/memory-clients.ts';
import { makeClient } from '../setup/accounts.ts';
import { startMs } from '../setup/signer.ts';
import { insertClient, insertOrg } from './rows.ts';

interface Place {
  readonly store: ClientStore;
  add(client: Client, secrets?: readonly (readonly [string, Date | null])[]): Promise<void>;
  addOrg(id: string, slug: string): Promise<void>;
}

const database = useTestDatabase('user-api', createDatabase);
const places: [string, () => Place][] = [
  [
    'in memory',
    () => {
      const store = createMemoryClients();
      return {
        store,
        add: async (client, secrets = []) =>
          store.add(
            client,
            secrets.map(([hash, expiresAt]) => ({ hash, expiresAt })),
          ),
        addOrg: async (id, slug) => store.addOrg(id, slug),
      };
    },
  ],
  [
    'in Postgres',
    () => ({
      store: createClientStore(database()),
      add: (client, secrets) => insertClient(database(), client, secrets),
      addOrg: (id, slug) => insertOrg(database(), id, slug),
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
    expect(found?.secretHashes.toSorted()).toEqual(['aa', 'bb']);
    expect(await place.store.find('nobody', now)).toBeUndefined();
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
});
