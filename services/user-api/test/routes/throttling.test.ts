import { ApiError } from '@latchkey/contracts';
import { request } from '@latchkey/testing';
import { generateSync } from 'otplib';
import { errors } from '../../src/errors.ts';
import { accountName } from '../../src/signing-in/attempt/counters.ts';
import { acme, failUp, fresh, openSession, totpSecret } from '../setup/accounts.ts';
import { createServiceWithAccounts, type SamplePath, type ServiceWithAccounts } from '../setup/requests.ts';

const path = '/auth/user/login';
let setup: ServiceWithAccounts;
beforeEach(async () => {
  setup = await createServiceWithAccounts();
});

const login = (fields: object = {}, ip = '192.0.2.1') => setup.send(path, fields, { ip });
const code = () => generateSync({ secret: totpSecret, epoch: Math.floor(setup.service.clock.now() / 1000) });
const wrong = { 'auth.pass': 'wrong' };
/** So many networks that each of them sees five attempts. */
const spread = (attempt: number) => `198.51.${Math.floor(attempt / 5)}.1`;
const here = () => '192.0.2.1';

async function statusesOf(count: number, fields: object = {}, ipOf: (attempt: number) => string = here) {
  const statuses = new Set<number>();
  for (let attempt = 0; attempt < count; attempt += 1)
    statuses.add((await login(fields, ipOf(attempt))).status);
  return [...statuses];
}

/** 100 failures of Ada, or of an unknown name, in as many networks, the first of which is a request. */
async function failEverywhere(fields: object = wrong): Promise<void> {
  const { context } = setup.service;
  expect((await login(fields, spread(0))).status).toBe(401);
  const counter =
    fields === wrong
      ? context.counterOf('account', accountName(setup.ada))
      : context.counterOf('unknownName', 'name:nobody@example.test');
  expect(await failUp(context, [counter])).toBe(99);
}

async function askForCodes(): Promise<void> {
  const { service, ada, bob } = setup;
  for (const one of [ada, bob])
    await service.accounts.add({ ...one, totpSecret: service.secrets.seal(totpSecret, one.id) }, [acme]);
}

