import { request } from '@latchkey/testing';
import { generateSync } from 'otplib';
import { acme, bob, makeAccount, openSession, password, root } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';

const ada = makeAccount();
let service: TestService;
/** Of Ada, who has one-time codes; none of the recovery codes is used. */
let token: string;
let codes: string[];
beforeEach(async () => {
  service = createTestService();
  await service.accounts.add(ada, [acme]);
  await service.accounts.add(bob);
  token = (await openSession(service, ada)).token;
  codes = (await turnOn(token)).codes;
});

const send = (path: string, fields: object = {}) =>
  request(service.app)
    .post(path)
    .send({ token, ...fields });
const codeNow = (secret: string) => generateSync({ secret, epoch: Math.floor(service.clock.now() / 1000) });
const shown = (code: string | undefined, pass = password) => ({ 'auth.pass': pass, 'auth.code': code });

/** Begins one-time codes and puts them in force. */
async function turnOn(of: string, again: object = {}) {
  const { secret } = (await send('/account/me/totp/begin', { token: of, ...again })).body.data;
  const confirmed = await send('/account/me/totp/confirm', { token: of, ...shown(codeNow(secret)) });
  expect(confirmed.body.data).toMatchObject({ mfa: true });
  return { secret: secret as string, codes: confirmed.body.data.recovery_codes as string[] };
}
const login = (code: string | undefined, fields: object = {}) =>
  request(service.app)
    .post('/auth/user/login')
    .send({
      relay: service.siblings.relay(),
      'auth.user': ada.email,
      'auth.pass': password,
      'auth.code': code,
      ...fields,
    });
const left = async () => (await send('/account/me/view')).body.data.recovery_codes_left as number;
const answerOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body.code];

describe('a sign-in with a recovery code', () => {
  test('401 for one that is wrong, of another account, or used', async () => {
    const { token: ofBob } = await openSession(service, bob);
    const foreign = (await turnOn(ofBob)).codes[0];
    expect((await login(codes[0])).status).toBe(200);
    const refused = [401, 'invalid_credentials'];
    expect({
      wrong: answerOf(await login('00000-00000')),
      'of another account': answerOf(await login(foreign)),
      used: answerOf(await login(codes[0])),
    }).toEqual({ wrong: refused, 'of another account': refused, used: refused });
    expect(await left()).toBe(9);
  });

  test('401 mfa_required without a code, and 401 for a right code with a wrong password, which stays', async () => {
    expect(answerOf(await login(' '))).toEqual([401, 'mfa_required']);
    expect(answerOf(await login(codes[0], { 'auth.pass': 'wrong' }))).toEqual([401, 'invalid_credentials']);
    expect(await left()).toBe(10);
  });

  test('429 after five wrong codes of either kind, also for a right one, and no other account waits', async () => {
    for (const code of ['000000', '00000-00000', '000000', '00000-00001', 'nonsense'])
      expect((await login(code)).status).toBe(401);
    expect(answerOf(await login(codes[0]))).toEqual([429, 'throttled']);
    expect((await login('', { 'auth.user': bob.email })).status).toBe(200);
    service.clock.advance(15 * 60);
    expect((await login(codes[0])).status).toBe(200);
  });

  test('200 for one of 20 callers with the same code', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(codes[0])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await left()).toBe(9);
  });

  test.each([
    ['as it was shown', (code: string) => code],
    ['in small letters', (code: string) => code.toLowerCase()],
    ['without a dash, with blanks', (code: string) => ` ${code.replace('-', '')} `],
  ])('200 with one %s, and amr says recovery', async (_how, spell) => {
    const { status, body } = await login(spell(codes[3] ?? ''));
    expect([status, body.data.root.amr]).toEqual([200, ['password', 'recovery']]);
  });

  test('200 where the payload asks for a code, and for a member', async () => {
    const relay = service.siblings.relay({ method: 'password+totp' });
    expect((await login(codes[0], { relay })).status).toBe(200);
    const ofAcme = service.siblings.relay({ purpose: 'member_login', org: 'acme' });
    const member = { relay: ofAcme, 'auth.user': ada.email, 'auth.org': 'acme', ...shown(codes[1]) };
    expect((await send('/auth/member/login', member)).status).toBe(200);
  });

  test('200 for the same request again, which spends nothing more', async () => {
    const relay = service.siblings.relay({ op: 'the form' });
    expect((await login(codes[0], { relay })).status).toBe(200);
    const again = await login(codes[0], { relay: service.siblings.relay({ op: 'the form' }) });
    expect([again.status, again.body.data.root.amr]).toEqual([200, ['password', 'recovery']]);
    expect(await left()).toBe(9);
  });
});

const paths = [
  '/account/me/totp/begin',
  '/account/me/totp/disable',
  '/account/me/recovery_codes/replace',
] as const;

