import { generateSync } from 'otplib';
import type { UserApiContext } from '../../src/context.ts';
import { makeAccount, password, totpSecret } from '../setup/accounts.ts';
import { createAuthenticator } from '../setup/authenticator.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { askAsApp, challenge, codeOf, openPasskeyPage, type PasskeyPage } from '../setup/passkey-page.ts';
import { database } from '../setup/test-database.ts';

const ada = makeAccount();
let service: TestService;

async function open(account = ada, stores: Partial<UserApiContext> = {}) {
  service = createTestService({ stores });
  await service.accounts.add(account);
  return openPasskeyPage(service, account);
}

const events = async () => (await service.requestLog.entries()).map(({ event }) => event);

describe('a passkey is added', () => {
  test('after the password, with a name, and is listed without its key; its owner removes it', async () => {
    const { add, list, send } = await open();
    const { status, body } = await add();
    expect(status).toBe(200);
    const { passkeys, asks } = await list();
    expect(asks).toBe('password');
    const created_at = new Date(service.clock.now()).toISOString();
    const times = { created_at, last_used_at: null };
    const shown = { id: body.data.id, name: 'My key', synced: false, usable: true, ...times };
    expect(passkeys).toEqual([shown]);
    await database.prisma.passkey.updateMany({ data: { rpId: 'old.example.test' } });
    expect((await list()).passkeys).toEqual([{ ...shown, usable: false }]);
    expect(codeOf(await send('remove', { id: body.data.id }))[0]).toBe(200);
    expect(codeOf(await send('remove', { id: body.data.id }))).toEqual([404, 'not_found']);
    expect(codeOf(await send('remove', { id: 'x' }))).toEqual([404, 'not_found']);
    expect((await list()).passkeys).toEqual([]);
    expect(await events()).toEqual(['passkey.added', 'passkey.removed']);
  });

  test('for a user handle of 32 bytes that says nothing, the same for each passkey of the account', async () => {
    const { add, begin } = await open();
    const first = (await begin()).body.data;
    expect(Buffer.from(first.user_handle, 'base64url')).toHaveLength(32);
    const key = createAuthenticator();
    expect((await add(key)).status).toBe(200);
    const again = { user_handle: first.user_handle, credential_ids: [key.id] };
    expect((await begin()).body.data).toMatchObject(again);
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
    [string, number, string, (page: PasskeyPage) => Promise<{ status: number; body: { code?: string } }>]
  >([
    ['without a password', 400, 'missing_field', ({ begin }) => begin({})],
    ['by a wrong one', 401, 'invalid_credentials', ({ begin }) => begin({ 'auth.pass': 'wrong' })],
    [
      'by the token of an app',
      403,
      'forbidden',
      () => askAsApp(service, ada, 'begin', { 'auth.pass': password }),
    ],
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
    const { make, send } = await open();
    expect(codeOf(await send('add', { ...(await make()), ...changes }))).toEqual([status, code]);
  });

  test.each([
    ['of another origin', { origin: 'https://evil.test' }],
    ['of another host', { rpId: 'evil.test' }],
    ['of nobody who was present', { isPresent: false }],
    ['of nobody who was verified', { isVerified: false }],
    ['made in a frame of another site', { crossOrigin: true }],
    ['that is a sign-in', { type: 'webauthn.get' }],
  ])('%s: 400 invalid_value', async (_what, lies) => {
    const { make, send } = await open();
    expect(codeOf(await send('add', await make(createAuthenticator(), lies)))).toEqual([
      400,
      'invalid_value',
    ]);
  });

  test('by what was begun in another sign-in, 15 minutes ago, before all were removed, or before a new password', async () => {
    const page = await open();
    const other = await openPasskeyPage(service, ada);
    expect(codeOf(await other.send('add', await page.make()))).toEqual([409, 'state_conflict']);
    const old = await page.make();
    service.clock.advance(900);
    expect(codeOf(await page.send('add', old))).toEqual([409, 'state_conflict']);
    const before = await page.make();
    await database.prisma.user.updateMany({ data: { passkeyHandle: null } });
    expect(codeOf(await page.send('add', before))).toEqual([409, 'state_conflict']);
    const { add } = service.context.passkeys;
    Object.assign(service.context.passkeys, {
      async add(...given: Parameters<typeof add>) {
        await database.prisma.user.updateMany({ data: { tokensValidAfter: new Date(service.clock.now()) } });
        return add(...given);
      },
    });
    expect(codeOf(await page.add())).toEqual([409, 'state_conflict']);
    expect(await database.prisma.passkey.count()).toBe(0);
  });

  test('that somebody has: 409 state_conflict', async () => {
    const { add } = await open();
    const key = createAuthenticator();
    for (const status of [200, 409]) expect((await add(key)).status).toBe(status);
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
  const byBob = await (await openPasskeyPage(service, bob)).send('remove', { id });
  expect(codeOf(byBob)).toEqual([404, 'not_found']);
  expect((await page.list()).passkeys).toHaveLength(1);
});

test('a person removes one by the token of an app too', async () => {
  const { id } = (await (await open()).add()).body.data;
  expect((await askAsApp(service, ada, 'remove', { id })).status).toBe(200);
});
