import { request } from '@latchkey/testing';
import { accountClientId, ssoClientId, type AccessTokenClaims } from '@latchkey/tokens';
import { generateSync } from 'otplib';
import type { UserApiContext } from '../../src/context.ts';
import { makeAccount, makeSession, openSession, password, totpSecret } from '../setup/accounts.ts';
import { createAuthenticator } from '../setup/authenticator.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { database } from '../setup/test-database.ts';

const ada = makeAccount();
const challenge = 'Y2hhbGxlbmdlIG9mIHRoZSBwYWdl';
let service: TestService;

async function open(account = ada, stores: Partial<UserApiContext> = {}) {
  service = createTestService({ stores });
  await service.accounts.add(account);
  return openPage(account);
}

/** A sign-in of sso's page `ago` seconds before, and what its tokens may do. */
async function openPage(account = ada, { ago = 0, amr = ['password'] } = {}) {
  const sid = service.context.newId();
  const createdAt = new Date(service.clock.now() - ago * 1000);
  const root = { id: sid, kind: 'root', rootId: null, clientId: ssoClientId, userId: account.id } as const;
  const { tokensValidAfter } = (await service.accounts.findById(account.id)) ?? account;
  await service.sessions.add(makeSession({ ...root, createdAt, authTime: createdAt, amr, tokensValidAfter }));
  const sign = (claims: Partial<AccessTokenClaims> = {}) => {
    const browser = { ip: '203.0.113.50', user_agent: 'Test/1.0' };
    const auth_time = Math.floor(createdAt.getTime() / 1000);
    const usual = { client_id: accountClientId, scope: 'account orgs', amr, browser, auth_time };
    return service.signer.signToken({ sub: account.id, sid, ...usual, ...claims });
  };
  const send = (act: string, fields: object = {}, claims: Partial<AccessTokenClaims> = {}) =>
    request(service.app)
      .post(`/account/me/passkey/${act}`)
      .send({ token: sign(claims), ...fields });
  const begin = (fields: object = { 'auth.pass': password }) => send('begin', fields);
  /** Begins and adds one; the answer to that. */
  async function add(name = 'My key', key = createAuthenticator()) {
    const { begun, user_handle: handle } = (await begin()).body.data;
    return send('add', { begun, challenge, passkey: key.create(challenge, handle), name });
  }
  const list = async () => (await send('list')).body.data;
  return { send, begin, add, list };
}

/** With the token of another client than the page. */
async function askAsApp(act: string, fields: object, account = ada) {
  const { token } = await openSession(service, account);
  return request(service.app)
    .post(`/account/me/passkey/${act}`)
    .send({ token, ...fields });
}

const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const events = async () => (await service.requestLog.entries()).map(({ event }) => event);

describe('a passkey is added', () => {
  test('after the password, with a name, and is listed without its key; its owner removes it', async () => {
    const { add, list, send } = await open();
    const { status, body } = await add('My key');
    expect(status).toBe(200);
    const { passkeys, asks } = await list();
    expect(asks).toBe('password');
    const created_at = new Date(service.clock.now()).toISOString();
    const shown = {
      id: body.data.id,
      name: 'My key',
      synced: false,
      usable: true,
      created_at,
      last_used_at: null,
    };
    expect(passkeys).toEqual([shown]);
    expect(codeOf(await send('remove', { id: body.data.id }))[0]).toBe(200);
    expect(codeOf(await send('remove', { id: body.data.id }))).toEqual([404, 'not_found']);
    expect(codeOf(await send('remove', { id: 'x' }))).toEqual([404, 'not_found']);
    expect((await list()).passkeys).toEqual([]);
    expect(await events()).toEqual(['passkey.added', 'passkey.removed']);
  });

  test('after password and code where the account has codes, which is spent', async () => {
    const account = makeAccount();
    const page = await open(account);
    const sealed = service.secrets.seal(totpSecret, account.id);
    await database.prisma.user.updateMany({ data: { totpSecret: sealed } });
    const code = generateSync({ secret: totpSecret, epoch: Math.floor(service.clock.now() / 1000) });
    expect((await page.list()).asks).toBe('code');
    expect(codeOf(await page.begin())).toEqual([400, 'missing_field']);
    expect(codeOf(await page.begin({ 'auth.code': code, 'auth.pass': 'wrong' }))).toEqual([
      401,
      'invalid_credentials',
    ]);
    const shown = { 'auth.pass': password, 'auth.code': code };
    expect((await page.begin(shown)).status).toBe(200);
    expect(codeOf(await page.begin(shown))).toEqual([401, 'invalid_credentials']);
  });

  test('one for each beginning, and 20 at most', async () => {
    const { add, begin, send, list } = await open();
    const { begun, user_handle: handle } = (await begin()).body.data;
    const made = () => ({
      begun,
      challenge,
      passkey: createAuthenticator().create(challenge, handle),
      name: 'Key',
    });
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('add', made())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (let count = 1; count < 20; count += 1) expect((await add()).status).toBe(200);
    expect(codeOf(await begin())).toEqual([409, 'state_conflict']);
    expect((await list()).passkeys).toHaveLength(20);
  });
});

