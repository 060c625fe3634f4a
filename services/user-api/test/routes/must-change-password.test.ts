import { generateSync } from 'otplib';
import { acme, password, totpSecret } from '../setup/accounts.ts';
import { createServiceWithAccounts, loginPaths, type ServiceWithAccounts } from '../setup/requests.ts';
import { startMs } from '../setup/signer.ts';

const new_password = 'a password of my own';
let setup: ServiceWithAccounts;
beforeEach(async () => {
  setup = await createServiceWithAccounts();
  await setup.service.accounts.add({ ...setup.ada, firstPasswordUntil: until() }, [acme]);
});

const until = () => new Date(startMs + 7 * 24 * 3600 * 1000);
const find = () => setup.service.accounts.findById(setup.ada.id);
const code = () => generateSync({ secret: totpSecret, epoch: setup.service.clock.now() / 1000 });

async function askForCodes(): Promise<void> {
  const { service, ada } = setup;
  const totp = { totpSecret: service.secrets.seal(totpSecret, ada.id) };
  await service.accounts.add({ ...ada, ...totp, firstPasswordUntil: until() }, [acme]);
}

describe.each(loginPaths)('POST %s of an account whose password must be changed', (path) => {
  test('403 password_change_required without a new one, and nothing is opened or counted', async () => {
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const { status, body } = await setup.send(path, { new_password: '' });
      expect([status, body]).toEqual([
        403,
        {
          status: 0,
          comment: 'The password must be changed: send a new one in new_password as well',
          message: 'The password must be changed: send a new one in new_password as well',
          code: 'password_change_required',
          data: null,
          field: 'new_password',
          about: { least: '12' },
          request_id: expect.any(String),
        },
      ]);
    }
    expect([await setup.service.requestLog.entries(), setup.service.siblings.minted]).toEqual([[], []]);
    expect(await find()).toMatchObject({ firstPasswordUntil: until(), passwordHash: `hash of ${password}` });
  });

  test('401 with a wrong password or without the code, as for every account', async () => {
    await askForCodes();
    const wrong = await setup.send(path, { 'auth.pass': 'wrong', new_password });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials']);
    const without = await setup.send(path, { new_password });
    expect([without.status, without.body.code]).toEqual([401, 'mfa_required']);
    const badCode = await setup.send(path, { 'auth.code': '000000' });
    expect([badCode.status, badCode.body.code]).toEqual([401, 'invalid_credentials']);
    expect(await find()).toMatchObject({ firstPasswordUntil: until() });
  });

  test('200 with the code that the refusal was given for, and only the new password is good', async () => {
    await askForCodes();
    const shown = { 'auth.code': code() };
    expect((await setup.send(path, shown)).status).toBe(403);
    expect((await setup.send(path, { ...shown, new_password })).status).toBe(200);
    expect(await find()).toMatchObject({
      firstPasswordUntil: null,
      passwordHash: `new hash of ${new_password}`,
    });
    setup.service.clock.advance(30);
    expect((await setup.send(path, { 'auth.code': code() })).status).toBe(401);
    const now = { 'auth.code': code(), 'auth.pass': new_password };
    expect((await setup.send(path, now)).status).toBe(200);
    expect((await setup.service.requestLog.entries()).map(({ event }) => event)).toContain('password.change');
  });
});

describe('POST /auth/user/login of an account whose password must be changed', () => {
  const path = '/auth/user/login';

  test.each([
    [401, 'without a word of when it was typed', 120, {}],
    [200, 'typed then, as the payload says', 120, { typed_at: startMs / 1000 }],
    [200, 'typed ten minutes ago', 599, { typed_at: startMs / 1000 }],
    [401, 'typed more than ten minutes ago', 600, { typed_at: startMs / 1000 }],
    [401, 'typed at a time that is to come', 120, { typed_at: startMs / 1000 + 121 }],
  ])('%i with a code that was typed earlier, %s', async (status, _what, waitSeconds, claims) => {
    await askForCodes();
    const shown = { 'auth.code': code() };
    expect((await setup.send(path, shown)).status).toBe(403);
    setup.service.clock.advance(waitSeconds);
    expect((await setup.send(path, { ...shown, new_password }, { claims })).status).toBe(status);
  });

  test('401 with an earlier code that a later sign-in has overtaken', async () => {
    await askForCodes();
    const kept = { 'auth.code': code(), new_password };
    setup.service.clock.advance(60);
    expect((await setup.send(path, { 'auth.code': code(), new_password })).status).toBe(200);
    await setup.service.accounts.add({ ...(await find())!, firstPasswordUntil: until() }, [acme]);
    const claims = { typed_at: startMs / 1000 };
    const again = { ...kept, 'auth.pass': new_password, new_password: `${new_password}!` };
    expect((await setup.send(path, again, { claims })).status).toBe(401);
  });

  test.each([
    ['too short', 'short', 'short', 'A password needs at least 12 characters'],
    [
      'the own address',
      'own_name',
      'ada@example.test',
      'A password must not be the address, the part of it before the @, the name or "latchkey"',
    ],
    ['the old one', 'same', password, 'The new password must differ from the old one'],
  ])(
    '400 for a new one that is %s, and the old one still must be changed',
    async (_what, rule, newPassword, message) => {
      const { status, body } = await setup.send(path, { new_password: newPassword });
      const about = { rule, least: '12' };
      expect([status, body.code, body.field, body.about, body.message]).toEqual([
        400,
        'invalid_value',
        'new_password',
        about,
        message,
      ]);
      expect(await find()).toMatchObject({ firstPasswordUntil: until() });
    },
  );

  test('401 after 7 days, as for a wrong password, also with a new one', async () => {
    setup.service.clock.advance(7 * 24 * 3600 - 1);
    expect((await setup.send(path, { new_password: '' })).status).toBe(403);
    setup.service.clock.advance(1);
    const answer = async (sent: string) => {
      const { status, body } = await setup.send(path, { new_password: sent });
      return [status, body.code];
    };
    const refused = [401, 'invalid_credentials'];
    const answers = { 'without a new one': await answer(''), 'with a new one': await answer(new_password) };
    expect(answers).toEqual({ 'without a new one': refused, 'with a new one': refused });
    const { passwordHash } = setup.ada;
    expect(await find()).toMatchObject({ firstPasswordUntil: until(), passwordHash });
  });

  test('one of 10 parallel sign-ins with new passwords of their own opens a session', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => setup.send(path, { new_password: `${new_password} ${at}` })),
    );
    const won = answers.flatMap(({ status }, at) => (status === 200 ? [at] : []));
    expect(won).toHaveLength(1);
    expect(await find()).toMatchObject({ passwordHash: `new hash of ${new_password} ${won[0]}` });
  });
});

test('200 at a login of an account that need not change it, which does not read new_password', async () => {
  const { service, send, bob } = setup;
  const fields = { 'auth.user': bob.email, new_password: 'short' };
  expect((await send('/auth/user/login', fields)).status).toBe(200);
  expect(await service.accounts.findById(bob.id)).toEqual(bob);
});
