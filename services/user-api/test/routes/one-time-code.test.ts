import { generateSync } from 'otplib';
import { acme, totpSecret } from '../world/people.ts';
import { createPeopledWorld, loginPaths, type PeopledWorld } from '../world/requests.ts';

let people: PeopledWorld;
beforeEach(async () => {
  people = await createPeopledWorld();
});

function askForCodes(): void {
  const { world, ada } = people;
  world.accounts.add({ ...ada, totpSecret: world.secrets.seal(totpSecret, ada.id) }, [acme]);
}

describe.each(loginPaths)('POST %s of an account with one-time codes', (path) => {
  test('401 mfa_required without a code, but only once the password was right', async () => {
    askForCodes();
    const right = await people.send(path);
    expect([right.status, right.body.code]).toEqual([401, 'mfa_required']);
    const wrong = await people.send(path, { 'auth.pass': 'wrong' });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials']);
  });

  test('401 mfa_required when the payload asks for a code and the account has none', async () => {
    const { status, body } = await people.send(path, {}, { claims: { method: 'password+totp' } });
    expect([status, body.code]).toEqual([401, 'mfa_required']);
  });

  test('200 with the right code, told in amr', async () => {
    askForCodes();
    const code = generateSync({ secret: totpSecret, epoch: people.world.clock.now() / 1000 });
    const { status, body } = await people.send(path, { 'auth.code': code });
    expect([status, body.data.root.amr]).toEqual([200, ['password', 'totp']]);
  });
});
