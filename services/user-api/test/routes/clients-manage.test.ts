import { hashSecret } from '@latchkey/secrets';
import { request } from '@latchkey/testing';
import { installation } from '../../src/clients/client.ts';
import { acme, makeClient } from '../setup/accounts.ts';
import { ada, admin, bob, createClientsService, type ClientsService } from '../setup/manage-clients.ts';

const confidential = { type: 'confidential', tokenEndpointAuthMethod: 'client_secret_basic' } as const;
const client_id = 'client-a';
const actions = ['view', 'update', 'rotate_secret', 'archive', 'restore'] as const;
let service: ClientsService;
beforeEach(async () => {
  service = await createClientsService();
  const secrets = [{ hash: hashSecret('first'), expiresAt: null }];
  await service.clients.add(makeClient(confidential), secrets);
  const later = { hash: hashSecret('later'), expiresAt: new Date(service.clock.now() + 30 * 3_600_000) };
  await service.clients.add(makeClient({ clientId: 'same-secret', ...confidential }), [...secrets, later]);
  await service.clients.add(makeClient({ clientId: 'of-acme', ownerKind: 'org', ownerId: acme.orgId }));
});

const call = (action: (typeof actions)[number], account = ada, id = client_id) =>
  service.call(action, account, { client_id: id });
async function liveHashes(clientId = client_id): Promise<string[]> {
  const found = await service.clients.find(clientId, new Date(service.clock.now()));
  return (found?.secrets ?? []).map(({ hash }) => hash).toSorted();
}
const hashesOf = (...secrets: string[]) => secrets.map((one) => hashSecret(one)).toSorted();

describe.each(actions)('POST /oauth/clients/%s', (action) => {
  test('404 for a client of the installation without admin, also for an operator', async () => {
    await service.clients.add(makeClient({ clientId: 'ours', ...confidential, ...installation }));
    const token = await service.openToken(admin, { scope: 'account clients' });
    const weak = await request(service.app)
      .post(`/oauth/clients/${action}`)
      .send({ token, client_id: 'ours' });
    expect([weak.body.code, (await call(action, ada, 'ours')).body.code]).toEqual(['not_found', 'not_found']);
    expect(await service.listLogged()).toEqual([]);
    const archived = action === 'restore' && { archivedAt: new Date(0) };
    await service.clients.add(
      makeClient({ clientId: 'ours', ...confidential, ...installation, ...archived }),
    );
    expect((await call(action, admin, 'ours')).status).toBe(200);
  });

  test('404 for the client of somebody else, in the words for an unknown one', async () => {
    const token = await service.openMember(ada);
    const answers = [
      await call(action, bob),
      await call(action, bob, 'of-acme'),
      await call(action, ada, 'nobody'),
      await request(service.app).post(`/oauth/clients/${action}`).send({ token, client_id }),
    ];
    const bodies = answers.map(({ status, body: { request_id: _id, ...body } }) => ({ ...body, status }));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]).toMatchObject({ status: 404, code: 'not_found', field: 'client_id' });
    expect(await service.listLogged()).toEqual([]);
  });

  test.each([
    [undefined, 'missing_field'],
    ['', 'missing_field'],
    [['client-a'], 'invalid_type'],
    ['c'.repeat(257), 'invalid_value'],
  ])('400 for the client_id %j: %s', async (id, code) => {
    const { status, body } = await service.call(action, ada, { client_id: id });
    expect([status, body.code, body.field]).toEqual([400, code, 'client_id']);
  });

  test('403 for an operator’s member token, which speaks for its org alone, and for an app token', async () => {
    await service.accounts.add(admin, [acme]);
    const token = await service.openMember(admin);
    const answer = await request(service.app).post(`/oauth/clients/${action}`).send({ token, client_id });
    expect(answer.body.code).toBe('not_found');
    const app = service.signer.signToken({ sub: client_id, sid: 's', token_use: 'app' });
    const { status, body } = await request(service.app)
      .post(`/oauth/clients/${action}`)
      .send({ token: app, client_id });
    expect([status, body.code]).toEqual([403, 'forbidden']);
  });
});

describe('POST /oauth/clients/view', () => {
  test('200 with what a change answers and when its secrets end, but not the secrets themselves', async () => {
    await call('rotate_secret');
    const { body: changed } = await service.call('update', ada, { client_id, name: 'Client A' });
    const { status, body, text } = await call('view');
    const created_at = '2026-12-01T10:00:00.000Z';
    expect([status, body.data]).toEqual([
      200,
      {
        ...changed.data,
        secrets: expect.arrayContaining([
          { created_at, expires_at: null },
          { created_at, expires_at: '2026-12-02T10:00:00.000Z' },
        ]),
      },
    ]);
    expect(Object.keys(changed.data)).toContain('names_visitors');
    expect((await liveHashes()).filter((hash) => text.includes(hash))).toEqual([]);
  });

  test('200 for the owner of its org and for an operator', async () => {
    const seen = [await call('view', ada, 'of-acme'), await call('view', admin, 'of-acme')];
    expect(seen.map(({ body }) => body.data.owner)).toEqual(
      Array.from({ length: 2 }, () => ({ kind: 'org', id: acme.orgId })),
    );
  });
});

