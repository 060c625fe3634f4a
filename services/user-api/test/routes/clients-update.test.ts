import { request } from '@latchkey/testing';
import type { Client } from '../../src/clients/client.ts';
import { acme, fresh, makeClient } from '../setup/accounts.ts';
import { ada, admin, createClientsService, type ClientsService } from '../setup/manage-clients.ts';
import { audience, dropAudience, startMs } from '../setup/signer.ts';

const api = 'https://api.example.test';
/** What its owner could not list. */
const given = {
  type: 'confidential',
  tokenEndpointAuthMethod: 'client_secret_basic',
  grantTypes: ['client_credentials'],
  scopes: ['openid', 'account', 'api.read', 'api.write'],
  defaultScopes: ['openid', 'account', 'api.read'],
  audiences: [audience, dropAudience, api],
  defaultAudiences: [audience, api],
} as const;
let service: ClientsService;
beforeEach(async () => {
  service = await createClientsService();
  await service.clients.add(makeClient(given));
  await service.clients.add(makeClient({ clientId: 'of-acme', ownerKind: 'org', ownerId: acme.orgId }));
});

const client_id = 'client-a';
/** The client holds what only operators give, so its owner shows the password again. */
const update = (fields: object, account = ada) =>
  service.call('update', account, { client_id, ...fresh, ...fields });
const look = async (clientId = client_id) =>
  (await service.clients.find(clientId, new Date(service.clock.now())))?.client;

