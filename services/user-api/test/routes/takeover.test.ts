import { ApiError } from '@latchkey/contracts';
import { request } from '@latchkey/testing';
import { errors } from '../../src/errors.ts';
import { acme, makeAccount, makeSession, openSession, password } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';

const address = 'cfo@corp.example';
const mine = 'the password of the owner';
let service: TestService;
let squatter: ReturnType<typeof makeAccount>;
beforeEach(() => {
  service = createTestService();
  squatter = makeAccount({ email: address, emailVerifiedAt: null });
});

const send = (fields: object) => request(service.app).post('/auth/signup').send(fields);

function fieldsOf(ctx: Record<string, unknown> = { email_verified: address }, pass = mine) {
  const relay = service.siblings.relay({ purpose: 'signup', ctx });
  return { relay, 'auth.user': address, 'auth.pass': pass, name: 'The CFO' };
}
const signUp = (...all: Parameters<typeof fieldsOf>) => send(fieldsOf(...all));
const find = () => service.accounts.findById(squatter.id);
const retired = () => ({
  id: squatter.id,
  email: `retired:${squatter.id}`,
  name: '',
  status: 'deleted',
  passwordHash: null,
});

describe('POST /auth/signup for an address that an unverified signup has taken', () => {
  test('200 for the proven owner with a new account, and the other one is retired', async () => {
    const now = new Date(service.clock.now());
    const ends = { totpSecret: 'sealed', totpPending: 'sealed', firstPasswordUntil: now };
    await service.accounts.add({ ...squatter, ...ends, tokensValidAfter: now }, [acme]);
    const session = makeSession({ id: crypto.randomUUID(), userId: squatter.id });
    await service.sessions.add(session);
    const { status, body } = await signUp();
    expect([status, body.data]).toEqual([200, { user: { id: expect.any(String), status: 'active' } }]);
    const { id } = body.data.user;
    expect(id).not.toBe(squatter.id);
    expect(await service.accounts.findByEmail(address)).toEqual({
      ...makeAccount({ id, email: address, name: 'The CFO', passwordHash: `new hash of ${mine}` }),
      emailVerifiedAt: new Date(service.clock.now()),
    });
    expect(await find()).toEqual({
      ...squatter,
      ...retired(),
      tokensValidAfter: new Date(now.getTime() + 1),
    });
    expect(await service.accounts.listMemberships(squatter.id)).toEqual([]);
    expect(await service.sessions.findLive(session.id, new Date(service.clock.now()))).toBeUndefined();
    expect(service.siblings.consentsEnded).toEqual([squatter.id]);
    expect(await service.requestLog.entries()).toMatchObject([
      { event: 'user.signup', outcome: 'success', userId: id },
    ]);
  });

  test('401 from then on for a token of the other person, and for their password', async () => {
    await service.accounts.add(squatter);
    const { token } = await openSession(service, squatter);
    const me = () => request(service.app).post('/session/me').send({ token });
    expect((await me()).status).toBe(200);
    await signUp();
    expect((await me()).status).toBe(401);
    const login = async (user: object) => {
      const fields = { relay: service.siblings.relay(), ...user, 'auth.pass': password };
      const { status, body } = await request(service.app).post('/auth/user/login').send(fields);
      return [status, body.code];
    };
    const refused = [401, 'invalid_credentials'];
    expect({
      'by the address': await login({ 'auth.user': address }),
      'by the id': await login({ 'auth.id': squatter.id }),
      'by the retired address': await login({ 'auth.user': retired().email }),
    }).toEqual({ 'by the address': refused, 'by the id': refused, 'by the retired address': refused });
  });

  test.each([
    ['user/search', {}],
    ['user/view', { user_id: makeAccount().id }],
    ['session/search', { user_id: makeAccount().id }],
    ['auth/request_log/search', { user_id: makeAccount().id }],
  ])('null is the email of the other account in the answer of /admin/%s', async (path, fields) => {
    const operator = makeAccount({ id: crypto.randomUUID(), email: 'op@example.test', kind: 'root' });
    for (const account of [squatter, operator]) await service.accounts.add(account);
    const { token } = await openSession(service, squatter);
    await request(service.app).post('/session/logout').send({ token });
    await signUp();
    const sent = { ...fields, token: (await openSession(service, operator)).token };
    const { status, body } = await request(service.app).post(`/admin/${path}`).send(sent);
    const answer = JSON.stringify(body.data);
    expect([status, answer.includes(squatter.id)]).toEqual([200, true]);
    expect(answer).not.toContain('retired:');
    expect(answer).toContain('"email":null');
  });

  test.each<[string, object]>([
    ['of an operator', { kind: 'admin' }],
    ['whose address is verified', { emailVerifiedAt: new Date(0) }],
  ])('409 already_exists for an account %s, which stays as it is', async (_which, changes) => {
    const account = { ...squatter, ...changes };
    await service.accounts.add(account);
    const { status, body } = await signUp();
    expect([status, body.code]).toEqual([409, 'already_exists']);
    expect([await find(), service.siblings.consentsEnded]).toEqual([account, []]);
  });

  test('200 without a proof, by the same answer and work as for a free address', async () => {
    await service.accounts.add(squatter);
    const { status, body } = await signUp({});
    expect([status, body.data]).toEqual([200, { accepted: true }]);
    expect([await find(), service.hash.hashed, service.siblings.asked]).toEqual([squatter, [mine], ['sso']]);
  });

  test('503 while sso cannot end the consents, and nothing has changed; the same payload is good then', async () => {
    await service.accounts.add(squatter);
    const fields = fieldsOf();
    const { revokeFamilies } = service.siblings.sso;
    service.siblings.sso.revokeFamilies = () => {
      service.siblings.down.add('sso');
      return revokeFamilies({ userId: squatter.id, keptFamilyId: null, reason: 'admin', isVoiding: true });
    };
    expect((await send(fields)).status).toBe(503);
    expect(await find()).toEqual(squatter);
    service.siblings.down.clear();
    service.siblings.sso.revokeFamilies = revokeFamilies;
    expect((await send(fields)).status).toBe(200);
  });

  test.each(['a free address', 'one that was taken'])(
    '200 for the same payload after a 503 that came when the account of %s was made, and no second one',
    async (which) => {
      if (which !== 'a free address') await service.accounts.add(squatter);
      const fields = fieldsOf();
      const { create, takeOver } = service.accounts;
      const unavailable = () => Promise.reject(new ApiError(errors.unavailable));
      service.accounts.create = async (...all) => ((await create(...all)) ? unavailable() : false);
      service.accounts.takeOver = async (...all) => {
        await takeOver(...all);
        return unavailable();
      };
      expect((await send(fields)).status).toBe(503);
      const made = await service.accounts.findByEmail(address);
      const { status, body } = await send(fields);
      expect([status, body.data]).toEqual([200, { user: { id: made?.id, status: 'active' } }]);
      expect(await service.accounts.findByEmail(address)).toEqual(made);
      expect((await service.requestLog.entries()).map(({ event, outcome }) => [event, outcome])).toEqual([
        ['user.signup', 'success'],
      ]);
    },
  );

  test('200 with the same id, one hash and one row for the same request again, as long as its payload lives', async () => {
    await service.accounts.add(squatter);
    const fields = fieldsOf();
    const first = await send(fields);
    for (let again = 0; again < 3; again += 1) {
      service.clock.advance(1);
      const { status, body } = await send(fields);
      expect([status, body.data]).toEqual([200, first.body.data]);
    }
    expect([service.hash.hashed, await service.requestLog.entries()]).toEqual([[mine], [expect.anything()]]);
    service.clock.advance(130);
    expect((await send(fields)).body.code).toBe('payload_invalid');
  });

  test('401 for the payload of a signup in another request, also in the first one from then on', async () => {
    const fields = fieldsOf();
    expect((await send(fields)).status).toBe(200);
    const again = async (changes: object = {}) => {
      const { status, body } = await send({ ...fields, ...changes });
      return [status, body.code];
    };
    const refused = [401, 'payload_invalid'];
    expect({
      other: await again({ 'auth.pass': 'another long password' }),
      same: await again(),
    }).toEqual({ other: refused, same: refused });
  });

  test('one of 10 owners at once gets the new account', async () => {
    await service.accounts.add(squatter);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => signUp({ email_verified: address }, `${mine} ${at}`)),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'already_exists')).toHaveLength(9);
    expect((await service.accounts.findByEmail(address))?.id).toBe(won[0]?.body.data.user.id);
    expect(await find()).toMatchObject(retired());
  });
});
