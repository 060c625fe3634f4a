import { ApiError } from '@latchkey/contracts';
import { request } from '@latchkey/testing';
import { generateSync } from 'otplib';
import { makeAccount, openSession, password, totpSecret } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';

const ada = makeAccount();
let service: TestService;
let token: string;
beforeEach(async () => {
  service = createTestService();
  await service.accounts.add(ada);
  token = (await openSession(service, ada)).token;
});

const send = (path: string, fields: object = {}) =>
  request(service.app)
    .post(path)
    .send({ token, ...fields });
const login = (pass: string, code = '') =>
  send('/auth/user/login', {
    relay: service.siblings.relay(),
    'auth.user': ada.email,
    'auth.pass': pass,
    'auth.code': code,
  });

describe('POST /account/me/totp/…', () => {
  const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(service.clock.now() / 1000) });
  const confirm = (code: string, pass = password) =>
    send('/account/me/totp/confirm', { 'auth.pass': pass, 'auth.code': code });

  test('200 from begin through confirm and login to disable', async () => {
    const { secret, otpauth_url: url } = (await send('/account/me/totp/begin')).body.data;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(url).toContain(`secret=${secret}`);
    expect((await login(password)).status).toBe(200);
    expect((await confirm(codeOf(secret))).body.data).toMatchObject({ mfa: true });
    expect((await login(password, codeOf(secret))).body.code).toBe('invalid_credentials');
    service.clock.advance(30);
    expect((await login(password)).body.code).toBe('mfa_required');
    expect((await login(password, codeOf(secret))).status).toBe(200);
    service.clock.advance(30);
    const off = await send('/account/me/totp/disable', {
      'auth.pass': password,
      'auth.code': codeOf(secret),
    });
    expect(off.body.data).toEqual({ mfa: false });
    expect((await login(password)).status).toBe(200);
    const events = (await service.requestLog.entries()).map(({ event }) => event);
    expect(events).toEqual(expect.arrayContaining(['totp.confirm', 'totp.disable']));
  });

  test('401 for a wrong code or password, and the secret still waits', async () => {
    const { secret } = (await send('/account/me/totp/begin')).body.data;
    expect((await confirm('000000')).body.code).toBe('invalid_credentials');
    expect((await confirm(codeOf(secret), 'wrong')).body.code).toBe('invalid_credentials');
    expect((await confirm(codeOf(secret))).status).toBe(200);
  });

  test('429 after 5 wrong codes, and a row for each in the log', async () => {
    const { secret } = (await send('/account/me/totp/begin')).body.data;
    for (let attempt = 0; attempt < 5; attempt += 1) await confirm('000000');
    expect((await confirm(codeOf(secret))).status).toBe(429);
    const row = { event: 'account.totp_check', outcome: 'failure', method: 'totp', userId: ada.id };
    const wrong = Array.from({ length: 5 }, () => ({ ...row, code: 'invalid_credentials' }));
    expect(await service.requestLog.entries()).toMatchObject([...wrong, { ...row, code: 'throttled' }]);
  });

  test('503 while the store is gone takes nothing from the budget of codes', async () => {
    await service.accounts.add({ ...ada, totpSecret: service.secrets.seal(totpSecret, ada.id) });
    const { isFactorFree } = service.accounts;
    service.accounts.isFactorFree = () =>
      Promise.reject(new ApiError({ code: 'upstream_unavailable', message: 'gone' }));
    for (let attempt = 0; attempt < 6; attempt += 1)
      expect((await login(password, codeOf(totpSecret))).status).toBe(503);
    service.accounts.isFactorFree = isFactorFree;
    expect((await login(password, codeOf(totpSecret))).status).toBe(200);
  });

  test('one of 10 parallel confirmations wins', async () => {
    const { secret } = (await send('/account/me/totp/begin')).body.data;
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(codeOf(secret))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('409 where there is nothing to confirm or to disable', async () => {
    const fields = { 'auth.pass': password, 'auth.code': '000000' };
    expect((await confirm('000000')).body.code).toBe('state_conflict');
    expect((await send('/account/me/totp/disable', fields)).body.code).toBe('state_conflict');
  });

  test('no secret and no code is ever logged', async () => {
    const { secret } = (await send('/account/me/totp/begin')).body.data;
    const code = codeOf(secret);
    await confirm(code);
    const everything = service.logged.join('') + JSON.stringify(await service.requestLog.entries());
    expect([secret, code, password, token].filter((text) => everything.includes(text))).toEqual([]);
  });
});
