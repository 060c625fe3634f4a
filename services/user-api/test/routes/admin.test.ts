import { request } from '@latchkey/testing';
import { operatorAccess } from '../../src/access/operator-access.ts';
import { routes } from '../../src/routes.ts';
import {
  acme,
  admin,
  fresh,
  makeAccount,
  makeClient,
  openSession,
  password,
  root,
} from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { startMs } from '../setup/signer.ts';

const ada = makeAccount();
let service: TestService;
beforeEach(async () => {
  service = createTestService();
  for (const account of [ada, admin, root]) await service.accounts.add(account);
});

async function send(path: string, fields: object, caller = admin) {
  const { token } = await openSession(service, caller);
  return request(service.app)
    .post(`/admin/${path}`)
    .send({ token, ...fresh, ...fields });
}
const isLive = async (token: string) =>
  (await request(service.app).post('/session/me').send({ token })).status === 200;
const login = (pass: string) =>
  request(service.app)
    .post('/auth/user/login')
    .send({ relay: service.siblings.relay(), 'auth.user': ada.email, 'auth.pass': pass });

const userRoutes = ['view', 'disable', 'enable', 'reset_totp', 'reset_password'];
const managingRoutes = userRoutes.slice(1);

describe.each(userRoutes.map((name) => `user/${name}`))('POST /admin/%s', (path) => {
  test('403 for a user', async () => {
    const { status, body } = await send(path, { user_id: ada.id }, ada);
    expect([status, body.code]).toEqual([403, 'forbidden']);
  });

  test.each([
    ['the id of no account', '99999999-9999-4999-8999-999999999999'],
    ['a text that is not a UUID', 'nope'],
  ])('404 for %s', async (_name, user_id) => {
    const { status, body } = await send(path, { user_id });
    expect([status, body.code, body.field]).toEqual([404, 'not_found', 'user_id']);
  });

  test('400 without user_id, 401 without a token', async () => {
    expect((await send(path, {})).body).toMatchObject({ code: 'missing_field', field: 'user_id' });
    expect((await request(service.app).post(`/admin/${path}`).send({ user_id: ada.id })).status).toBe(401);
  });
});

describe.each(managingRoutes)('POST /admin/user/%s', (name) => {
  const other = makeAccount({
    ...admin,
    id: '55555555-5555-4555-8555-555555555555',
    email: 'e@example.test',
  });

  test.each([
    ['an admin on themselves', admin, admin],
    ['an admin on another admin', admin, other],
    ['an admin on a root', admin, root],
    ['a root on themselves', root, root],
  ])('403 for %s', async (_name, caller, { id }) => {
    await service.accounts.add(other);
    const { status, body } = await send(`user/${name}`, { user_id: id }, caller);
    expect([status, body.code]).toEqual([403, 'forbidden']);
  });
});