describe.each(paths)('POST %s', (path) => {
  test('401 and 400 for what is wrong or missing, and no code is used', async () => {
    expect(answerOf(await send(path, shown('00000-00000')))).toEqual([401, 'invalid_credentials']);
    expect(answerOf(await send(path, shown(codes[0], 'wrong')))).toEqual([401, 'invalid_credentials']);
    expect(answerOf(await send(path, { 'auth.code': codes[0] }))).toEqual([400, 'missing_field']);
    expect(answerOf(await send(path, { 'auth.pass': password }))).toEqual([400, 'missing_field']);
    expect(await left()).toBe(10);
  });

  test('200 with a recovery code, once', async () => {
    expect((await send(path, shown(codes[0]))).status).toBe(200);
    expect((await send(path, shown(codes[0]))).status).toBeGreaterThanOrEqual(400);
  });

  test('200 for one of ten callers with the same code', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(path, shown(codes[0]))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('POST /account/me/recovery_codes/replace', () => {
  test('200 ten new codes; the old ones end, and the secret stays', async () => {
    const { body } = await send('/account/me/recovery_codes/replace', shown(codes[0]));
    const replaced = body.data.recovery_codes as string[];
    expect([new Set([...codes, ...replaced]).size, await left()]).toEqual([20, 10]);
    expect(answerOf(await login(codes[1]))).toEqual([401, 'invalid_credentials']);
    expect((await login(replaced[0])).status).toBe(200);
  });

  test('409 where one-time codes are off', async () => {
    const { token: ofBob } = await openSession(service, bob);
    const answer = await send('/account/me/recovery_codes/replace', {
      token: ofBob,
      ...shown('00000-00000'),
    });
    expect(answerOf(answer)).toEqual([409, 'state_conflict']);
  });

  test('200 and right after the sealing keys were rotated: a rotation changes no code', async () => {
    const { body } = await send('/account/me/recovery_codes/replace', shown(codes[0]));
    const sealed = (await service.context.accounts.findById(ada.id))?.totpSecret ?? '';
    const again = service.secrets.seal(service.secrets.open(sealed, ada.id), ada.id);
    expect(await service.context.accounts.resealTotp(ada.id, sealed, again)).toBe(true);
    expect((await login(body.data.recovery_codes[0])).status).toBe(200);
  });
});

describe('a lost authenticator', () => {
  test('200 is replaced with a recovery code; the old secret stays in force until the first new code', async () => {
    const begun = await send('/account/me/totp/begin', shown(codes[0]));
    expect((await login(codes[1])).status).toBe(200);
    const { secret } = begun.body.data;
    service.clock.advance(30);
    const { body } = await send('/account/me/totp/confirm', shown(codeNow(secret)));
    expect(body.data.recovery_codes).toHaveLength(10);
    expect(answerOf(await login(codes[2]))).toEqual([401, 'invalid_credentials']);
    service.clock.advance(30);
    expect((await login(codeNow(secret))).status).toBe(200);
  });

  test('401 a recovery code is no first code of a new secret', async () => {
    await send('/account/me/totp/begin', shown(codes[0]));
    expect(answerOf(await send('/account/me/totp/confirm', shown(codes[1])))).toEqual([
      401,
      'invalid_credentials',
    ]);
  });
});

test('401 an operator’s act takes no recovery code', async () => {
  await service.accounts.add(root);
  const { token: ofRoot } = await openSession(service, root);
  const { codes: ofOperator } = await turnOn(ofRoot);
  const act = { token: ofRoot, user_id: bob.id, kind: 'admin', 'auth.code': ofOperator[0] };
  expect(answerOf(await send('/admin/user/set_kind', act))).toEqual([401, 'invalid_credentials']);
  const view = await send('/account/me/view', { token: ofRoot });
  expect(view.body.data.recovery_codes_left).toBe(10);
});

test.each(['totp/begin', 'totp/disable', 'recovery_codes/replace'])(
  '401 an operator changes codes at %s by a one-time code alone',
  async (path) => {
    await service.accounts.add(root);
    const { token: ofRoot } = await openSession(service, root);
    const own = await turnOn(ofRoot);
    service.clock.advance(30);
    const change = (code: string | undefined) =>
      send(`/account/me/${path}`, { token: ofRoot, ...shown(code) });
    expect(answerOf(await change(own.codes[0]))).toEqual([401, 'invalid_credentials']);
    expect((await change(codeNow(own.secret))).status).toBe(200);
  },
);

test('no recovery code is logged', async () => {
  await login(codes[0]);
  await login(`${codes[1]}x`);
  await send('/account/me/recovery_codes/replace', shown(codes[2]));
  const log = service.logged.join('');
  expect(codes.filter((code) => log.includes(code))).toEqual([]);
});