describe('throttling of POST /auth/user/login', () => {
  test('429 after 10 wrong passwords from one network, and no hash is spent on it', async () => {
    await statusesOf(10, wrong);
    const { status, body, headers } = await login({}, '192.0.2.77');
    const message = 'Too many attempts; try again later';
    const envelope = { status: 0, comment: message, message, code: 'throttled', data: null };
    expect([status, body]).toEqual([429, { ...envelope, request_id: expect.any(String), retry_after: 60 }]);
    expect(headers['retry-after']).toBe('60');
    expect(setup.service.hash.verified).toHaveLength(10);
  });

  test('429 still after a success from another network, which forgets nothing of the first', async () => {
    await statusesOf(10, wrong);
    expect((await login({}, '198.51.100.1')).status).toBe(200);
    expect((await login()).status).toBe(429);
  });

  test('429 for a wait that doubles with each further failure, up to 15 minutes', async () => {
    await statusesOf(10, wrong);
    for (const wait of [60, 120, 240, 480, 900, 900]) {
      expect((await login()).headers['retry-after']).toBe(String(wait));
      setup.service.clock.advance(wait);
      expect((await login(wrong)).status).toBe(401);
    }
  });

  test.each([
    [429, 899],
    [401, 900],
  ])('%d for the last of 9 failures %d seconds after 9 others', async (status, seconds) => {
    await statusesOf(9, wrong);
    setup.service.clock.advance(seconds);
    expect((await statusesOf(9, wrong)).at(-1)).toBe(status);
  });

  const byId = { 'auth.user': undefined, 'auth.id': '11111111-1111-4111-8111-111111111111' };
  test.each<[string, object, object]>([
    ['an account by its email and its id', {}, byId],
    ['an unknown name in two spellings', { 'auth.user': 'NOBODY@x.test' }, { 'auth.user': ' nobody@x.test' }],
  ])('429 after 10 failures that name %s', async (_name, one, other) => {
    for (const fields of [one, other]) expect(await statusesOf(5, { ...wrong, ...fields })).toEqual([401]);
    expect((await login(one)).status).toBe(429);
  });

  test.each<[string, number, object, (attempt: number) => string]>([
    ['10 wrong passwords in one network', 10, wrong, here],
    ['100 wrong passwords from everywhere', 100, wrong, spread],
    ['5 wrong codes', 5, { 'auth.code': '000000' }, here],
  ])('429 after %s for that account alone', async (_name, count, fields, ipOf) => {
    await askForCodes();
    expect(await statusesOf(count, fields, ipOf)).toEqual([401]);
    const right = { 'auth.code': code() };
    expect((await login(right)).status).toBe(429);
    expect((await login({ ...right, 'auth.user': setup.bob.email })).status).toBe(200);
  });

  test('429 after 100 failures from everywhere, except on a known device, whose success ends that', async () => {
    const known = { 'auth.fingerprint': 'a device that is well known' };
    await login(known);
    await failEverywhere();
    const stranger = await login({}, '203.0.113.9');
    expect([stranger.status, stranger.headers['retry-after']]).toEqual([429, String(30 * 24 * 3600)]);
    setup.service.clock.advance(900);
    expect((await login({}, '203.0.113.10')).status).toBe(429);
    expect((await login(known, '198.18.0.1')).status).toBe(200);
    expect((await login({}, '198.18.1.1')).status).toBe(200);
  });

  test.each([
    ['an account', wrong],
    ['an unknown name', { ...wrong, 'auth.user': 'nobody@example.test' }],
  ])('429 with the whole wait of %s, also where a network has tried too often', async (_whose, fields) => {
    await failEverywhere(fields);
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const { status, headers } = await login(fields, '203.0.113.9');
      expect([status, headers['retry-after']]).toEqual([429, String(30 * 24 * 3600)]);
    }
  });

  test('429 and as long a wait after 100 failures of an unknown name, and after a day still', async () => {
    const nobody = { ...wrong, 'auth.user': 'nobody@example.test' };
    await failEverywhere(nobody);
    const { status, body, headers } = await login(nobody, '203.0.113.9');
    expect([status, body.code, headers['retry-after']]).toEqual([429, 'throttled', String(30 * 24 * 3600)]);
    setup.service.clock.advance(24 * 3600);
    expect((await login(nobody, '203.0.113.9')).status).toBe(429);
    setup.service.clock.advance(29 * 24 * 3600);
    expect((await login(nobody, '203.0.113.9')).status).toBe(401);
  });

  test('one row and one count a day say that the budget of an account is used up', async () => {
    const locks = async () =>
      (await setup.service.requestLog.entries()).filter(({ event }) => event === 'account.locked');
    await statusesOf(99, wrong, spread);
    expect([await locks(), setup.service.locks.count]).toEqual([[], 0]);
    await login(wrong, '203.0.113.9');
    await login({}, '203.0.113.10');
    const row = { code: 'throttled', outcome: 'failure', userId: setup.ada.id, ip: '203.0.113.9' };
    expect([await locks(), setup.service.locks.count]).toMatchObject([[row], 1]);
    setup.service.clock.advance(24 * 3600);
    await login({}, '203.0.113.11');
    expect([(await locks()).length, setup.service.locks.count]).toEqual([2, 2]);
  });

  async function operate(...acts: string[]): Promise<void> {
    const { service, ada, bob } = setup;
    const root = {
      ...bob,
      id: '33333333-3333-4333-8333-333333333333',
      email: 'r@b.test',
      kind: 'root' as const,
    };
    await service.accounts.add(root);
    const { token } = await openSession(service, root);
    for (const act of acts) {
      const fields = { token, user_id: ada.id, ...fresh };
      expect((await request(service.app).post(`/admin/user/${act}`).send(fields)).status).toBe(200);
    }
  }

  test.each([['disable', 'enable'], ['reset_password']])(
    '401, not 429, after an operator did %s',
    async (...acts) => {
      await failEverywhere();
      await operate(...acts);
      expect((await login(wrong, '203.0.113.9')).status).toBe(401);
    },
  );

  /** Wrong codes, five in each quarter of an hour. */
  async function sendWrongCodes(count: number): Promise<void> {
    for (let sent = 0; sent < count; sent += 1) {
      if (sent > 0 && sent % 5 === 0) setup.service.clock.advance(900);
      expect((await login({ 'auth.code': '000000' }, spread(sent))).status).toBe(401);
    }
    setup.service.clock.advance(900);
  }

  test('429 after 50 wrong codes in 30 days, except on a known device, whose right code ends that', async () => {
    await askForCodes();
    const known = { 'auth.fingerprint': 'a-fingerprint-of-128-bits' };
    expect((await login({ ...known, 'auth.code': code() })).status).toBe(200);
    await sendWrongCodes(50);
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const { status, body, headers } = await login({ 'auth.code': code() }, '203.0.113.9');
      expect([status, body.code]).toEqual([429, 'throttled']);
      expect(headers['retry-after']).toBe(String(30 * 24 * 3600 - 10 * 900));
    }
    expect((await login({ ...known, 'auth.code': code() }, '198.18.0.1')).status).toBe(200);
    setup.service.clock.advance(30);
    expect((await login({ 'auth.code': code() }, '203.0.113.9')).status).toBe(200);
  });

  test('200 after 49 wrong codes and a right one, and as many again', async () => {
    await askForCodes();
    for (let round = 0; round < 2; round += 1) {
      await sendWrongCodes(49);
      expect((await login({ 'auth.code': code() }, '203.0.113.9')).status).toBe(200);
    }
  });

  test('200 after reset_totp, which forgets the wrong codes', async () => {
    await askForCodes();
    await sendWrongCodes(50);
    await operate('reset_totp');
    await askForCodes();
    expect((await login({ 'auth.code': code() }, '203.0.113.9')).status).toBe(200);
  });

  test('429 after 5 wrong codes in 15 minutes, however right the password is', async () => {
    await askForCodes();
    expect(await statusesOf(5, { 'auth.code': '000000' })).toEqual([401]);
    const { status, body, headers } = await login({ 'auth.code': code() });
    expect([status, body.code, headers['retry-after']]).toEqual([429, 'throttled', '900']);
    setup.service.clock.advance(900);
    expect((await login({ 'auth.code': code() })).status).toBe(200);
  });
});