describe('POST /admin/user/…', () => {
  test('200 view shows the account and none of its secrets', async () => {
    await service.accounts.add({ ...ada, totpSecret: 'sealed' });
    const { body } = await send('user/view', { user_id: ada.id });
    expect(body.data).toEqual({
      id: ada.id,
      email: ada.email,
      email_verified: true,
      name: 'Ada',
      kind: 'user',
      status: 'active',
      mfa: true,
      orgs: [],
    });
  });

  test('200 disable ends everything, enable brings none of it back, and each counts once', async () => {
    const { token } = await openSession(service, ada);
    service.clock.advance(1);
    const off = await send('user/disable', { user_id: ada.id });
    expect(off.body.data).toEqual({ status: 'disabled', ended: 1, client_ids: [], client_count: 0 });
    expect((await send('user/disable', { user_id: ada.id })).body.code).toBe('state_conflict');
    expect([await isLive(token), (await login(password)).status]).toEqual([false, 401]);
    expect((await send('user/enable', { user_id: ada.id })).body.data).toEqual({
      status: 'active',
      ended: 0,
    });
    expect((await send('user/enable', { user_id: ada.id })).body.code).toBe('state_conflict');
    expect([await isLive(token), (await login(password)).status]).toEqual([false, 200]);
  });

  test('200 disable names the account’s own clients that are not archived: the newest 100, and how many', async () => {
    for (let count = 0; count < 101; count += 1)
      await service.clients.add(
        makeClient({ clientId: `own-${count}`, ownerId: ada.id, createdAt: new Date(startMs + count) }),
      );
    const archived = { clientId: 'old', archivedAt: new Date(startMs) };
    await service.clients.add(makeClient({ ...archived, ownerId: ada.id }));
    await service.clients.add(makeClient({ clientId: 'of-org', ownerKind: 'org', ownerId: acme.orgId }));
    const { data } = (await send('user/disable', { user_id: ada.id })).body;
    expect(data).toMatchObject({ client_count: 101, ended: 0 });
    expect(data.client_ids).toEqual(Array.from({ length: 100 }, (_, at) => `own-${100 - at}`));
  });

  test.each(['disable', 'reset_password'])(
    '200 %s ends the devices too, and goes without sso',
    async (name) => {
      service.siblings.signFamily({ sub: ada.id, sid: 'family' });
      expect((await send(`user/${name}`, { user_id: ada.id })).body.data).toMatchObject({ ended: 1 });
      expect(service.siblings.families.size).toBe(0);
      await service.accounts.add(ada);
      const { token } = await openSession(service, ada);
      service.siblings.down.add('sso');
      expect((await send(`user/${name}`, { user_id: ada.id })).body.data).toMatchObject({ ended: 1 });
      expect(await isLive(token)).toBe(false);
    },
  );

  test('200 reset_totp lets the password do alone', async () => {
    await service.accounts.add({ ...ada, totpSecret: 'sealed' });
    expect((await login(password)).body.code).toBe('mfa_required');
    expect((await send('user/reset_totp', { user_id: ada.id })).body.data).toEqual({ mfa: false });
    expect((await send('user/reset_totp', { user_id: ada.id })).body.code).toBe('state_conflict');
    expect((await login(password)).status).toBe(200);
  });

  test('200 reset_password shows a new one once, which is in no log', async () => {
    const { token } = await openSession(service, ada);
    const { body } = await send('user/reset_password', { user_id: ada.id });
    expect(body.data).toEqual({ password: expect.stringMatching(/^[\w-]{24}$/), ended: 1 });
    expect([await isLive(token), (await login(password)).status]).toEqual([false, 401]);
    const answer = await login(body.data.password);
    expect([answer.status, answer.body.code]).toEqual([403, 'password_change_required']);
    expect(service.logged.join('') + JSON.stringify(await service.requestLog.entries())).not.toContain(
      body.data.password,
    );
  });

  test('a root may manage an admin', async () => {
    expect((await send('user/disable', { user_id: admin.id }, root)).status).toBe(200);
  });

  test.each(['disable', 'enable', 'reset_password'])(
    '401 after %s for the token of a device, though its family is live at sso',
    async (name) => {
      if (name === 'enable') await service.accounts.add({ ...ada, status: 'disabled' });
      service.siblings.sso.revokeFamilies = () => Promise.resolve(0);
      const openDevice = (sid: string, tokensValidAfter = new Date(0)) =>
        service.siblings.signFamily({ sub: ada.id, sid }, { tokensValidAfter });
      const search = (token: string) => request(service.app).post('/oauth/clients/search').send({ token });
      const before = openDevice('before');
      service.clock.advance(1);
      await send(`user/${name}`, { user_id: ada.id });
      const moved = await service.accounts.findById(ada.id);
      expect(moved?.tokensValidAfter).toEqual(new Date(service.clock.now()));
      await service.accounts.add(makeAccount({ ...moved, status: 'active' }));
      expect((await search(before)).body.code).toBe('session_revoked');
      expect((await search(openDevice('after', new Date(service.clock.now())))).status).toBe(200);
    },
  );
});