describe('POST /oauth/clients/update', () => {
  test('200 with what is named changed, the rest as it was, and a row in the log', async () => {
    service.clock.advance(60);
    const fields = { name: 'New name', token_endpoint_auth_method: 'client_secret_post' };
    const { status, body } = await update(fields);
    expect([status, body.data]).toMatchObject([
      200,
      { client_id, ...fields, updated_at: '2026-12-01T10:01:00.000Z', audiences: given.audiences },
    ]);
    expect(await look()).toEqual({
      ...makeClient(given),
      name: 'New name',
      tokenEndpointAuthMethod: 'client_secret_post',
      updatedAt: new Date(startMs + 60_000),
    });
    expect(await service.listLogged()).toEqual([
      { event: 'client.update', userId: ada.id, actorId: null, orgId: null, clientId: client_id },
    ]);
  });

  test.each<[string, object, Partial<Client>]>([
    [
      'keeps what its owner could not add, and drops what is not named any more',
      { grant_types: ['device_code'], scopes: ['api.read', 'clients'], audiences: [api] },
      {
        grantTypes: ['device_code'],
        scopes: ['api.read', 'clients'],
        defaultScopes: ['api.read'],
        audiences: [api],
        defaultAudiences: [api],
      },
    ],
    [
      'takes defaults that are named, also none',
      { scopes: ['openid', 'api.read'], default_scopes: [], default_audiences: [dropAudience] },
      { scopes: ['openid', 'api.read'], defaultScopes: [], defaultAudiences: [dropAudience] },
    ],
    [
      'keeps a default that is spelled with a slash now',
      { audiences: [`${audience}/`, api] },
      { audiences: [`${audience}/`, api], defaultAudiences: [`${audience}/`, api] },
    ],
    [
      'takes addresses to lead back to, and removes them',
      { redirect_uris: ['https://app.example.test/callback'], post_logout_redirect_uris: [] },
      { redirectUris: ['https://app.example.test/callback'] },
    ],
    ['changes nothing by blank and null fields', { name: '', scopes: null, status: '' }, {}],
    ['takes type and lists back as they are', { type: 'confidential', scopes: [...given.scopes] }, {}],
    ['takes basic for client_secret_basic', { token_endpoint_auth_method: 'basic' }, {}],
    [
      'sets how long its device codes live and how often it polls',
      { device_code_ttl_seconds: 300, poll_interval_seconds: 7 },
      { deviceCodeTtlSeconds: 300, pollIntervalSeconds: 7 },
    ],
    ['turns a client off', { status: 'inactive' }, { status: 'inactive' }],
  ])('200: it %s', async (_what, fields, changes) => {
    expect((await update(fields)).status).toBe(200);
    const updatedAt = new Date(startMs + 1);
    expect(await look()).toEqual({ ...makeClient(given), ...changes, updatedAt });
  });

  test('200 for a form whose lists are blank, and they stay', async () => {
    const token = await service.openToken(ada);
    const { status } = await request(service.app)
      .post('/oauth/clients/update')
      .type('form')
      .send({ token, client_id, scopes: ' ', default_scopes: '' });
    expect([status, (await look())?.scopes, (await look())?.defaultScopes]).toEqual([
      200,
      given.scopes,
      given.defaultScopes,
    ]);
  });

  test('200 for an inactive client, which its owner turns on again', async () => {
    await update({ status: 'inactive' });
    expect((await update({ status: 'active' })).body.data.status).toBe('active');
  });

  test('200 for the client of an org, by its owner, also with a member token', async () => {
    const fields = { client_id: 'of-acme', org: 'acme', name: 'Ours' };
    service.context.orgs.find = () =>
      Promise.resolve({ id: acme.orgId, slug: 'acme', name: '', status: 'active', createdAt: new Date(0) });
    expect((await service.call('update', ada, fields)).status).toBe(200);
    const token = await service.openMember(ada);
    const { body } = await request(service.app)
      .post('/oauth/clients/update')
      .send({ token, client_id: 'of-acme', name: 'Still ours' });
    expect(body.data.name).toBe('Still ours');
    expect(await service.listLogged()).toMatchObject(
      Array.from({ length: 2 }, () => ({ userId: ada.id, actorId: null, orgId: acme.orgId })),
    );
  });

  test('200 for an operator, who may add what owners may not; the log names the operator', async () => {
    await service.clients.add(makeClient());
    const { status } = await update({ scopes: ['openid', 'admin'] }, admin);
    expect([status, (await look())?.scopes]).toEqual([200, ['openid', 'admin']]);
    expect((await service.call('update', admin, { client_id: 'of-acme', name: 'Theirs' })).status).toBe(200);
    expect(await service.listLogged()).toMatchObject([
      { userId: ada.id, actorId: admin.id, orgId: null },
      { userId: null, actorId: admin.id, orgId: acme.orgId },
    ]);
  });

  test.each([
    ['grant_types', ['device_code', 'relay']],
    ['scopes', ['openid', 'admin']],
    ['scopes', ['other.read']],
    ['audiences', [dropAudience, api]],
  ])('403 with %s %j, which a client without them cannot get from its owner', async (field, list) => {
    const client = makeClient({ type: 'confidential', tokenEndpointAuthMethod: 'client_secret_post' });
    await service.clients.add(client);
    const { status, body } = await update({ [field]: list });
    expect([status, body.code, body.field]).toEqual([403, 'forbidden', field]);
    expect([await look(), await service.listLogged()]).toEqual([client, []]);
  });

  test('403 with what the client had before and lost', async () => {
    await update({ scopes: ['openid'] });
    expect((await update({ scopes: ['openid', 'api.read'] })).body).toMatchObject({ code: 'forbidden' });
  });

  test.each<[object, string]>([
    [{ type: 'public' }, 'type'],
    [{ org: 'acme' }, 'org'],
    [{ token_endpoint_auth_method: 'none' }, 'token_endpoint_auth_method'],
    [{ status: 'archived' }, 'status'],
    [{ grant_types: [] }, 'grant_types'],
    [{ redirect_uris: ['com.example.app:/callback'] }, 'redirect_uris'],
    [{ post_logout_redirect_uris: ['http://app.example.test/'] }, 'post_logout_redirect_uris'],
    [{ default_scopes: ['clients'] }, 'default_scopes'],
    [{ audiences: [dropAudience] }, 'default_audiences'],
    [{ default_audiences: [] }, 'default_audiences'],
  ])('400 with %j, and nothing changes', async (fields, field) => {
    const { status, body } = await update(fields);
    expect([status, body.code, body.field]).toEqual([400, 'invalid_value', field]);
    expect([await look(), await service.listLogged()]).toEqual([makeClient(given), []]);
  });

  test('409 for an archived client', async () => {
    await service.call('archive', ada, { client_id });
    const { status, body } = await update({ name: 'New' });
    expect([status, body.code, body.message]).toEqual([409, 'state_conflict', 'The client is archived']);
  });

  test('409 beside another change of what was read', async () => {
    const { update: store } = service.clients;
    service.clients.update = async (changed, seenAt, row) => {
      service.clients.update = store;
      await update({ scopes: ['openid'] }, admin);
      return store(changed, seenAt, row);
    };
    const { status, body } = await update({ name: 'New' });
    expect([status, body.code]).toEqual([409, 'state_conflict']);
    expect(await look()).toMatchObject({ name: 'Client A', scopes: ['openid'] });
  });
});
