import { hashSecret } from '@latchkey/secrets';
import { request } from '@latchkey/testing';
import { installation } from '../../src/clients/client.ts';
import { acme, makeClient } from '../setup/accounts.ts';
import { ada, admin, bob, createClientsService, type ClientsService } from '../setup/manage-clients.ts';
import { audience, dropAudience } from '../setup/signer.ts';

const path = '/oauth/clients/create';
const identity = ['openid', 'profile', 'email', 'groups', 'offline_access'];
const plain = { name: 'Mine', type: 'public' };
const backend = { name: 'Backend', type: 'confidential' };
let service: ClientsService;
beforeEach(async () => {
  service = await createClientsService();
});

const answerOf = ({ status, body }: Awaited<ReturnType<ClientsService['call']>>) => [
  status,
  body.code,
  body.field,
];
const hashesOf = async (clientId: string) =>
  (await service.clients.find(clientId, new Date(service.clock.now())))?.secrets.map(({ hash }) => hash);

describe('POST /oauth/clients/create', () => {
  test('200 with a public client, which has no secret', async () => {
    const { status, body } = await service.call('create', ada, plain);
    expect([status, body]).toEqual([
      200,
      {
        status: 1,
        comment: 'OK',
        data: {
          client_id: expect.stringMatching(/^c_[\w-]{22}$/),
          name: 'Mine',
          type: 'public',
          status: 'active',
          archived: false,
          owner: { kind: 'user', id: ada.id },
          verified: false,
          grant_types: ['device_code', 'refresh_token'],
          scopes: identity,
          token_endpoint_auth_method: 'none',
          created_at: '2026-12-01T10:00:00.000Z',
          updated_at: '2026-12-01T10:00:00.000Z',
          secret_rotated_at: null,
          default_scopes: identity,
          audiences: [audience, dropAudience],
          default_audiences: [audience],
          archived_at: null,
          redirect_uris: [],
          post_logout_redirect_uris: [],
          device_code_ttl_seconds: null,
          poll_interval_seconds: null,
          vouches: [],
          introspects: false,
          device_policy: 'any',
          refresh_binding: 'required',
          names_visitors: false,
        },
      },
    ]);
    const { client_id: clientId } = body.data;
    expect(await hashesOf(clientId)).toEqual([]);
    expect(await service.listLogged()).toEqual([
      { event: 'client.create', userId: ada.id, actorId: null, orgId: null, clientId },
    ]);
  });

  test('200 with a confidential client and its secret, which is shown once and logged nowhere', async () => {
    const { body } = await service.call('create', ada, {
      ...backend,
      grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'client_credentials'],
      scopes: ['openid', 'account', 'clients'],
      default_scopes: ['account'],
      audiences: [`${dropAudience}/`],
      default_audiences: [`${dropAudience}/`],
    });
    const { client_id: clientId, client_secret: secret, ...rest } = body.data;
    expect(rest).toMatchObject({
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['device_code', 'client_credentials'],
      scopes: ['openid', 'account', 'clients'],
      default_scopes: ['account'],
      audiences: [`${dropAudience}/`],
    });
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(await hashesOf(clientId)).toEqual([hashSecret(secret)]);
    const shown = [
      await service.call('view', ada, { client_id: clientId }),
      await service.call('search', ada),
    ].map(({ text }) => text);
    const kept = [...shown, ...service.logged, JSON.stringify(await service.requestLog.entries())].join();
    expect([secret, hashSecret(secret)].filter((one) => kept.includes(one))).toEqual([]);
  });

  test('200 with the grant of the browser and addresses to lead back to, each once', async () => {
    const redirects = {
      redirect_uris: ['http://127.0.0.1/callback', 'com.example.app:/callback'],
      post_logout_redirect_uris: ['https://app.example.test/'],
    };
    const grants = { grant_types: ['authorization_code', 'refresh_token'] };
    const twice = [...redirects.redirect_uris, 'com.example.app:/callback'];
    const sent = { ...plain, ...grants, ...redirects, redirect_uris: twice };
    const { body } = await service.call('create', ada, sent);
    expect(body.data).toMatchObject({ ...grants, ...redirects });
    const { client_id } = body.data;
    expect((await service.call('view', ada, { client_id })).body.data).toMatchObject(redirects);
  });

  test('400 names the address and its spelling', async () => {
    const { body } = await service.call('create', ada, { ...plain, redirect_uris: ['https://a.test'] });
    expect(body.comment).toBe('https://a.test is written https://a.test/');
  });

  test('200 with lists in a form: words with spaces between them, or JSON', async () => {
    const { body } = await request(service.app)
      .post(path)
      .type('form')
      .send({
        token: await service.openToken(ada),
        ...plain,
        grant_types: 'device_code refresh_token',
        scopes: '["openid","email"]',
        audiences: audience,
      });
    expect(body.data).toMatchObject({
      grant_types: ['device_code', 'refresh_token'],
      scopes: ['openid', 'email'],
      audiences: [audience],
    });
  });

  test('200 for an org by slug or id, and for the org of a member token, with its owner or admin', async () => {
    const owner = { kind: 'org', id: acme.orgId };
    const token = await service.openMember(ada);
    const ownerOf = async (fields: object) =>
      (await service.call('create', ada, { ...plain, ...fields })).body.data?.owner;
    expect({
      'by slug': await ownerOf({ org: 'acme' }),
      'by id': await ownerOf({ org: acme.orgId.toUpperCase() }),
      'of the member token': await ownerOf({ token }),
      'by slug, with a member token': await ownerOf({ token, org: 'acme' }),
    }).toEqual({
      'by slug': owner,
      'by id': owner,
      'of the member token': owner,
      'by slug, with a member token': owner,
    });
    expect(await service.listLogged()).toMatchObject(
      Array.from({ length: 4 }, () => ({ userId: ada.id, actorId: null, orgId: acme.orgId })),
    );
  });

  test('200 with one of the installation for an operator whose token holds admin; without admin it is their own', async () => {
    const { body } = await service.call('create', admin, plain);
    expect(body.data.owner).toEqual({ kind: 'installation', id: null });
    const weak = { token: await service.openToken(admin, { scope: 'clients' }), ...plain, name: 'Own' };
    const { body: own } = await request(service.app).post(path).send(weak);
    expect(own.data.owner).toEqual({ kind: 'user', id: admin.id });
    await service.accounts.add(admin, [{ ...acme, role: 'owner' }]);
    const { body: ofOrg } = await service.call('create', admin, { ...plain, name: 'Org', org: 'acme' });
    expect(ofOrg.data.owner).toEqual({ kind: 'org', id: acme.orgId });
    expect(await service.listLogged()).toMatchObject([
      { userId: null, actorId: admin.id, orgId: null },
      { userId: admin.id, actorId: null, orgId: null },
      { userId: null, actorId: admin.id, orgId: acme.orgId },
    ]);
  });

  test('404 for an org that the caller is no member of, also with a member token', async () => {
    const other = { orgId: '88888888-8888-4888-8888-888888888888', orgSlug: 'other', role: 'owner' } as const;
    const refused = { code: 'not_found', field: 'org' };
    const { body: elsewhere } = await service.call('create', ada, { ...plain, org: 'other' });
    const { body: nowhere } = await service.call('create', ada, { ...plain, org: 'nowhere' });
    expect({ elsewhere, nowhere }).toMatchObject({ elsewhere: refused, nowhere: refused });
    const token = await service.openMember(ada);
    await service.accounts.add(ada, [{ ...acme, role: 'owner' }, other]);
    const { status, body } = await request(service.app)
      .post(path)
      .send({ token, ...plain, org: 'other' });
    expect([status, body.code, body.field]).toEqual([404, 'not_found', 'org']);
    expect(await service.listLogged()).toEqual([]);
  });

  test('403 for a plain member of the org', async () => {
    const { body } = await service.call('create', bob, { ...plain, org: 'acme' });
    expect([body.code, body.field]).toEqual(['forbidden', 'org']);
    const token = await service.openMember(bob);
    expect(
      (
        await request(service.app)
          .post(path)
          .send({ token, ...plain })
      ).body.code,
    ).toBe('forbidden');
  });

  test.each([
    ['grant_types', ['relay']],
    ['scopes', ['openid', 'admin']],
    ['scopes', ['api.read']],
    ['audiences', [audience, 'https://api.example.test']],
  ])('403 with %s %j for anybody but an operator whose token holds admin', async (field, list) => {
    const named = field === 'audiences' ? { default_audiences: [audience] } : {};
    const fields = { ...backend, [field]: list, ...named };
    const refused = await service.call('create', ada, fields);
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([403, 'forbidden', field]);
    const weak = await service.openToken(admin, { scope: 'account clients' });
    const { status, body } = await request(service.app)
      .post(path)
      .send({ token: weak, ...fields });
    expect([status, body.code, body.field]).toEqual([403, 'insufficient_scope', field]);
    expect(await service.listLogged()).toEqual([]);
    expect((await service.call('create', admin, fields)).body.data[field]).toEqual(list);
  });

  const method = 'token_endpoint_auth_method';
  test.each<[string, string, object]>([
    ['missing_field', 'name', { name: undefined }],
    ['missing_field', 'type', { type: null }],
    ['invalid_value', 'type', { type: 'native' }],
    ['invalid_value', 'name', { name: '!' }],
    ['invalid_value', 'name', { name: '\u3164' }],
    ['invalid_value', 'name', { name: 'a'.repeat(201) }],
    ['invalid_value', 'name', { name: 'a\u202Eb' }],
    ['invalid_value', method, { [method]: 'client_secret_post' }],
    ['invalid_value', method, { type: 'confidential', [method]: 'none' }],
    ['invalid_value', method, { [method]: 'private_key_jwt' }],
    ['invalid_value', 'grant_types', { grant_types: [] }],
    ['invalid_value', 'grant_types', { grant_types: ['password'] }],
    ['invalid_value', 'grant_types', { grant_types: ['client_credentials'] }],
    ['invalid_value', 'grant_types', { grant_types: ['relay'] }],
    ['invalid_type', 'grant_types', { grant_types: 'device_code' }],
    ['invalid_type', 'grant_types', { grant_types: [7] }],
    ['invalid_value', 'redirect_uris', { redirect_uris: ['http://app.example.test/'] }],
    ['invalid_value', 'redirect_uris', { redirect_uris: [`https://a.test/${'a'.repeat(1010)}`] }],
    [
      'invalid_value',
      'redirect_uris',
      { redirect_uris: Array.from({ length: 21 }, (_, at) => `https://a.test/${at}`) },
    ],
    ['invalid_value', 'redirect_uris', { type: 'confidential', redirect_uris: ['com.example.app:/cb'] }],
    ['invalid_value', 'post_logout_redirect_uris', { post_logout_redirect_uris: ['https://a.test/*'] }],
    ['invalid_value', 'scopes', { scopes: ['a b'] }],
    ['invalid_value', 'scopes', { scopes: [''] }],
    ['invalid_value', 'scopes', { scopes: ['x'.repeat(201)] }],
    ['invalid_value', 'scopes', { scopes: Array.from({ length: 101 }, (_, at) => `s${at}`) }],
    ['invalid_value', 'audiences', { audiences: ['drop'] }],
    ['invalid_value', 'default_audiences', { audiences: [dropAudience] }],
    ['invalid_value', 'default_scopes', { default_scopes: ['clients'] }],
  ])('400 %s at %s for a client with %j', async (code, field, changes) => {
    const { status, body } = await service.call('create', ada, { ...plain, ...changes });
    expect([status, body.code, body.field]).toEqual([400, code, field]);
    expect(await service.listLogged()).toEqual([]);
  });

  test('409 for the name of a client of the installation, or one that looks like it; a person keeps none of it', async () => {
    await service.clients.add(
      makeClient({ clientId: 'ours', name: 'Latchkey command line', ...installation }),
    );
    const createAs = async (name: string) => answerOf(await service.call('create', ada, { ...plain, name }));
    const taken = [409, 'already_exists', 'name'];
    expect({
      'in another case': await createAs('latchkey COMMAND line'),
      'with a Cyrillic letter': await createAs('Lаtchkey command-line'),
      'of the installation itself': await createAs('LATCHKEY'),
    }).toEqual({
      'in another case': taken,
      'with a Cyrillic letter': taken,
      'of the installation itself': taken,
    });
    expect(await service.listLogged()).toEqual([]);
    const own = await service.call('create', admin, { ...plain, name: 'Latchkey command line' });
    expect(own.status).toBe(200);
  });

  test('403 quota_exceeded beyond 100 clients of an owner, for operators with admin never', async () => {
    for (const ownerId of [ada.id, admin.id, acme.orgId])
      for (let count = 0; count < 100; count += 1)
        await service.clients.add(
          makeClient({
            clientId: `${ownerId}-${count}`,
            ownerId,
            archivedAt: count === 0 ? null : new Date(0),
          }),
        );
    const weak = await service.openToken(admin, { scope: 'clients' });
    const refused = [403, 'quota_exceeded', undefined];
    expect({
      person: answerOf(await service.call('create', ada, plain)),
      org: answerOf(await service.call('create', ada, { ...plain, org: 'acme' })),
      operator: answerOf(
        await request(service.app)
          .post(path)
          .send({ token: weak, ...plain }),
      ),
    }).toEqual({ person: refused, org: refused, operator: refused });
    await service.accounts.add(admin, [{ ...acme, role: 'owner' }]);
    const own = await service.call('create', admin, { ...plain, name: 'Own' });
    const ofOrg = await service.call('create', admin, { ...plain, name: 'Of acme', org: 'acme' });
    expect({ own: own.status, ofOrg: ofOrg.status }).toEqual({ own: 200, ofOrg: 200 });
  });

  test('409 while the account is taken over, and no secret is shown', async () => {
    service.clients.create = () => Promise.resolve(false);
    const { status, body } = await service.call('create', ada, backend);
    expect([status, body.code, body.data]).toEqual([409, 'state_conflict', null]);
  });
});
