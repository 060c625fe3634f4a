import { generateSync } from 'otplib';
import { acme, totpSecret } from '../setup/accounts.ts';
import { createServiceWithAccounts, loginPaths, type ServiceWithAccounts } from '../setup/requests.ts';

let setup: ServiceWithAccounts;
beforeEach(async () => {
  setup = await createServiceWithAccounts();
});

async function askForCodes(): Promise<void> {
  const { service, ada } = setup;
  await service.accounts.add({ ...ada, totpSecret: service.secrets.seal(totpSecret, ada.id) }, [acme]);
}

describe.each(loginPaths)('POST %s of an account with one-time codes', (path) => {
  test('401 mfa_required without a code, but only once the password was right', async () => {
    await askForCodes();
    const right = await setup.send(path);
    expect([right.status, right.body.code]).toEqual([401, 'mfa_required']);
    const wrong = await setup.send(path, { 'auth.pass': 'wrong' });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials']);
  });

  test('401 mfa_required when the payload asks for a code and the account has none', async () => {
    const { status, body } = await setup.send(path, {}, { claims: { method: 'password+totp' } });
    expect([status, body.code]).toEqual([401, 'mfa_required']);
  });

  test('200 with the right code, which amr names', async () => {
    await askForCodes();
    const code = generateSync({ secret: totpSecret, epoch: setup.service.clock.now() / 1000 });
    const { status, body } = await setup.send(path, { 'auth.code': code });
    expect([status, body.data.root.amr]).toEqual([200, ['password', 'totp']]);
  });
});

test.each([
  ['full width', 0xff10],
  ['Arabic digits', 0x660],
  ['digits of Devanagari', 0x966],
])('200 at a login with the right code in %s', async (_script, zero) => {
  await askForCodes();
  const code = generateSync({ secret: totpSecret, epoch: setup.service.clock.now() / 1000 });
  const typed = code.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
  const shown = { 'auth.code': `${typed.slice(0, 3)}\u200f ${typed.slice(3)}` };
  expect((await setup.send('/auth/user/login', shown)).status).toBe(200);
});
