import { ApiError } from '@latchkey/errors';
import { generateSync } from 'otplib';
import request from 'supertest';
import { createWorld, type World } from '../world/create-world.ts';
import { makeAccount, openSession, password, totpSecret } from '../world/people.ts';

const ada = makeAccount();
let world: World;
let token: string;
beforeEach(async () => {
  world = createWorld();
  world.accounts.add(ada);
  token = (await openSession(world, ada)).token;
});

const send = (path: string, fields: object = {}) =>
  request(world.app)
    .post(path)
    .send({ token, ...fields });
const isLive = async (one: string) => (await send('/session/me', { token: one })).status === 200;
const login = (pass: string, code = '') =>
  send('/auth/user/login', {
    relay: world.siblings.relay(),
    'auth.user': ada.email,
    'auth.pass': pass,
    'auth.code': code,
  });

describe('POST /account/me/password/change', () => {
  const path = '/account/me/password/change';
  const good = { 'auth.pass': password, new_password: 'a new long password' };

  test('200: the new password counts, the old one does not, and all other sessions end', async () => {
    const other = (await openSession(world, ada)).token;
    world.clock.advance(1);
    const { status, body } = await send(path, good);
    expect([status, body.data]).toEqual([
      200,
      { token_type: 'Bearer', access_token: expect.any(String), expires_in: 900, ended: 1 },
    ]);
    expect(await isLive(body.data.access_token)).toBe(true);
    expect([await isLive(token), await isLive(other)]).toEqual([false, false]);
    expect((await login(password)).status).toBe(401);
    expect((await login('a new long password')).status).toBe(200);
    expect(world.requestLog.entries[0]).toMatchObject({ event: 'password.change', userId: ada.id });
  });

  test('200 with a device’s token: its family goes on, and every session and other device ends', async () => {
    const [device, other] = ['family', 'other'].map((sid) => {
      const made = world.signer.signToken({ sub: ada.id, sid });
      world.siblings.families.set(made, { createdAt: null, lastUsedAt: null, expiresAt: null });
      return made;
    });
    world.clock.advance(1);
    const { body } = await send(path, { ...good, token: device });
    expect(body.data).toMatchObject({ access_token: expect.any(String), ended: 2 });
    expect([...world.siblings.families.keys()]).toEqual([device]);
    expect(await world.accounts.findById(ada.id)).toMatchObject({ keptSessionId: 'family' });
    expect(await isLive(token)).toBe(false);
    expect(other).toBeDefined();
    expect(await isLive(device!)).toBe(false);
    expect(world.siblings.minted).toMatchObject([{ sid: 'family', sub: ada.id }]);
  });

  test('200 and the new token counts, though the clock of sso is behind', async () => {
    const { mintToken } = world.siblings.sso;
    world.siblings.sso.mintToken = async (wish) => {
      world.clock.advance(-3);
      const minted = await mintToken(wish);
      world.clock.advance(3);
      return minted;
    };
    const { body } = await send(path, good);
    expect(await isLive(body.data.access_token)).toBe(true);
  });

  test('503 while sso cannot sign, and nothing has changed', async () => {
    const other = (await openSession(world, ada)).token;
    world.siblings.down.add('sso');
    const { status, body } = await send(path, good);
    expect([status, body.code]).toEqual([503, 'upstream_unavailable']);
    world.siblings.down.clear();
    expect([await isLive(token), await isLive(other)]).toEqual([true, true]);
    expect((await login(password)).status).toBe(200);
  });

  test('200 when sso is lost just after it has signed', async () => {
    world.siblings.sso.revokeFamilies = () =>
      Promise.reject(new ApiError({ code: 'upstream_unavailable', message: 'gone' }));
    expect((await send(path, good)).status).toBe(200);
    expect((await login('a new long password')).status).toBe(200);
  });

  test.each([
    ['400 missing_field without the current one', { 'auth.pass': undefined }, 'missing_field', 'auth.pass'],
    ['400 missing_field without a new one', { new_password: undefined }, 'missing_field', 'new_password'],
    ['400 invalid_value for one too short', { new_password: 'short' }, 'invalid_value', 'new_password'],
    ['400 invalid_value for a common one', { new_password: 'password1' }, 'invalid_value', 'new_password'],
    ['400 invalid_type for one too long', { new_password: 'x'.repeat(1025) }, 'invalid_type', 'new_password'],
    ['401 for a wrong current one', { 'auth.pass': 'wrong' }, 'invalid_credentials', undefined],
  ])('%s', async (name, fields, code, field) => {
    const { status, body } = await send(path, { ...good, ...fields });
    expect([status, body.code, body.field]).toEqual([Number(name.slice(0, 3)), code, field]);
    expect(await isLive(token)).toBe(true);
  });

  test('429 after 10 wrong guesses, shared with login, and a row for each in the log', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) await send(path, { ...good, 'auth.pass': 'wrong' });
    expect((await send(path, good)).status).toBe(429);
    expect((await login(password)).status).toBe(429);
    const failures = world.requestLog.entries.filter(({ event }) => event === 'account.password_check');
    expect(failures).toHaveLength(11);
  });

  test('one of 5 parallel changes wins', async () => {
    const changes = Array.from({ length: 5 }, (_, at) =>
      send(path, { ...good, new_password: `new password ${at}` }),
    );
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => [401, 409].includes(status))).toHaveLength(4);
  });
});

