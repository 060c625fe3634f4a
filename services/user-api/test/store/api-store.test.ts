import type { Api } from '../../src/clients/api.ts';
import { createApiStore } from '../../src/store/clients/api-store.ts';
import { makeClient } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { database, keepRows } from '../setup/test-database.ts';
import { insertClient } from './rows.ts';

keepRows();
beforeAll(() => insertClient(database, makeClient()));

const apis = createApiStore(database);
/** How many rows of the log have this id. */
const rowsOf = (id: string) => database.prisma.requestLogEntry.count({ where: { id } });

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
    const { audience } = makeApi();
    const tries = Array.from({ length: 20 }, () => ({ api: makeApi({ audience }), row: row() }));
    const made = await Promise.all(tries.map((one) => apis.create(one.api, one.row)));
    expect(made.filter(Boolean)).toHaveLength(1);
    const rows = await Promise.all(tries.map((one) => rowsOf(one.row.id)));
    expect(rows).toEqual(made.map(Number));
  });

  test('one of 10 callers changes what they have read; audience and creation stay', async () => {
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
