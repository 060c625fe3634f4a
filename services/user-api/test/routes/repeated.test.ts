import { hashSecret } from '@latchkey/secrets';
import { request } from '@latchkey/testing';
import { generateSync } from 'otplib';
import { hashRecoveryCode } from '../../src/signing-in/totp/recovery-codes.ts';
import { completeFields } from '../fields/complete-fields.ts';
import { addTestRecords, fieldTable } from '../fields/field-table.ts';
import { makeAccount, openSession, password, totpSecret } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { database } from '../setup/test-database.ts';

/** The same request again, because the answer to the first one was lost. */

const rows = fieldTable.filter(({ path }) => !path.includes('legacy'));
const ada = makeAccount();
const login = '/auth/user/login';
let service: TestService;
beforeEach(async () => {
  service = createTestService();
  await addTestRecords(service);
});

const send = (path: string, fields: object) => request(service.app).post(path).send(fields);
const again = (path: string, fields: object) => {
  service.clock.advance(1);
  return send(path, fields);
};
const credentials = (changes: object = {}) => ({
  relay: service.siblings.relay({ purpose: 'user_login' }),
  'auth.user': ada.email,
  'auth.pass': password,
  ...changes,
});
const isLive = async (token: string) => (await send('/session/me', { token })).status === 200;
const events = async () => (await service.requestLog.entries()).map(({ event, code }) => code ?? event);

describe.each(rows.map((row) => [row.path, row] as const))('at %s', (path, row) => {
  test('200 each time, and 401 payload_invalid once the payload has ended', async () => {
    const fields = await completeFields(service, row);
    expect((await send(path, fields)).status).toBe(200);
    for (let sent = 0; sent < 3; sent += 1) expect((await again(path, fields)).status).toBe(200);
    service.clock.advance(200);
    expect((await send(path, fields)).body.code).toBe('payload_invalid');
  });

  test('401 payload_invalid for another request with its payload, and for the first one from then on', async () => {
    const fields = await completeFields(service, row);
    const other = { 'auth.client_id': 'other', 'auth.fingerprint': 'another-device-of-the-person' };
    expect((await send(path, fields)).status).toBe(200);
    expect((await again(path, { ...fields, ...other })).body.code).toBe('payload_invalid');
    expect((await again(path, fields)).body.code).toBe('payload_invalid');
  });
});

test('the tokens of the first answer are void, and those of the second are good', async () => {
  const fields = credentials();
  const [first, second] = [(await send(login, fields)).body.data, (await again(login, fields)).body.data];
  expect([await isLive(first.access_token), await isLive(second.access_token)]).toEqual([false, true]);
  const exchange = (token: string) => {
    const relay = service.siblings.relay({ purpose: 'user_exchange' });
    return send('/auth/user/exchange', { relay, 'auth.token': token });
  };
  expect((await exchange(first.root.token)).body.code).toBe('token_invalid');
});

test('no table holds what the digest of a password could be guessed by, even with its key', async () => {
  const [jti, op] = [crypto.randomUUID(), 'the hash of a form'];
  const claims = { purpose: 'user_login' } as const;
  await send(login, credentials({ relay: service.siblings.relay({ ...claims, jti }) }));
  await send(login, credentials({ relay: service.siblings.relay({ ...claims, op }), 'auth.pass': 'wrong' }));
  const kept = await database.prisma.outcome.findMany({ orderBy: { createdAt: 'desc' }, take: 2 });
  expect(kept.map((one) => one.op).toSorted()).toEqual([hashSecret(jti), hashSecret(op)].toSorted());
});

test('a one-time code is accepted once more for the same request, and for no other', async () => {
  await service.accounts.add({ ...ada, totpSecret: service.secrets.seal(totpSecret, ada.id) });
  const code = generateSync({ secret: totpSecret, epoch: service.clock.now() / 1000 });
  const fields = credentials({ 'auth.code': code });
  expect((await send(login, fields)).status).toBe(200);
  const { status, body } = await again(login, fields);
  expect([status, body.data.root.amr]).toEqual([200, ['password', 'totp']]);
  expect((await again(login, credentials({ 'auth.code': code }))).body.code).toBe('invalid_credentials');
  expect((await again(login, { ...fields, 'auth.code': '000000' })).body.code).toBe('payload_invalid');
});

test('a new password is set once: the same request again opens a session with the old one in it', async () => {
  await service.accounts.add({ ...ada, firstPasswordUntil: new Date(service.clock.now() + 3_600_000) });
  const fields = credentials({ new_password: 'a quite new password' });
  expect((await send(login, fields)).status).toBe(200);
  const before = await events();
  expect((await again(login, fields)).status).toBe(200);
  expect((await events()).slice(before.length)).toEqual(['user.login']);
  expect((await again(login, credentials())).body.code).toBe('invalid_credentials');
});

test('a refusal is the same again, and is neither counted nor logged again', async () => {
  const fields = credentials({ 'auth.pass': 'wrong' });
  for (let sent = 0; sent < 20; sent += 1)
    expect((await again(login, fields)).body.code).toBe('invalid_credentials');
  expect(await events()).toEqual(['invalid_credentials']);
  expect((await send(login, credentials())).status).toBe(200);
});

