import { useTestDatabase } from '@latchkey/testing';
import type { Api, ApiStore } from '../../src/clients/api.ts';
import { createApiStore } from '../../src/store/clients/api-store.ts';
import { createDatabase } from '../../src/store/database.ts';
import { makeClient } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { insertClient } from './rows.ts';

const database = useTestDatabase('user-api', createDatabase);
beforeAll(() => insertClient(database(), makeClient()));

interface Place {
  readonly apis: ApiStore;
  /** How many rows of the log have this id. */
  rowsOf(id: string): Promise<number>;
}
const makePlace: () => Place = () => ({
  apis: createApiStore(database()),
  rowsOf: (id) => database().prisma.requestLogEntry.count({ where: { id } }),
});

function makeApi(changes: Partial<Api> = {}): Api {
  const [id, at] = [crypto.randomUUID(), new Date(startMs)];
  const scopes = [{ name: 'read', words: { en: 'See', de: 'Sehen' } }];
  const times = { archivedAt: null, createdAt: at, updatedAt: at };
  return {
    id,
    audience: `https://${id}.test`,
    name: 'One',
    clientId: 'client-a',
    scopes,
    ...times,
    ...changes,
  };
}
const row = () => makeLogEntry({ id: crypto.randomUUID() });

describe('the store of APIs', () => {
  test('one of 20 callers registers an audience, and each success has its row', async () => {
    const { apis, rowsOf } = makePlace();
    const { audience } = makeApi();
    const tries = Array.from({ length: 20 }, () => ({ api: makeApi({ audience }), row: row() }));
    const made = await Promise.all(tries.map((one) => apis.create(one.api, one.row)));
    expect(made.filter(Boolean)).toHaveLength(1);
    const rows = await Promise.all(tries.map((one) => rowsOf(one.row.id)));
    expect(rows).toEqual(made.map(Number));
  });

  test('one of 10 callers changes what they have read; audience and creation stay', async () => {
    const { apis } = makePlace();
    const api = makeApi();
    await apis.create(api, row());
    const to = { name: 'Two', clientId: null, scopes: [], updatedAt: new Date(startMs + 1) };
    const fixed = { audience: 'https://other.test', createdAt: new Date(startMs + 9) };
    const changed = await Promise.all(
      Array.from({ length: 10 }, () => apis.update({ ...api, ...to, ...fixed }, api.updatedAt, row())),
    );
    expect(changed.filter(Boolean)).toHaveLength(1);
    expect(await apis.find(api.id)).toEqual({ ...api, ...to });
  });

  test('one of 10 callers archives, and the audience is free again', async () => {
    const { apis } = makePlace();
    const api = makeApi();
    await apis.create(api, row());
    const archived = await Promise.all(Array.from({ length: 10 }, () => apis.archive(api.id, row())));
    expect(archived.filter((one) => one !== undefined)).toHaveLength(1);
    expect(await apis.findByAudience([api.audience])).toEqual([]);
    const { updatedAt } = (await apis.find(api.id))!;
    expect(await apis.update({ ...api, name: 'Late' }, updatedAt, row())).toBe(false);
    expect(await apis.create(makeApi({ audience: api.audience }), row())).toBe(true);
  });
});
