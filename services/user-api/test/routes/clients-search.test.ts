import request from 'supertest';
import type { Account } from '../../src/account/account.ts';
import { acme, makeAccount, makeClient, openSession } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { startMs } from '../setup/signer.ts';

let service: TestService;
const bob = makeAccount({ id: '22222222-2222-4222-8222-222222222222', email: 'bob@example.test' });
const admin = makeAccount({
  id: '33333333-3333-4333-8333-333333333333',
  email: 'c@example.test',
  kind: 'admin',
});
beforeEach(() => {
  service = createTestService();
  service.accounts.add(makeAccount(), [acme]);
  service.accounts.add(bob, [{ ...acme, role: 'owner' }]);
  service.accounts.add(admin);
  service.clients.addOrg(acme.orgId, 'acme');
  service.clients.add(makeClient({ clientId: 'of-ada' }));
  service.clients.add(makeClient({ clientId: 'of-bob', ownerId: bob.id }));
  service.clients.add(makeClient({ clientId: 'of-acme', ownerKind: 'org', ownerId: acme.orgId }));
});

async function search(account: Account, fields: object = {}) {
  const { token } = await openSession(service, account);
  return request(service.app)
    .post('/oauth/clients/search')
    .send({ 'auth.token': token, ...fields });
}

async function idsFor(account: Account, fields: object = {}): Promise<string[]> {
  const { body } = await search(account, fields);
  return body.data.items.map((item: { client_id: string }) => item.client_id);
}

