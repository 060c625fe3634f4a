import type { Client } from '../../src/clients/client.ts';
import { fresh, makeClient } from '../setup/accounts.ts';
import { ada, admin, createClientsService, type ClientsService } from '../setup/manage-clients.ts';

const client_id = 'client-a';
const confidential = { type: 'confidential', tokenEndpointAuthMethod: 'client_secret_basic' } as const;
let service: ClientsService;
beforeEach(async () => {
  service = await createClientsService();
  await service.clients.add(makeClient(confidential));
});
const flagsOf = ({ vouches, introspects, namesVisitors }: Client) => ({
  vouches,
  introspects,
  namesVisitors,
});
const find = async () => (await service.clients.find(client_id, new Date(service.clock.now())))!.client;
const answerOf = ({ status, body }: Awaited<ReturnType<ClientsService['call']>>) => [
  status,
  body.code,
  body.field,
];
const look = async () => flagsOf(await find());

const raised = [
  ['vouches', ['example.com']],
  ['introspects', true],
  ['names_visitors', true],
] as const;

describe.each(raised)('the flag %s', (field, value) => {
  test('403 forbidden for who is no operator, at create and update', async () => {
    const fields = { name: 'New', type: 'confidential', [field]: value };
    expect({
      create: answerOf(await service.call('create', ada, fields)),
      update: answerOf(await service.call('update', ada, { client_id, [field]: value })),
    }).toEqual({ create: [403, 'forbidden', field], update: [403, 'forbidden', field] });
    expect(await look()).toEqual({ vouches: [], introspects: false, namesVisitors: false });
  });

  test('403 insufficient_scope for an operator without admin', async () => {
    const token = await service.openToken(admin, { scope: 'account clients' });
    await service.clients.add(makeClient({ ...confidential, ownerId: admin.id }));
    const { status, body } = await service.call('update', admin, { token, client_id, [field]: value });
    expect([status, body.code, body.field]).toEqual([403, 'insufficient_scope', field]);
  });

  test('400 invalid_value on a public client', async () => {
    const { status, body } = await service.call('create', admin, {
      name: 'New',
      type: 'public',
      [field]: value,
    });
    expect([status, body.code, body.field]).toEqual([400, 'invalid_value', field]);
  });

  test('200 for an operator; shown at view; the owner may keep it and drop it', async () => {
    expect((await service.call('update', admin, { client_id, [field]: value })).status).toBe(200);
    expect((await service.call('view', ada, { client_id })).body.data).toMatchObject({ [field]: value });
    const kept = await service.call('update', ada, { client_id, ...fresh, name: 'Renamed', [field]: value });
    expect([kept.status, kept.body.data[field]]).toEqual([200, value]);
    const dropped = await service.call('update', ada, { client_id, [field]: value === true ? false : [] });
    expect(dropped.status).toBe(200);
    expect(await look()).toEqual({ vouches: [], introspects: false, namesVisitors: false });
  });
});

test.each([
  ['https://example.com'],
  ['example.com.'],
  ['*.example.com'],
  ['bücher.example'],
  ['-a.example'],
  ['a@example.com'],
  ['1.2.3'],
  ['a'.repeat(64) + '.example'],
])('400 invalid_value for %j, which is no domain in A-labels', async (domain) => {
  const { status, body } = await service.call('update', admin, {
    client_id,
    vouches: ['example.com', domain],
  });
  expect([status, body.code, body.field]).toEqual([400, 'invalid_value', 'vouches']);
});

test('domains are stored once and in lower case', async () => {
  const vouches = ['Example.COM', 'example.com', 'xn--bcher-kva.example', '*'];
  await service.call('update', admin, { client_id, vouches });
  expect((await look()).vouches).toEqual(['example.com', 'xn--bcher-kva.example', '*']);
});

describe('device_policy', () => {
  test.each(['none', 'ANY', 'typed '])(
    '400 invalid_value for %j, at create and update',
    async (device_policy) => {
      const refused = [400, 'invalid_value', 'device_policy'];
      expect({
        create: answerOf(await service.call('create', ada, { name: 'New', type: 'public', device_policy })),
        update: answerOf(await service.call('update', ada, { client_id, device_policy })),
      }).toEqual({ create: refused, update: refused });
      expect((await find()).devicePolicy).toBe('any');
    },
  );

  test('200 for who manages the client, and what is not named stays; lists show it', async () => {
    const made = await service.call('create', ada, {
      name: 'New',
      type: 'public',
      device_policy: 'same_network',
    });
    expect([made.status, made.body.data.device_policy]).toEqual([200, 'same_network']);
    const changed = await service.call('update', ada, { client_id, device_policy: 'typed' });
    expect([changed.status, changed.body.data.device_policy]).toEqual([200, 'typed']);
    const renamed = await service.call('update', ada, { client_id, name: 'Renamed' });
    expect(renamed.body.data.device_policy).toBe('typed');
    const { body } = await service.call('search', ada, {});
    const listed = (body.data.items as { client_id: string; device_policy: string }[]).map(
      (one) => one.device_policy,
    );
    expect(listed.toSorted()).toEqual(['same_network', 'typed']);
  });

  test('404 for another person', async () => {
    await service.clients.add(makeClient({ clientId: 'client-b', ownerId: admin.id }));
    const { status } = await service.call('update', ada, { client_id: 'client-b', device_policy: 'typed' });
    expect(status).toBe(404);
  });
});