describe('POST /admin/org/…', () => {
  const create = (fields: object = {}) => send('org/create', { slug: 'new-org', name: 'New Org', ...fields });

  test('200 create, and 409 for the slug again', async () => {
    const { body } = await create();
    expect(body.data).toEqual({
      id: expect.any(String),
      slug: 'new-org',
      name: 'New Org',
      status: 'active',
      created_at: '2026-12-01T10:00:00.000Z',
    });
    expect((await create()).body).toMatchObject({ code: 'already_exists', field: 'slug' });
  });

  test.each([
    ['slug', 'Upper'],
    ['slug', '-dash'],
    ['name', 'A\u2066B'],
    ['slug', 'x'.repeat(64)],
    ['slug', '99999999-9999-4999-8999-999999999999'],
    ['name', 'x'.repeat(201)],
  ])('400 invalid_value with %s %s', async (field, value) => {
    expect((await create({ [field]: value })).body).toMatchObject({ code: 'invalid_value', field });
  });

  test('400 missing_field for a name of blanks', async () => {
    expect((await create({ name: ' ' })).body).toMatchObject({ code: 'missing_field', field: 'name' });
  });

  test('200 add by email, change the role by id, remove, and the member’s sessions of that org end', async () => {
    const { id } = (await create()).body.data;
    const add = await send('org/member_add', { org: 'new-org', email: 'ADA@example.test', role: 'member' });
    expect(add.body.data).toEqual({
      org_id: id,
      user_id: ada.id,
      role: 'member',
      client_ids: [],
      client_count: 0,
    });
    await send('org/member_add', { org: id, user_id: ada.id, role: 'owner' });
    await send('org/member_add', { org: id, user_id: admin.id, role: 'owner' });
    const relay = service.siblings.relay({ purpose: 'member_login', org: 'new-org' });
    const fields = { relay, 'auth.user': ada.email, 'auth.pass': password, 'auth.org': 'new-org' };
    const { data } = (await request(service.app).post('/auth/member/login').send(fields)).body;
    expect(data.member).toEqual({ org_id: id, org_slug: 'new-org', role: 'owner' });
    const { token } = await openSession(service, ada);
    const gone = await send('org/member_remove', { org: 'new-org', user_id: ada.id });
    expect(gone.body.data).toEqual({ ended: 2, client_ids: [], client_count: 0 });
    expect([await isLive(data.access_token), await isLive(token)]).toEqual([false, true]);
    expect((await send('org/member_remove', { org: 'new-org', user_id: ada.id })).status).toBe(404);
  });

  test.each([
    ['nobody named', {}, 400, 'missing_field'],
    ['two names', { user_id: ada.id, email: ada.email }, 400, 'ambiguous_parameter'],
    ['an address that nobody vouched for', { email: 'loose@example.test' }, 409, 'address_unverified'],
    ['an unknown email', { email: 'nobody@example.test' }, 404, 'not_found'],
    ['an id that is none', { user_id: 'nope' }, 404, 'not_found'],
    ['an unknown org', { org: 'nope', user_id: ada.id }, 404, 'not_found'],
    ['an unknown role', { user_id: ada.id, role: 'boss' }, 400, 'invalid_value'],
  ])('refuses a member with %s', async (_name, fields, status, code) => {
    await create();
    const id = '55555555-5555-4555-8555-555555555555';
    await service.accounts.add(makeAccount({ id, email: 'loose@example.test', emailVerifiedAt: null }));
    const answer = await send('org/member_add', { org: 'new-org', role: 'member', ...fields });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});

test.each(routes.filter(({ access }) => access === (operatorAccess as unknown)).map(({ path }) => path))(
  '403 for a member token of an admin on POST %s',
  async (path) => {
    await service.accounts.add(admin, [{ ...acme, role: 'owner' }]);
    const { sessionId: sid } = await openSession(service, admin);
    const member = { token_use: 'member', org: acme.orgId, role: 'owner' } as const;
    const token = service.signer.signToken({ sub: admin.id, sid, pk: 'admin', ...member });
    const { status, body } = await request(service.app).post(path).send({ token });
    expect([status, body.code]).toEqual([403, 'insufficient_scope']);
  },
);