describe('what a success gives back at POST /auth/user/login', () => {
  test('200 for 61 good logins in a minute from one network, of three people', async () => {
    for (const email of ['one@x.test', 'two@x.test'])
      await setup.service.accounts.add({ ...setup.ada, id: crypto.randomUUID(), email });
    for (const email of [setup.ada.email, 'one@x.test', 'two@x.test'])
      expect(await statusesOf(21, { 'auth.user': email })).toEqual([200]);
  });

  test.each([
    ['9 failures in one network', 9, here],
    ['99 failures from everywhere', 99, spread],
  ])('200 after %s, and again after as many more', async (_name, count, ipOf) => {
    for (let round = 0; round < 2; round += 1) {
      expect(await statusesOf(count, wrong, ipOf)).toEqual([401]);
      expect((await login({}, ipOf(0))).status).toBe(200);
    }
  });

  test('200 after 9 failures, a right password beside a wrong code, and the same again', async () => {
    await askForCodes();
    for (let round = 0; round < 2; round += 1) {
      expect(await statusesOf(9, wrong)).toEqual([401]);
      expect((await login({ 'auth.code': '000000' })).status).toBe(401);
    }
    expect((await login({ 'auth.code': code() })).status).toBe(200);
  });

  test('200 for 6 good codes in 15 minutes', async () => {
    await askForCodes();
    for (let step = 0; step < 6; step += 1) {
      expect((await login({ 'auth.code': code() })).status).toBe(200);
      setup.service.clock.advance(30);
    }
  });

  test('200 after any number of logins that found the hash gate full, none of which has a row', async () => {
    const { hash } = setup.service;
    const { verify } = hash;
    hash.verify = () => Promise.reject(new ApiError(errors.overloaded, { retryAfterSeconds: 2 }));
    expect(await statusesOf(101)).toEqual([503]);
    hash.verify = verify;
    expect(await setup.service.requestLog.entries()).toEqual([]);
    expect((await login()).status).toBe(200);
  });
});

describe('the order of the checks', () => {
  test('200 after 10 payloads that were for another client: they count against no account', async () => {
    expect(await statusesOf(10, { 'auth.client_id': 'other' })).toEqual([403]);
    expect((await login()).status).toBe(200);
  });

  test('401 for a proof that is none before anybody is looked for', async () => {
    const fields = { dpop: 'nope', 'auth.id': setup.bob.id };
    const { status, body } = await setup.send('/auth/user/root-session', fields);
    expect([status, body.code]).toEqual([401, 'invalid_dpop_proof']);
  });

  test('200 after 5 wrong codes beside wrong passwords: they count against no code', async () => {
    await askForCodes();
    expect(await statusesOf(5, { ...wrong, 'auth.code': '000000' })).toEqual([401]);
    expect((await login({ 'auth.code': code() })).status).toBe(200);
  });

  test.each<SamplePath>(['/auth/member/login', '/auth/member/root-session'])(
    '401 mfa_required at %s before a membership is looked for',
    async (member) => {
      await askForCodes();
      const strange = { claims: { org: 'other' } };
      const { status, body } = await setup.send(member, { 'auth.org': 'other' }, strange);
      expect([status, body.code]).toEqual([401, 'mfa_required']);
      const shown = await setup.send(member, { 'auth.org': 'other', 'auth.code': code() }, strange);
      expect([shown.status, shown.body.code]).toEqual([401, 'invalid_credentials']);
    },
  );
});