describe('POST /oauth/clients/rotate_secret', () => {
  test('200 with a new secret beside the old one, which keeps its day although the secret is rotated again', async () => {
    const first = (await call('rotate_secret')).body.data;
    expect(first).toEqual({
      client_id,
      client_secret: expect.stringMatching(/^[\w-]{43}$/),
      previous_expires_at: '2026-12-02T10:00:00.000Z',
    });
    expect(await liveHashes()).toEqual(hashesOf('first', first.client_secret));
    service.clock.advance(3600);
    const second = (await call('rotate_secret', admin)).body.data;
    expect(second.previous_expires_at).toBe(first.previous_expires_at);
    expect(await liveHashes()).toEqual(hashesOf('first', second.client_secret));
    service.clock.advance(23 * 3600);
    expect(await liveHashes()).toEqual(hashesOf(second.client_secret));
    expect(await liveHashes('same-secret')).toEqual(hashesOf('first', 'later'));
    expect(await service.listLogged()).toEqual([
      { event: 'client.rotate_secret', userId: ada.id, actorId: null, orgId: null, clientId: client_id },
      { event: 'client.rotate_secret', userId: ada.id, actorId: admin.id, orgId: null, clientId: client_id },
    ]);
    const kept = JSON.stringify(await service.requestLog.entries()) + service.logged.join('');
    expect(kept).not.toContain(second.client_secret);
  });

  test('200 with end_previous, which ends every other secret at once', async () => {
    await call('rotate_secret');
    const { body } = await service.call('rotate_secret', ada, { client_id, end_previous: true });
    expect(body.data.previous_expires_at).toBe('2026-12-01T10:00:00.000Z');
    expect(await liveHashes()).toEqual(hashesOf(body.data.client_secret));
    expect(await liveHashes('same-secret')).toEqual(hashesOf('first', 'later'));
  });

  test('200 with the first secret of a client that has none', async () => {
    await service.clients.add(makeClient(confidential));
    const { body } = await call('rotate_secret');
    expect(body.data.previous_expires_at).toBeNull();
    expect(await liveHashes()).toEqual(hashesOf(body.data.client_secret));
  });

  test('409 for 9 of 10 that saw the same secret; the one that was answered works', async () => {
    const { find } = service.clients;
    const seen = Promise.withResolvers<void>();
    let count = 0;
    service.clients.find = async (...all) => {
      if ((count += 1) === 10) seen.resolve();
      const found = await find(...all);
      await seen.promise;
      return found;
    };
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('rotate_secret')));
    const won = answers.filter(({ status }) => status === 200);
    const lost = answers.filter(({ body }) => body.code === 'state_conflict');
    expect([won.length, lost.length]).toEqual([1, 9]);
    expect(await liveHashes()).toEqual(hashesOf('first', won[0]?.body.data.client_secret));
  });

  test('409 for a public client and for an archived one', async () => {
    await service.clients.add(makeClient());
    expect((await call('rotate_secret')).body).toMatchObject({
      code: 'state_conflict',
      message: 'A public client has no secret',
    });
    await service.clients.add(makeClient({ ...confidential, archivedAt: new Date(0) }));
    const { status, body } = await call('rotate_secret');
    expect([status, body.message]).toEqual([409, 'The client is archived']);
    expect(await service.listLogged()).toEqual([]);
  });
});

describe('POST /oauth/clients/archive and /restore', () => {
  test('200 for the first, 409 for the second, and a row in the log for each change', async () => {
    service.clock.advance(60);
    const archived = await call('archive');
    expect(archived.body.data).toMatchObject({ archived: true, archived_at: '2026-12-01T10:01:00.000Z' });
    const again = await call('archive');
    expect([again.status, again.body.code, again.body.message]).toEqual([
      409,
      'state_conflict',
      'The client is archived',
    ]);
    expect((await call('restore', admin)).body.data).toMatchObject({ archived: false, archived_at: null });
    expect((await call('restore')).body.message).toBe('The client is not archived');
    const what = { userId: ada.id, orgId: null, clientId: client_id };
    expect(await service.listLogged()).toEqual([
      { event: 'client.archive', actorId: null, ...what },
      { event: 'client.restore', actorId: admin.id, ...what },
    ]);
  });

  test('200 for one of 10 at once, of each', async () => {
    for (const action of ['archive', 'restore'] as const) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => call(action)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    }
  });
});
