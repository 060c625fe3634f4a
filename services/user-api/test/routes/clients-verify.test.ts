import { request } from '@latchkey/testing';
import { fresh, makeClient } from '../setup/accounts.ts';
import { ada, admin, bob, createClientsService, type ClientsService } from '../setup/manage-clients.ts';

const client_id = 'client-a';
let service: ClientsService;
beforeEach(async () => {
  service = await createClientsService();
  await service.clients.add(makeClient());
});

async function verify(fields: object = {}, account = admin, claims: object = {}) {
  const token = await service.openToken(account, claims);
  return request(service.app)
    .post('/admin/client/verify')
    .send({ token, client_id, verified: true, ...fresh, ...fields });
}

describe('POST /admin/client/verify', () => {
  test('403 for anybody without admin, also the owner', async () => {
    expect((await verify({}, ada)).body.code).toBe('forbidden');
    expect((await verify({}, admin, { scope: 'clients' })).body.code).toBe('insufficient_scope');
    expect((await service.listLogged()).map(({ event }) => event)).toEqual(['admin.refused']);
  });

  test('400 without a client or without the mark, 404 for an unknown client, 409 for an archived one', async () => {
    expect((await verify({ client_id: undefined })).body).toMatchObject({
      code: 'missing_field',
      field: 'client_id',
    });
    expect((await verify({ verified: undefined })).body).toMatchObject({
      code: 'missing_field',
      field: 'verified',
    });
    expect((await verify({ verified: 'maybe' })).body).toMatchObject({
      code: 'invalid_type',
      field: 'verified',
    });
    expect((await verify({ client_id: 'nobody' })).body).toMatchObject({
      code: 'not_found',
      field: 'client_id',
    });
    await service.clients.add(makeClient({ archivedAt: new Date(0) }));
    expect((await verify()).body.code).toBe('state_conflict');
    expect(await service.listLogged()).toEqual([]);
  });

  test('another name ends the verification, the same in another spelling does not', async () => {
    await verify();
    const rename = async (name: string, account = ada) => {
      const fields = { client_id, name, ...fresh };
      return (await service.call('update', account, fields)).body.data.verified;
    };
    expect(await rename('CLIENT  a')).toBe(true);
    expect(await rename('Contoso Bank')).toBe(false);
    expect((await service.call('create', bob, { name: 'Contoso Bank', type: 'public' })).status).toBe(200);
    await verify();
    expect(await rename('Client B', admin)).toBe(false);
  });

  test('200 with the mark, once, and its name is nobody else’s until the mark is taken back', async () => {
    const { status, body } = await verify();
    expect([status, body.data]).toMatchObject([200, { client_id, verified: true, owner: { id: ada.id } }]);
    expect((await verify()).body).toMatchObject({ code: 'state_conflict', field: 'verified' });
    const make = () => service.call('create', bob, { name: 'CLIENT А', type: 'public' });
    expect((await make()).body).toMatchObject({ code: 'already_exists', field: 'name' });
    expect((await verify({ verified: false })).body.data.verified).toBe(false);
    expect((await make()).status).toBe(200);
    const change = { userId: ada.id, actorId: admin.id, orgId: null, clientId: client_id };
    expect((await service.listLogged()).slice(0, 2)).toEqual([
      { event: 'admin.client.verify', ...change },
      { event: 'admin.client.unverify', ...change },
    ]);
  });

  test('409 for a name that is protected for somebody else', async () => {
    await service.clients.add(makeClient({ clientId: 'of-bob', ownerId: bob.id, verified: true }));
    const { status, body } = await verify();
    expect([status, body.code, body.field]).toEqual([409, 'already_exists', 'client_id']);
  });

  test('409 to verify, restore or rename a client so that it is called as the installation is', async () => {
    await service.clients.add(makeClient({ clientId: 'alike', name: 'Latchkey' }));
    await service.clients.add(makeClient({ clientId: 'ended', name: 'Latchkey', archivedAt: new Date(0) }));
    const answers = {
      verify: await verify({ client_id: 'alike' }),
      restore: await service.call('restore', ada, { client_id: 'ended' }),
      rename: await service.call('update', ada, { client_id, name: 'Lаtchkey' }),
    };
    const said = Object.entries(answers).map(([act, { status, body }]) => [
      act,
      status,
      body.code,
      body.field,
    ]);
    expect(said).toEqual([
      ['verify', 409, 'already_exists', 'client_id'],
      ['restore', 409, 'already_exists', 'client_id'],
      ['rename', 409, 'already_exists', 'name'],
    ]);
  });
});