describe('no passkey is added', () => {
  test.each<
    [
      string,
      number,
      string,
      (page: Awaited<ReturnType<typeof open>>) => Promise<{ status: number; body: { code?: string } }>,
    ]
  >([
    ['without a password', 400, 'missing_field', ({ begin }) => begin({})],
    ['by a wrong one', 401, 'invalid_credentials', ({ begin }) => begin({ 'auth.pass': 'wrong' })],
    ['by the token of an app', 403, 'forbidden', () => askAsApp('begin', { 'auth.pass': password })],
    [
      'that was not begun',
      409,
      'state_conflict',
      ({ send }) => send('add', { begun: 'k.x', challenge, passkey: '{}', name: 'Key' }),
    ],
  ])('%s: %d %s', async (_why, status, code, act) => {
    expect(codeOf(await act(await open()))).toEqual([status, code]);
  });

  test.each<[string, number, string, object]>([
    ['of another challenge', 400, 'invalid_value', { challenge: 'b3RoZXI' }],
    ['that is no JSON', 400, 'invalid_value', { passkey: '{' }],
    ['without a name', 400, 'missing_field', { name: ' ' }],
    ['with a long name', 400, 'invalid_value', { name: 'x'.repeat(65) }],
  ])('%s: %d %s', async (_why, status, code, changes) => {
    const { begin, send } = await open();
    const { begun, user_handle: handle } = (await begin()).body.data;
    const passkey = createAuthenticator().create(challenge, handle);
    expect(codeOf(await send('add', { begun, challenge, passkey, name: 'Key', ...changes }))).toEqual([
      status,
      code,
    ]);
  });

  test.each([
    ['of another origin', { origin: 'https://evil.test' }],
    ['of another host', { rpId: 'evil.test' }],
    ['of nobody who was verified', { isVerified: false }],
    ['made in a frame of another site', { crossOrigin: true }],
    ['that is a sign-in', { type: 'webauthn.get' }],
  ])('%s: 400 invalid_value', async (_what, lies) => {
    const { begin, send } = await open();
    const { begun, user_handle: handle } = (await begin()).body.data;
    const passkey = createAuthenticator().create(challenge, handle, lies);
    expect(codeOf(await send('add', { begun, challenge, passkey, name: 'Key' }))).toEqual([
      400,
      'invalid_value',
    ]);
  });

  test('by what was begun in another sign-in, 15 minutes ago, before all were removed, or before a new password', async () => {
    const page = await open();
    const start = async () => {
      const { begun, user_handle: handle } = (await page.begin()).body.data;
      return { begun, challenge, passkey: createAuthenticator().create(challenge, handle), name: 'Key' };
    };
    const other = await openPage();
    expect(codeOf(await other.send('add', await start()))).toEqual([409, 'state_conflict']);
    const old = await start();
    service.clock.advance(900);
    expect(codeOf(await page.send('add', old))).toEqual([409, 'state_conflict']);
    const before = await start();
    await database.prisma.user.updateMany({ data: { passkeyHandle: null } });
    expect(codeOf(await page.send('add', before))).toEqual([409, 'state_conflict']);
    const { add } = service.context.passkeys;
    Object.assign(service.context.passkeys, {
      async add(...given: Parameters<typeof add>) {
        await database.prisma.user.updateMany({ data: { tokensValidAfter: new Date(service.clock.now()) } });
        return add(...given);
      },
    });
    expect(codeOf(await page.send('add', await start()))).toEqual([409, 'state_conflict']);
    expect(await database.prisma.passkey.count()).toBe(0);
  });

  test('that somebody has: 409 state_conflict', async () => {
    const { begin, send } = await open();
    const key = createAuthenticator();
    for (const status of [200, 409]) {
      const { begun, user_handle: handle } = (await begin()).body.data;
      const passkey = key.create(challenge, handle);
      expect((await send('add', { begun, challenge, passkey, name: 'Key' })).status).toBe(status);
    }
  });

  test.each(['http://127.0.0.1:4001', 'https://[2001:db8::1]'])('where sso is %s: 409', async (ssoUrl) => {
    const { begin } = await open(ada, { ssoUrl });
    expect(codeOf(await begin())).toEqual([409, 'state_conflict']);
  });
});