describe('POST /oauth/clients/search', () => {
  test('200 with the whole item and the whole pageable object', async () => {
    const { body } = await search(makeAccount());
    expect(body).toEqual({
      status: 1,
      comment: 'OK',
      data: {
        items: [
          {
            client_id: 'of-ada',
            name: 'Client A',
            type: 'public',
            status: 'active',
            archived: false,
            owner: { kind: 'user', id: makeAccount().id },
            grant_types: ['device_code'],
            scopes: ['openid'],
            token_endpoint_auth_method: 'none',
            created_at: '2026-12-01T10:00:00.000Z',
            updated_at: '2026-12-01T10:00:00.000Z',
            secret_rotated_at: null,
          },
        ],
        limit: 20,
        total_count: 1,
        next_offset: 20,
        page_number: 1,
        page_total: 1,
        next_cursor: null,
      },
    });
  });

  test('200 with those of the caller, of orgs that they manage, or all of them for an operator', async () => {
    expect(await idsFor(makeAccount())).toEqual(['of-ada']);
    expect(await idsFor(bob)).toEqual(['of-bob', 'of-acme']);
    expect(await idsFor(admin)).toEqual(['of-bob', 'of-ada', 'of-acme']);
  });

  test('200 for a member token with those of its org alone, and none for a plain member', async () => {
    const asMember = async (account: Account) => {
      const { sessionId } = await openSession(service, account);
      const org = { org: acme.orgId, role: 'owner' };
      const token = service.signer.signToken({
        sub: account.id,
        sid: sessionId,
        token_use: 'member',
        ...org,
      });
      const { body } = await request(service.app).post('/oauth/clients/search').send({ token });
      return body.data.items.map((item: { client_id: string }) => item.client_id);
    };
    expect(await asMember(bob)).toEqual(['of-acme']);
    expect(await asMember(makeAccount())).toEqual([]);
    service.accounts.add(admin, [acme]);
    expect(await asMember(admin)).toEqual([]);
  });

  test('200 with every filter', async () => {
    service.clients.add(makeClient({ clientId: 'inactive', status: 'inactive' }));
    service.clients.add(makeClient({ clientId: 'archived', archivedAt: new Date(startMs) }));
    service.clients.add(
      makeClient({ clientId: 'backend', name: '100%_Sure', grantTypes: ['client_credentials'] }),
    );
    const ada = makeAccount();
    expect(await idsFor(ada, { status: 'inactive' })).toEqual(['inactive']);
    expect(await idsFor(ada, { archived: 'true' })).toEqual(['archived']);
    expect(await idsFor(ada, { grant_type: 'client_credentials' })).toEqual(['backend']);
    expect(await idsFor(ada, { name: '100%_Sure' })).toEqual(['backend']);
    expect(await idsFor(ada, { search: '%_s' })).toEqual(['backend']);
    expect(await idsFor(ada, { search: '' })).toHaveLength(3);
    expect(await idsFor(admin, { owner: 'acme' })).toEqual(['of-acme']);
    expect(await idsFor(admin, { owner: bob.id })).toEqual(['of-bob']);
    expect(await idsFor(ada, { unknown: 'key' })).toHaveLength(3);
  });

  test.each([
    ['status', 'odd'],
    ['status', 7],
    ['search', 'ab'],
    ['archived', 'perhaps'],
    ['grant_type', ['device_code']],
    ['name', 'x'.repeat(201)],
  ])('400 invalid_filter with %s %j', async (field, value) => {
    const { status, body } = await search(makeAccount(), { [field]: value });
    expect([status, body.code, body.field]).toEqual([400, 'invalid_filter', field]);
  });

  test('403 when the owner filter comes from somebody who is no operator', async () => {
    const { status, body } = await search(makeAccount(), { owner: bob.id });
    expect([status, body.code, body.field]).toEqual([403, 'forbidden', 'owner']);
  });

  test.each([
    ['page_number', 0, 'invalid_page_number'],
    ['page_number', '1.0', 'invalid_page_number'],
    ['offset', -1, 'invalid_offset'],
    ['offset', '', 'invalid_offset'],
    ['cursor', '', 'invalid_cursor'],
    ['cursor', 'edited', 'invalid_cursor'],
    ['cursor', null, 'invalid_cursor'],
  ])('400 with %s %j', async (field, value, code) => {
    const { status, body } = await search(makeAccount(), { [field]: value });
    expect([status, body.code, body.field]).toEqual([400, code, field]);
  });

  test.each([
    [null, 20],
    ['5abc', 20],
    [0, 20],
    ['20.7', 20],
    [1000, 100],
    [7, 7],
  ])('200 with limit %j as %d', async (limit, effective) => {
    expect((await search(makeAccount(), { limit })).body.data.limit).toBe(effective);
  });

  test('200 page by page through equal times, without a gap or a double', async () => {
    const made = Array.from({ length: 45 }, (_, at) => `c-${String(at).padStart(2, '0')}`);
    for (const [at, clientId] of made.entries())
      service.clients.add(makeClient({ clientId, createdAt: new Date(startMs + Math.floor(at / 10)) }));
    const seen: string[] = [];
    let fields: object = {};
    for (let page = 1; page <= 3; page += 1) {
      const { data } = (await search(makeAccount(), fields)).body;
      expect(data).toMatchObject({
        page_number: page,
        page_total: 3,
        total_count: 46,
        next_offset: page * 20,
      });
      seen.push(...data.items.map((item: { client_id: string }) => item.client_id));
      fields = { cursor: data.next_cursor };
    }
    expect(fields).toEqual({ cursor: null });
    expect(new Set(seen).size).toBe(46);
    expect(await idsFor(makeAccount(), { page_number: 2 })).toEqual(seen.slice(20, 40));
    expect(await idsFor(makeAccount(), { offset: '40', page_number: 'ignored' })).toEqual(seen.slice(40));
  });

  test('400 with a cursor of another filter set or of another owner', async () => {
    for (let at = 0; at < 3; at += 1) {
      service.clients.add(makeClient({ clientId: `a-${at}` }));
      service.clients.add(makeClient({ clientId: `b-${at}`, ownerId: bob.id }));
    }
    const { data } = (await search(makeAccount(), { limit: 1 })).body;
    const cursor = data.next_cursor;
    expect((await search(makeAccount(), { cursor })).status).toBe(200);
    expect((await search(makeAccount(), { cursor, status: 'active' })).body.code).toBe('invalid_cursor');
    expect((await search(bob, { cursor })).body.code).toBe('invalid_cursor');
    service.clock.advance(24 * 3600);
    expect((await search(makeAccount(), { cursor })).body.code).toBe('invalid_cursor');
  });

  test('401 without a token, with an expired one, and once the session has ended', async () => {
    const path = '/oauth/clients/search';
    const missing = await request(service.app).post(path).send({});
    expect([missing.status, missing.body.code]).toEqual([401, 'token_missing']);
    const { token, sessionId } = await openSession(service, makeAccount());
    await service.context.sessions.revoke(sessionId, new Date(service.clock.now()));
    const ended = await request(service.app).post(path).send({ token });
    expect([ended.status, ended.body.code]).toEqual([401, 'session_revoked']);
    service.clock.advance(960);
    const expired = await request(service.app).post(path).send({ token });
    expect([expired.status, expired.body.code]).toEqual([401, 'token_expired']);
  });

  test('403 for an app token', async () => {
    const token = service.signer.signToken({ sub: 'demo-backend', sid: 's', token_use: 'app' });
    const { status, body } = await request(service.app).post('/oauth/clients/search').send({ token });
    expect([status, body.code]).toEqual([403, 'forbidden']);
  });

  test('405 with Allow for GET', async () => {
    const { status, headers } = await request(service.app).get('/oauth/clients/search');
    expect([status, headers['allow']]).toEqual([405, 'POST']);
  });
});
