import { request } from '@latchkey/testing';
import { acme, makeAccount, makeSession } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';

const address = 'cfo@corp.example';
const mine = 'the password of the owner';
let service: TestService;
let squatter: ReturnType<typeof makeAccount>;
beforeEach(() => {
  service = createTestService();
  squatter = makeAccount({ email: address, emailVerifiedAt: null, signedUpUnverified: true });
});

function signUp(ctx: Record<string, unknown> = { email_verified: address }, pass = mine) {
  const relay = service.siblings.relay({ purpose: 'signup', ctx });
  const fields = { relay, 'auth.user': address, 'auth.pass': pass, name: 'The CFO' };
  return request(service.app).post('/auth/signup').send(fields);
}
const find = () => service.accounts.findById(squatter.id);

describe('POST /auth/signup for an address that an unverified signup has taken', () => {
  test('200 for the proven owner: the account is theirs, and nothing of the other person is left', async () => {
    service.accounts.add({ ...squatter, totpSecret: 'sealed', totpPending: 'sealed' }, [acme]);
    const session = makeSession({ id: crypto.randomUUID(), userId: squatter.id });
    service.sessions.add(session);
    const { status, body } = await signUp();
    expect([status, body.data]).toEqual([200, { user: { id: squatter.id, status: 'active' } }]);
    expect(await find()).toEqual({
      ...squatter,
      name: 'The CFO',
      passwordHash: `new hash of ${mine}`,
      emailVerifiedAt: new Date(service.clock.now()),
      signedUpUnverified: false,
      tokensValidAfter: new Date(service.clock.now()),
    });
    expect(await service.accounts.listMemberships(squatter.id)).toEqual([]);
    expect(await service.sessions.findLive(session.id, new Date(service.clock.now()))).toBeUndefined();
    expect(await service.context.tombstones.has(session.id)).toBe(true);
    expect(service.siblings.consentsEnded).toEqual([squatter.id]);
    expect(service.requestLog.entries).toMatchObject([
      { event: 'user.signup', outcome: 'success', userId: squatter.id },
    ]);
  });

  test.each<[string, object]>([
    ['of an operator', { kind: 'admin' }],
    ['whose address is verified', { emailVerifiedAt: new Date(0) }],
    ['that no unverified signup made', { signedUpUnverified: false }],
    ['that is disabled', { status: 'disabled' }],
  ])('409 already_exists for an account %s, which stays as it is', async (_which, changes) => {
    const account = { ...squatter, ...changes };
    service.accounts.add(account);
    const { status, body } = await signUp();
    expect([status, body.code]).toEqual([409, 'already_exists']);
    expect([await find(), service.siblings.consentsEnded]).toEqual([account, []]);
  });

  test('200 without a proof, by the same answer and work as for a free address', async () => {
    service.accounts.add(squatter);
    const { status, body } = await signUp({});
    expect([status, body.data]).toEqual([200, { accepted: true }]);
    expect([await find(), service.hash.hashed, service.siblings.asked]).toEqual([squatter, [mine], ['sso']]);
  });

  test('503 while sso cannot end the consents, and nothing has changed; the same payload is good then', async () => {
    service.accounts.add(squatter);
    const relay = service.siblings.relay({ purpose: 'signup', ctx: { email_verified: address } });
    const fields = { relay, 'auth.user': address, 'auth.pass': mine, name: 'The CFO' };
    const { revokeFamilies } = service.siblings.sso;
    service.siblings.sso.revokeFamilies = () => {
      service.siblings.down.add('sso');
      return revokeFamilies({ userId: squatter.id, keptFamilyId: null, reason: 'admin', isVoiding: true });
    };
    expect((await request(service.app).post('/auth/signup').send(fields)).status).toBe(503);
    expect(await find()).toEqual(squatter);
    service.siblings.down.clear();
    service.siblings.sso.revokeFamilies = revokeFamilies;
    expect((await request(service.app).post('/auth/signup').send(fields)).status).toBe(200);
  });

  test('one of 10 owners at once takes it over', async () => {
    service.accounts.add(squatter);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => signUp({ email_verified: address }, `${mine} ${at}`)),
    );
    const won = answers.flatMap(({ status }, at) => (status === 200 ? [at] : []));
    expect(won).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'already_exists')).toHaveLength(9);
    expect((await find())?.passwordHash).toBe(`new hash of ${mine} ${won[0]}`);
  });
});