test('nobody removes the passkey of somebody else', async () => {
  const page = await open();
  const { id } = (await page.add()).body.data;
  const bob = makeAccount({ id: crypto.randomUUID(), email: 'bob@example.test' });
  await service.accounts.add(bob);
  expect(codeOf(await (await openPage(bob)).send('remove', { id }))).toEqual([404, 'not_found']);
  expect((await page.list()).passkeys).toHaveLength(1);
});

describe('an operator with OPERATOR_MFA = passkey', () => {
  const operator = makeAccount({ kind: 'root' });
  const needed = { operatorsNeedPasskeys: true };
  const firstUntil = (seconds: number) =>
    database.prisma.user.updateMany({
      data: { firstPasskeyUntil: new Date(service.clock.now() + seconds * 1000) },
    });

  test.each([
    ['after replacing a first password', 1, 200],
    ['an hour later', 0, 403],
    ['long ago', -3600, 403],
  ])('adds the first one %s: %s s left, %d', async (_when, left, status) => {
    const page = await open(operator, needed);
    await firstUntil(left);
    expect((await page.list()).asks).toBe(status === 200 ? 'password' : 'reset');
    expect((await page.begin()).status).toBe(status);
  });

  test('adds and removes others only by one, at the page and within five minutes', async () => {
    const page = await open(operator, needed);
    await firstUntil(60);
    const { id } = (await page.add()).body.data;
    expect((await page.list()).asks).toBe('passkey');
    for (const act of [page.begin(), page.send('remove', { id })])
      expect(codeOf(await act)).toEqual([403, 'forbidden']);
    const late = await openPage(operator, { ago: 300, amr: ['hwk', 'user', 'mfa'] });
    expect(codeOf(await late.begin())).toEqual([403, 'forbidden']);
    const byKey = await openPage(operator, { ago: 299, amr: ['hwk', 'user', 'mfa'] });
    expect((await byKey.list()).asks).toBe('nothing');
    expect(codeOf(await askAsApp('remove', { id }, operator))).toEqual([403, 'forbidden']);
    expect((await byKey.add('Second')).status).toBe(200);
    expect((await byKey.send('remove', { id })).status).toBe(200);
  });

  test('adds one of two that were begun within the hour', async () => {
    const page = await open(operator, needed);
    await firstUntil(60);
    const begun = [(await page.begin()).body.data, (await page.begin()).body.data];
    const answers = await Promise.all(
      begun.map(({ begun: one, user_handle: handle }) =>
        page.send('add', {
          begun: one,
          challenge,
          passkey: createAuthenticator().create(challenge, handle),
          name: 'Key',
        }),
      ),
    );
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
  });
});

describe('passkeys end', () => {
  const root = makeAccount({ id: crypto.randomUUID(), email: 'root@example.test', kind: 'root' });
  const shown = { 'auth.pass': password };
  async function askOperator(path: string, fields: object) {
    await service.accounts.add(root).catch(() => undefined);
    const { token } = await openSession(service, root);
    return request(service.app)
      .post(`/admin/user/${path}`)
      .send({ token, user_id: ada.id, ...fields });
  }

  test('by an operator, who needs a fresh code or password; then there are none to end', async () => {
    const { add } = await open();
    await add();
    expect(codeOf(await askOperator('reset_passkeys', {}))).toEqual([403, 'fresh_code_required']);
    expect((await askOperator('reset_passkeys', shown)).status).toBe(200);
    expect(codeOf(await askOperator('reset_passkeys', shown))).toEqual([409, 'state_conflict']);
    expect((await events()).filter((event) => event === 'admin.user.reset_passkeys')).toHaveLength(1);
  });

  test.each([
    ['end', {}, 0],
    ['stay', { keep_passkeys: true }, 1],
  ])('with reset_password they %s: %j', async (_what, fields, left) => {
    const { add } = await open();
    await add();
    expect((await askOperator('reset_password', { ...shown, ...fields })).status).toBe(200);
    expect(await database.prisma.passkey.count()).toBe(left);
    expect((await events()).includes('admin.user.reset_passkeys')).toBe(left === 0);
  });

  test('with the account', async () => {
    const page = await open();
    await page.add();
    const { token } = await openSession(service, ada);
    const deleted = await request(service.app)
      .post('/account/me/delete')
      .send({ token, 'auth.pass': password });
    expect(deleted.status).toBe(200);
    expect(await database.prisma.passkey.count()).toBe(0);
    expect(await database.prisma.user.findFirst()).toMatchObject({ passkeyHandle: null });
  });
});
