import { installation, type Client } from '../../src/clients/client.ts';
import type { LogEntry } from '../../src/request-log/request-log.ts';
import { createClientStore } from '../../src/store/clients/client-store.ts';
import { makeAccount, makeClient } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { database, keepRows } from '../setup/test-database.ts';
import { insertAccount, insertClient } from './rows.ts';

keepRows();
const store = () => createClientStore(database);
const at = (ms: number) => new Date(startMs + ms);
const rowOf = (clientId: string, event: LogEntry['event']) =>
  makeLogEntry({ event, clientId, createdAt: at(0) });
const look = async (clientId: string) => (await store().find(clientId, at(0)))?.client;
const countRows = (clientId: string) => database.prisma.requestLogEntry.count({ where: { clientId } });

async function addClient(changes: Partial<Client> = {}): Promise<Client> {
  const client = makeClient({ clientId: crypto.randomUUID(), ...changes });
  await insertClient(database, client);
  return client;
}

test('of 10 updates of a client at once one is made, and of an archived one none', async () => {
  const client = await addClient();
  const made = await Promise.all(
    Array.from({ length: 10 }, (_, count) => {
      const changed = { ...client, name: `New ${count}`, updatedAt: at(1) };
      return store().update(changed, client, rowOf(client.clientId, 'client.update'));
    }),
  );
  expect(made.filter(Boolean)).toHaveLength(1);
  expect((await look(client.clientId))?.name).toBe(`New ${made.indexOf(true)}`);
  expect(await countRows(client.clientId)).toBe(1);
  const archived = await addClient({ archivedAt: at(0) });
  const late = rowOf(archived.clientId, 'client.update');
  expect(await store().update({ ...archived, name: 'New' }, archived, late)).toBe(false);
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
    await insertAccount(database, maker);
    const client = makeClient({ clientId: crypto.randomUUID(), ownerId: maker.id, ...changes });
    const row = rowOf(client.clientId, 'client.create');
    return store().create(client, undefined, { maker, row, mostOfOwner });
  };
  const restore = (clientId: string) =>
    store().setArchived(clientId, false, rowOf(clientId, 'client.restore'));
  const verify = (clientId: string, verified = true) =>
    store().setVerified(clientId, verified, rowOf(clientId, 'admin.client.verify'));

  test.each<[string, Partial<Client>]>([
    ['a verified client', {}],
    ['a client of the installation', { ...installation, verified: false }],
    ['one that is inactive', { status: 'inactive' }],
  ])('of %s: nobody else makes, takes, restores or verifies it', async (_of, changes) => {
    const { client, imitation: name } = await protect(changes);
    await expect(create({ name })).rejects.toEqual(taken('name'));
    const other = await addClient({ ownerId: crypto.randomUUID() });
    const row = rowOf(other.clientId, 'client.update');
    await expect(store().update({ ...other, name }, other, row)).rejects.toEqual(taken('name'));
    const old = await addClient({ name, ownerId: crypto.randomUUID(), archivedAt: at(0) });
    await expect(restore(old.clientId)).rejects.toEqual(taken('client_id'));
    const former = await addClient({ name, ownerId: crypto.randomUUID() });
    await expect(verify(former.clientId)).rejects.toEqual(taken('client_id'));
    expect(await look(former.clientId)).toEqual(former);
    expect(await look(old.clientId)).toEqual(old);
    expect(await countRows(other.clientId)).toBe(0);
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
    expect(await store().update(to, former, rowOf(former.clientId, 'client.update'))).toBe(true);
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