describe('POST /account/me/totp/…', () => {
  const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(world.clock.now() / 1000) });
  const confirm = (code: string, pass = password) =>
    send('/account/me/totp/confirm', { 'auth.pass': pass, 'auth.code': code });

  test('200 from begin through confirm and login to disable', async () => {
    const { secret, otpauth_url: url } = (await send('/account/me/totp/begin')).body.data;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(url).toContain(`secret=${secret}`);
    expect((await login(password)).status).toBe(200);
    expect((await confirm(codeOf(secret))).body.data).toEqual({ mfa: true });
    expect((await login(password, codeOf(secret))).body.code).toBe('invalid_credentials');
    world.clock.advance(30);
    expect((await login(password)).body.code).toBe('mfa_required');
    expect((await login(password, codeOf(secret))).status).toBe(200);
    world.clock.advance(30);
    const off = await send('/account/me/totp/disable', {
      'auth.pass': password,
      'auth.code': codeOf(secret),
    });
    expect(off.body.data).toEqual({ mfa: false });
    expect((await login(password)).status).toBe(200);
    const events = world.requestLog.entries.map(({ event }) => event);
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
    expect(world.requestLog.entries).toMatchObject([...wrong, { ...row, code: 'throttled' }]);
  });

  test('503 while the store is gone takes nothing from the budget of codes', async () => {
    world.accounts.add({ ...ada, totpSecret: world.secrets.seal(totpSecret, ada.id) });
    const { spendTotpStep } = world.accounts;
    world.accounts.spendTotpStep = () =>
      Promise.reject(new ApiError({ code: 'upstream_unavailable', message: 'gone' }));
    for (let attempt = 0; attempt < 6; attempt += 1)
      expect((await login(password, codeOf(totpSecret))).status).toBe(503);
    world.accounts.spendTotpStep = spendTotpStep;
    expect((await login(password, codeOf(totpSecret))).status).toBe(200);
  });

  test('one of 10 parallel confirmations wins', async () => {
    const { secret } = (await send('/account/me/totp/begin')).body.data;
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(codeOf(secret))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('409 where there is nothing to confirm or to disable, or one is on already', async () => {
    const fields = { 'auth.pass': password, 'auth.code': '000000' };
    expect((await confirm('000000')).body.code).toBe('state_conflict');
    expect((await send('/account/me/totp/disable', fields)).body.code).toBe('state_conflict');
    world.accounts.add({ ...ada, totpSecret: world.secrets.seal(totpSecret, ada.id) });
    expect((await send('/account/me/totp/begin')).body.code).toBe('state_conflict');
  });

  test('401 to disable with a wrong code, and it stays on', async () => {
    world.accounts.add({ ...ada, totpSecret: world.secrets.seal(totpSecret, ada.id) });
    const fields = { 'auth.pass': password, 'auth.code': '000000' };
    expect((await send('/account/me/totp/disable', fields)).body.code).toBe('invalid_credentials');
    expect(world.requestLog.entries).toMatchObject([{ event: 'account.totp_check', userId: ada.id }]);
    expect((await login(password)).body.code).toBe('mfa_required');
  });

  test('no secret and no code is ever logged', async () => {
    const { secret } = (await send('/account/me/totp/begin')).body.data;
    const code = codeOf(secret);
    await confirm(code);
    const everything = world.logged.join('') + JSON.stringify(world.requestLog.entries);
    for (const text of [secret, code, password, token]) expect(everything).not.toContain(text);
  });
});
