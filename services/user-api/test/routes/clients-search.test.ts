import { request } from '@latchkey/testing';
import { installation } from '../../src/clients/client.ts';
import { acme, makeAccount, makeClient, openSession } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';

/** What holds for every search is in test/searches. */
describe('POST /oauth/clients/search', () => {
  const path = '/oauth/clients/search';
  let service: TestService;
  beforeEach(async () => {
    service = createTestService();
    await service.accounts.add(makeAccount(), [{ ...acme, role: 'admin' }]);
    await service.clients.add(makeClient({ clientId: 'of-acme', ownerKind: 'org', ownerId: acme.orgId }));
  });

  test('200 with the clients of an org only while the caller manages it, and its cursors end with that', async () => {
    await service.clients.add(makeClient({ clientId: 'of-acme-too', ownerKind: 'org', ownerId: acme.orgId }));
    const { token } = await openSession(service, makeAccount());
    const find = async (fields: object) =>
      (
        await request(service.app)
          .post(path)
          .send({ token, ...fields })
      ).body;
    const { data } = await find({ limit: 1 });
    expect(data).toMatchObject({ items: [{ client_id: 'of-acme-too' }], total_count: 2 });
    await service.accounts.setMemberships(makeAccount().id, [acme]);
    expect((await find({})).data).toMatchObject({ items: [], total_count: 0 });
    expect((await find({ cursor: data.next_cursor })).code).toBe('invalid_cursor');
  });

  test('200 with the clients of the installation by owner=installation, for operators alone', async () => {
    const root = makeAccount({ id: crypto.randomUUID(), email: 'root@example.test', kind: 'root' });
    await service.accounts.add(root);
    await service.clients.add(makeClient({ clientId: 'ours', ...installation }));
    const find = async (account = root) =>
      request(service.app)
        .post(path)
        .send({ token: (await openSession(service, account)).token, owner: 'installation' });
    const owner = { kind: 'installation', id: null };
    expect((await find()).body.data.items).toMatchObject([{ client_id: 'ours', owner }]);
    expect((await find(makeAccount())).body).toMatchObject({ code: 'forbidden', field: 'owner' });
  });
});
