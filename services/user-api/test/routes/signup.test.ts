import { request } from '@latchkey/testing';
import { makeAccount } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { startMs } from '../setup/signer.ts';

const password = 'a brand new password';
let service: TestService;
beforeEach(async () => {
  service = createTestService();
  await service.accounts.add(makeAccount());
});

function signUp(fields: object = {}, ctx?: Record<string, unknown>, claims: object = {}) {
  const relay = service.siblings.relay({ purpose: 'signup', ...(ctx && { ctx }), ...claims });
  const good = { relay, 'auth.user': 'New@Example.test', 'auth.pass': password, name: 'New' };
  return request(service.app)
    .post('/auth/signup')
    .send({ ...good, ...fields });
}
const verified = { email_verified: 'new@example.test' };

describe('POST /auth/signup', () => {
  test('200 alike for a new and a known address, with one hash and one row each', async () => {
    const [fresh, known] = [await signUp(), await signUp({ 'auth.user': 'ada@example.test' })];
    const accepted = [200, { status: 1, comment: 'OK', data: { accepted: true } }];
    const answers = { fresh: [fresh.status, fresh.body], known: [known.status, known.body] };
    expect(answers).toEqual({ fresh: accepted, known: accepted });
    expect(service.hash.hashed).toHaveLength(2);
    expect(await service.requestLog.entries()).toMatchObject([
      { event: 'user.signup', outcome: 'success' },
      { event: 'user.signup', outcome: 'failure', code: 'already_exists', userId: null },
    ]);
    expect((await service.accounts.findById(makeAccount().id))?.passwordHash).toBe(
      makeAccount().passwordHash,
    );
  });

  test('200 with the user when the payload proves the address, who can sign in at once', async () => {
    const { body } = await signUp({}, verified);
    expect(body.data).toEqual({ user: { id: expect.any(String), status: 'active' } });
    const relay = service.siblings.relay();
    const login = { relay, 'auth.user': 'new@example.test', 'auth.pass': password };
    expect((await request(service.app).post('/auth/user/login').send(login)).status).toBe(200);
  });

  test.each<[string, Record<string, unknown> | undefined, object, boolean]>([
    ['an address that is proven', verified, {}, true],
    ['an address that is proven in another case', { email_verified: 'NEW@example.test ' }, {}, true],
    ['one that is not, which no answer shows', undefined, {}, false],
    ['one that is, and a composed name', verified, { name: ' N\u00E9w  Person ' }, true],
  ])('200 and an active account with %s', async (_name, ctx, fields, isShown) => {
    const typed = Object.fromEntries(
      Object.entries(fields).map(([key, text]) => [key, String(text).normalize('NFD')]),
    );
    const { status, body } = await signUp(typed, ctx);
    expect([status, body.data.accepted]).toEqual([200, isShown ? undefined : true]);
    expect(await service.accounts.findByEmail('new@example.test')).toEqual({
      id: isShown ? body.data.user.id : expect.any(String),
      email: 'new@example.test',
      emailVerifiedAt: isShown ? new Date(startMs) : null,
      name: 'New',
      kind: 'user',
      locale: null,
      status: 'active',
      passwordHash: `new hash of ${password}`,
      firstPasswordUntil: null,
      totpSecret: null,
      totpPending: null,
      tokensValidAfter: null,
      keptFamilyId: null,
      deviceSignIn: true,
      keptValidAfter: null,
      ...fields,
    });
  });

  test('409 for a known address in another case', async () => {
    const { status, body } = await signUp(
      { 'auth.user': 'ADA@Example.TEST' },
      { email_verified: 'aDA@example.test' },
    );
    expect([status, body.code]).toEqual([409, 'already_exists']);
  });

  test('200 for an address with the Kelvin sign, which is not the address with k', async () => {
    const squatter = makeAccount({
      id: crypto.randomUUID(),
      email: 'karl@example.test',
      emailVerifiedAt: null,
    });
    await service.accounts.add(squatter);
    const kelvin = '\u212Aarl@example.test';
    expect((await signUp({ 'auth.user': kelvin }, { email_verified: kelvin })).status).toBe(200);
    expect(await service.accounts.findByEmail('karl@example.test')).toEqual(squatter);
    expect((await service.accounts.findByEmail(kelvin))?.emailVerifiedAt).not.toBeNull();
    const other = await signUp({ 'auth.user': 'karl@example.test' }, { email_verified: kelvin });
    expect([other.status, other.body.code]).toEqual([403, 'payload_mismatch']);
  });

  test('one of 10 parallel signups with one address makes the account', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => signUp({}, verified)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'already_exists')).toHaveLength(9);
  });

  test.each([
    [200, 'an address', 254, { 'auth.user': `${'a'.repeat(247)}@b.test` }],
    [400, 'an address', 255, { 'auth.user': `${'a'.repeat(248)}@b.test` }],
    [200, 'a name', 200, { name: 'n'.repeat(200) }],
    [400, 'a name', 201, { name: 'n'.repeat(201) }],
  ])('%d with %s of %d characters', async (status, _what, _length, fields) => {
    expect((await signUp(fields)).status).toBe(status);
  });

  test.each<[string, object, Record<string, unknown> | undefined, object, string]>([
    ['403 when another address is proven', {}, { email_verified: 'b@example.test' }, {}, 'payload_mismatch'],
    ['403 when the invitation is to no org', {}, { invite: 'nope' }, {}, 'payload_mismatch'],
    ['403 with a payload for a login', {}, undefined, { purpose: 'user_login' }, 'payload_mismatch'],
    ['403 with a payload that has a method', {}, undefined, { method: 'password' }, 'payload_mismatch'],
    ['403 with a payload for an org', {}, undefined, { org: 'acme' }, 'payload_mismatch'],
    ['403 with another client', { 'auth.client_id': 'other' }, undefined, {}, 'payload_mismatch'],
    ['401 without a payload', { relay: undefined }, undefined, {}, 'payload_invalid'],
    ['401 without anything', { relay: undefined, name: undefined }, undefined, {}, 'payload_invalid'],
    ['400 without a name', { name: undefined }, undefined, {}, 'missing_field'],
    ['400 with an address that is none', { 'auth.user': 'nobody' }, undefined, {}, 'invalid_value'],
    ['400 with an invisible character', { 'auth.user': 'a\u200b@b.test' }, undefined, {}, 'invalid_value'],
    ['400 with a control character', { 'auth.user': 'a\u0001@b.test' }, undefined, {}, 'invalid_value'],
    ['400 with a blank name', { name: '  ' }, undefined, {}, 'missing_field'],
    ['400 with a name that turns the line', { name: 'A\u202eB' }, undefined, {}, 'invalid_value'],
    ['400 with a name of two lines', { name: 'A\nB' }, undefined, {}, 'invalid_value'],
    ['400 with a common password', { 'auth.pass': 'password1' }, undefined, {}, 'invalid_value'],
  ])('%s at a sign-up', async (name, fields, ctx, claims, code) => {
    const { status, body } = await signUp(fields, ctx, claims);
    expect([status, body.code]).toEqual([Number(name.slice(0, 3)), code]);
    expect(service.hash.hashed).toEqual([]);
  });
});