describe('what has ended since is not given again', () => {
  const root = makeAccount({ id: crypto.randomUUID(), email: 'root@example.test', kind: 'root' });
  const resetPassword = async () => {
    await service.accounts.add(root);
    const { token } = await openSession(service, root);
    return send('/admin/user/reset_password', { token, user_id: ada.id, 'auth.pass': password });
  };

  test('401 payload_invalid for a login after a new password', async () => {
    const fields = credentials();
    expect((await send(login, fields)).status).toBe(200);
    expect((await resetPassword()).status).toBe(200);
    expect((await again(login, fields)).body.code).toBe('payload_invalid');
  });

  test('401 invalid_credentials for a form of the page after a new password', async () => {
    const path = '/auth/user/root-session';
    const relay = () => service.siblings.relay({ purpose: 'user_root_session', op: 'form' });
    expect((await send(path, { ...credentials(), relay: relay() })).status).toBe(200);
    expect((await resetPassword()).status).toBe(200);
    expect((await send(path, { ...credentials(), relay: relay() })).body.code).toBe('invalid_credentials');
  });
});

describe('a form of the page, whose operation has more than one payload', () => {
  const ofForm = (changes: object = {}, op = 'form-1') => ({
    ...credentials(changes),
    relay: service.siblings.relay({ purpose: 'user_root_session', op }),
  });
  const path = '/auth/user/root-session';

  test('gets the verdict of the first, with a new root token in place of the old one', async () => {
    const [first, second] = [(await send(path, ofForm())).body.data, (await send(path, ofForm())).body.data];
    expect(second.root.token).not.toBe(first.root.token);
    expect(await service.context.sessions.findLiveRoot('', new Date(service.clock.now()))).toBeUndefined();
    const exchange = (token: string) =>
      send('/auth/user/exchange', {
        relay: service.siblings.relay({ purpose: 'user_exchange' }),
        'auth.token': token,
      });
    expect((await exchange(first.root.token)).body.code).toBe('token_invalid');
    expect((await exchange(second.root.token)).status).toBe(200);
  });

  test('gets the refusal of the first, uncounted', async () => {
    for (let sent = 0; sent < 20; sent += 1)
      expect((await send(path, ofForm({ 'auth.pass': 'wrong' }))).body.code).toBe('invalid_credentials');
    expect(await events()).toEqual(['invalid_credentials']);
  });

  test('is payload_invalid with something else in it', async () => {
    expect((await send(path, ofForm())).status).toBe(200);
    expect((await send(path, ofForm({ 'auth.pass': 'another' }))).body.code).toBe('payload_invalid');
    expect((await send(path, ofForm({ 'auth.pass': 'another' }, 'form-2'))).body.code).toBe(
      'invalid_credentials',
    );
  });

  test('is judged again after twenty minutes', async () => {
    await send(path, ofForm({ 'auth.pass': 'wrong' }));
    service.clock.advance(1201);
    expect((await send(path, ofForm())).status).toBe(200);
  });

  const live = () => database.prisma.session.count({ where: { userId: ada.id, revokedAt: null } });
  const failures = async () => (await service.requestLog.entries()).filter(({ code }) => code !== null);
  const totp = () => generateSync({ secret: totpSecret, epoch: service.clock.now() / 1000 });
  const withCodes = () => ({ totpSecret: service.secrets.seal(totpSecret, ada.id) });
  const recoveryCode = 'ABCDE-FGHJK';

  test.each<[string, () => object, () => object]>([
    ['a password', () => ({}), () => ({})],
    ['a one-time code', withCodes, () => ({ 'auth.code': totp() })],
    ['a recovery code', withCodes, () => ({ 'auth.code': recoveryCode })],
    [
      'a first password',
      () => ({ firstPasswordUntil: new Date(service.clock.now() + 3_600_000) }),
      () => ({ new_password: 'a quite new password' }),
    ],
  ])('with %s, twice at once and then again: one session lives', async (_what, account, shown) => {
    await service.accounts.add({ ...ada, ...account() });
    const codeHash = hashRecoveryCode({ secret: totpSecret, userId: ada.id }, recoveryCode.replace('-', ''));
    const createdAt = new Date(service.clock.now());
    await database.prisma.recoveryCode.create({ data: { userId: ada.id, codeHash, createdAt } });
    const fields = shown();
    const { verify } = service.hash;
    let meet = () => {};
    const met = new Promise<void>((resolve) => (meet = resolve));
    // Neither has an outcome to find before both are past it.
    service.hash.verify = async (...all) => {
      if (service.hash.verified.push('') === 2) meet();
      await met;
      return verify(...all);
    };
    const both = await Promise.all([send(path, ofForm(fields)), send(path, ofForm(fields))]);
    const later = await send(path, ofForm(fields));
    expect([...both, later].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(service.hash.verified).toHaveLength(4);
    expect([await live(), await failures()]).toEqual([1, []]);
  });

  test('a form that is sent again after its session ended signs in once more, into one session', async () => {
    const { root } = (await send(path, ofForm())).body.data;
    await database.prisma.session.updateMany({ data: { revokedAt: new Date(service.clock.now()) } });
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(path, ofForm())));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.map(({ body }) => body.data.root.token)).not.toContain(root.token);
    expect(await live()).toBe(1);
  });
});
