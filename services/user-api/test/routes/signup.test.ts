import request from 'supertest';
import { createWorld, type World } from '../world/create-world.ts';
import { makeAccount } from '../world/people.ts';

const password = 'a brand new password';
let world: World;
beforeEach(() => {
  world = createWorld();
  world.accounts.add(makeAccount());
});

function signUp(fields: object = {}, ctx?: Record<string, unknown>, claims: object = {}) {
  const relay = world.siblings.relay({ purpose: 'signup', ...(ctx && { ctx }), ...claims });
  const good = { relay, 'auth.user': 'New@Example.test', 'auth.pass': password, name: 'New' };
  return request(world.app)
    .post('/auth/signup')
    .send({ ...good, ...fields });
}
const verified = { email_verified: 'new@example.test' };

describe('POST /auth/signup', () => {
  test('200 alike for a new and a known address, with one hash and one row each', async () => {
    const answers = [await signUp(), await signUp({ 'auth.user': 'ada@example.test' })];
    for (const { status, body } of answers)
      expect([status, body]).toEqual([200, { status: 1, comment: 'OK', data: { accepted: true } }]);
    expect(world.hash.hashed).toHaveLength(2);
    expect(world.requestLog.entries).toMatchObject([
      { event: 'user.signup', outcome: 'success' },
      { event: 'user.signup', outcome: 'failure', code: 'already_exists', userId: null },
    ]);
    expect((await world.accounts.findById(makeAccount().id))?.passwordHash).toBe(makeAccount().passwordHash);
  });

  test('200 with the user when the payload proves the address, who can sign in at once', async () => {
    const { body } = await signUp({}, verified);
    expect(body.data).toEqual({ user: { id: expect.any(String), status: 'active' } });
    const relay = world.siblings.relay();
    const login = { relay, 'auth.user': 'new@example.test', 'auth.pass': password };
    expect((await request(world.app).post('/auth/user/login').send(login)).status).toBe(200);
  });

  test('200 and a member of the org that the payload invites to', async () => {
    const id = crypto.randomUUID();
    const createdAt = new Date(0);
    await world.context.orgs.create({ id, slug: 'acme', name: 'Acme', status: 'active', createdAt });
    const { body } = await signUp({}, { ...verified, invite: 'acme' });
    expect(await world.accounts.listMemberships(body.data.user.id)).toEqual([
      { orgId: id, orgSlug: 'acme', role: 'member' },
    ]);
  });

  test('409 for a known address in another case, however its accents are written', async () => {
    expect((await signUp({ 'auth.user': '\u01f0@example.test' })).status).toBe(200);
    const proven = { email_verified: '\u01f0@example.test' };
    const { status, body } = await signUp({ 'auth.user': 'J\u030c@example.test' }, proven);
    expect([status, body.code]).toEqual([409, 'already_exists']);
  });

  test('409 for a known address that the payload proves', async () => {
    const { body } = await signUp(
      { 'auth.user': 'ada@example.test' },
      { email_verified: 'ada@example.test' },
    );
    expect(body.code).toBe('already_exists');
  });

  test('one of 10 parallel signups with one address makes the account', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => signUp({}, verified)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'already_exists')).toHaveLength(9);
  });

  test.each<[string, object, Record<string, unknown> | undefined, object, string]>([
    ['403 when another address is proven', {}, { email_verified: 'b@example.test' }, {}, 'payload_mismatch'],
    ['403 when the invitation is to no org', {}, { invite: 'nope' }, {}, 'payload_mismatch'],
    ['403 with a payload for a login', {}, undefined, { purpose: 'user_login' }, 'payload_mismatch'],
    ['403 with another client', { 'auth.client_id': 'other' }, undefined, {}, 'payload_mismatch'],
    ['401 without a payload', { relay: undefined }, undefined, {}, 'payload_invalid'],
    ['401 without anything', { relay: undefined, name: undefined }, undefined, {}, 'payload_invalid'],
    ['400 without a name', { name: undefined }, undefined, {}, 'missing_field'],
    ['400 with an address that is none', { 'auth.user': 'nobody' }, undefined, {}, 'invalid_value'],
    ['400 with an invisible character', { 'auth.user': 'a\u200b@b.test' }, undefined, {}, 'invalid_value'],
    ['400 with a control character', { 'auth.user': 'a\u0001@b.test' }, undefined, {}, 'invalid_value'],
    ['400 with a blank name', { name: '  ' }, undefined, {}, 'invalid_value'],
    ['400 with a name that turns the line', { name: 'A\u202eB' }, undefined, {}, 'invalid_value'],
    ['400 with a name of two lines', { name: 'A\nB' }, undefined, {}, 'invalid_value'],
    ['400 with a common password', { 'auth.pass': 'password1' }, undefined, {}, 'invalid_value'],
  ])('%s', async (name, fields, ctx, claims, code) => {
    const { status, body } = await signUp(fields, ctx, claims);
    expect([status, body.code]).toEqual([Number(name.slice(0, 3)), code]);
    expect(world.hash.hashed).toEqual([]);
  });
});
