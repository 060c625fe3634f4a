import { request } from '@latchkey/testing';
import { ssoClientId, type RelayClaims } from '@latchkey/tokens';
import type { Passkey } from '../../src/accounts/passkey.ts';
import { bob, makeAccount, password } from '../setup/accounts.ts';
import { createAuthenticator } from '../setup/authenticator.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { database } from '../setup/test-database.ts';

const ada = makeAccount();
const handle = 'aGFuZGxlIG9mIGFkYQ';
const challenge = 'Y2hhbGxlbmdlIG9mIDMyIGJ5dGVzIG9mIGEgZm9ybSE';
let service: TestService;
let key: ReturnType<typeof createAuthenticator>;

beforeEach(async () => {
  service = createTestService();
  await service.accounts.add(ada);
  await service.accounts.add(bob);
  key = createAuthenticator();
  await addPasskey();
  await service.requestLog.clear();
});

/** Gives ada the passkey of `key`. */
async function addPasskey(changes: Partial<Passkey> = {}) {
  const { passkeys } = service.context;
  await passkeys.openHandle(ada.id, handle);
  const adding = { account: ada, handle, most: 20, row: makeLogEntry() };
  expect(await passkeys.add(key.record(ada.id, handle, changes), adding)).toBe(true);
}

function relayOf(claims: Partial<RelayClaims> = {}): string {
  const page = { client_id: ssoClientId, method: 'passkey', ip: '203.0.113.50', user_agent: 'Test/1.0' };
  return service.siblings.relay({
    purpose: 'user_root_session',
    ...page,
    challenge,
    op: `op of ${claims.challenge ?? challenge}`,
    ...claims,
  });
}

const post = (fields: object) => request(service.app).post('/auth/user/root-session').send(fields);
const signIn = (passkey: string, relay = relayOf(), fields: object = {}) =>
  post({ relay, 'auth.method': 'passkey', passkey, ...fields });
const rows = async () =>
  (await service.requestLog.entries()).map(({ event, outcome, code, method, userId }) => ({
    event,
    outcome,
    code,
    method,
    userId,
  }));

describe('200', () => {
  test.each([
    ['that stays on its device', false, 'hwk'],
    ['that is synced', true, 'swk'],
  ])('a passkey %s signs in, without a password, a code or a hash', async (_which, isSynced, way) => {
    key = createAuthenticator({ isSynced });
    await addPasskey();
    await service.requestLog.clear();
    const counted: string[] = [];
    const onSignedIn = (method: string) => counted.push(method);
    // No place to hash a password is taken either.
    Object.assign(service.context, { onSignedIn, passwords: undefined });
    const { status, body } = await signIn(key.get(challenge));
    expect([status, body.data.root.amr, body.data.user.id]).toEqual([200, [way, 'user', 'mfa'], ada.id]);
    expect([service.hash.verified, counted]).toEqual([[], ['passkey']]);
    const row = {
      event: 'user.root_session',
      outcome: 'success',
      code: null,
      method: 'passkey',
      userId: ada.id,
    };
    expect(await rows()).toEqual([row]);
    const [used] = (await service.context.passkeys.list(ada.id)).filter(
      ({ credentialId }) => credentialId === key.id,
    );
    expect([used?.counter, used?.lastUsedAt]).toEqual([1, new Date(service.clock.now())]);
  });

  test('a key that does not count signs in again and again', async () => {
    key = createAuthenticator({ counts: false });
    await addPasskey();
    for (const form of ['one', 'two'])
      expect((await signIn(key.get(form), relayOf({ challenge: form }))).status).toBe(200);
  });

  test('the same request again gets the verdict of the first, with new secrets', async () => {
    const assertion = key.get(challenge);
    const first = await signIn(assertion);
    service.clock.advance(1);
    const again = await signIn(assertion);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body.data.root.token).not.toBe(first.body.data.root.token);
  });
});

test('of one form that is sent 12 times at once, and then again at once, one session lives', async () => {
  const assertion = key.get(challenge);
  const live = () => database.prisma.session.count({ where: { userId: ada.id, revokedAt: null } });
  for (const count of [12, 12, 12]) {
    const answers = await Promise.all(Array.from({ length: count }, () => signIn(assertion)));
    // Beside a few attempts of a network, further ones wait.
    expect(answers.filter(({ status }) => ![200, 429].includes(status))).toEqual([]);
    expect(await live()).toBe(1);
    expect((await rows()).filter(({ event }) => event === 'passkey.refused')).toEqual([]);
  }
});

describe('401 invalid_credentials, and nothing is opened', () => {
  test.each<[string, () => string]>([
    ['another origin', () => key.get(challenge, { origin: 'https://sso.example.test.evil.test' })],
    ['another host', () => key.get(challenge, { rpId: 'example.test' })],
    ['another challenge', () => key.get('b3RoZXI')],
    ['a creation', () => key.get(challenge, { type: 'webauthn.create' })],
    ['a frame of another site', () => key.get(challenge, { crossOrigin: true })],
    ['nobody present', () => key.get(challenge, { isPresent: false })],
    ['nobody verified', () => key.get(challenge, { isVerified: false })],
    ['another user handle', () => key.get(challenge, { handle: 'b3RoZXI' })],
    ['an unknown passkey', () => createAuthenticator().get(challenge, { handle })],
    [
      'the signature of another key',
      () =>
        JSON.stringify({
          ...JSON.parse(createAuthenticator().get(challenge, { handle })),
          id: key.id,
          rawId: key.id,
        }),
    ],
  ])('%s', async (_what, make) => {
    const { status, body } = await signIn(make());
    expect([status, body.code]).toEqual([401, 'invalid_credentials']);
    expect(await database.prisma.session.count()).toBe(0);
    expect((await rows()).at(-1)).toMatchObject({ event: 'user.root_session', code: 'invalid_credentials' });
  });

  test('a passkey of another host, and one of an account that is disabled or removed it', async () => {
    await database.prisma.passkey.updateMany({ data: { rpId: 'old.example.test' } });
    expect((await signIn(key.get(challenge))).status).toBe(401);
    await database.prisma.passkey.updateMany({ data: { rpId: 'sso.example.test' } });
    await database.prisma.user.updateMany({ data: { status: 'disabled' } });
    expect((await signIn(key.get('two'), relayOf({ challenge: 'two' }))).status).toBe(401);
    await database.prisma.user.updateMany({ data: { status: 'active' } });
    await service.context.passkeys.removeAll(ada.id, makeLogEntry());
    expect((await signIn(key.get('three'), relayOf({ challenge: 'three' }))).status).toBe(401);
  });

  test('a counter that does not grow is refused with a row of its own, and the passkey stays', async () => {
    expect((await signIn(key.get(challenge, { counter: 7 }))).status).toBe(200);
    for (const [counter, form] of [
      [7, 'same'],
      [3, 'less'],
      [0, 'none'],
    ] as const) {
      const refused = await signIn(key.get(form, { counter }), relayOf({ challenge: form }));
      expect([refused.status, refused.body.code]).toEqual([401, 'invalid_credentials']);
      expect((await rows()).at(-1)).toMatchObject({ event: 'passkey.refused', userId: ada.id });
    }
    expect((await signIn(key.get('more', { counter: 8 }), relayOf({ challenge: 'more' }))).status).toBe(200);
  });

  test('failures are counted for the network only: the account is not locked, and a password still signs in', async () => {
    for (let attempt = 0; attempt < 12; attempt += 1)
      await signIn(key.get('wrong'), relayOf({ challenge: `form ${attempt}` }));
    const relay = service.siblings.relay({
      purpose: 'user_root_session',
      client_id: ssoClientId,
      ip: '203.0.113.50',
    });
    expect((await post({ relay, 'auth.user': ada.email, 'auth.pass': password })).status).toBe(200);
  });
});

describe('a challenge is spent once', () => {
  test('another answer to it is payload_invalid, for longer than the challenge is good', async () => {
    expect((await signIn(key.get(challenge))).status).toBe(200);
    service.clock.advance(899);
    const { status, body } = await signIn(key.get(challenge));
    expect([status, body.code]).toEqual([401, 'payload_invalid']);
  });

  test('a refused answer spends it too', async () => {
    expect((await signIn(key.get('wrong'))).status).toBe(401);
    expect((await signIn(key.get(challenge))).body.code).toBe('payload_invalid');
  });

  test.each([
    ['that counts', true],
    ['that does not count', false],
  ])(
    'of 20 answers at once of a key %s one opens a session, and nobody is said to have a copy',
    async (_which, counts) => {
      key = createAuthenticator({ counts });
      await addPasskey();
      const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(key.get(challenge))));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await database.prisma.session.count({ where: { userId: ada.id } })).toBe(1);
      expect((await rows()).filter(({ event }) => event === 'passkey.refused')).toEqual([]);
    },
  );

  test('of two copies that count alike, one signs in, and the other is refused as a copy', async () => {
    const assertions = ['one', 'two'].map((form) => [form, key.get(form, { counter: 5 })] as const);
    const answers = await Promise.all(
      assertions.map(([form, assertion]) => signIn(assertion, relayOf({ challenge: form }))),
    );
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '401']);
    expect((await rows()).filter(({ event }) => event === 'passkey.refused')).toHaveLength(1);
  });
});

describe('refused before anybody is looked for', () => {
  test.each<[string, Partial<RelayClaims>]>([
    ['another client', { client_id: 'demo-backend' }],
    ['another method', { method: 'password' }],
    ['no challenge', { challenge: undefined as never }], // In place of the usual one.
    ['another purpose', { purpose: 'user_login' }],
  ])('403 payload_mismatch for a payload with %s', async (_what, claims) => {
    const { status, body } = await signIn(key.get(challenge), relayOf(claims));
    expect([status, body.code]).toEqual([403, 'payload_mismatch']);
  });

  test('403 payload_mismatch for a password with a payload of the method passkey', async () => {
    const { body } = await post({ relay: relayOf(), 'auth.user': ada.email, 'auth.pass': password });
    expect(body.code).toBe('payload_mismatch');
  });

  test.each([
    ['missing_field', {}],
    ['invalid_value', { passkey: 'x' }],
    ['invalid_value', { passkey: '[]' }],
    ['invalid_value', { passkey: '{"id":1}' }],
    ['invalid_value', { passkey: '{"id":"a","rawId":"a","type":"public-key","response":{"__proto__":{}}}' }],
    ['invalid_value', { passkey: 'x'.repeat(4097) }],
  ])('400 %s for %j', async (code, fields) => {
    const { status, body } = await post({ relay: relayOf(), 'auth.method': 'passkey', ...fields });
    expect([status, body.code]).toEqual([400, code]);
  });

  test('400 ambiguous_parameter for the passkey of another account than the page is about', async () => {
    const { status, body } = await signIn(key.get(challenge), relayOf(), { 'auth.id': bob.id });
    expect([status, body.code]).toEqual([400, 'ambiguous_parameter']);
    expect(await database.prisma.session.count()).toBe(0);
  });

  test('a login and a member route read no passkey', async () => {
    for (const path of ['/auth/user/login', '/auth/member/root-session']) {
      const fields = {
        relay: relayOf(),
        'auth.method': 'passkey',
        passkey: key.get(challenge),
        'auth.org': 'acme',
      };
      expect((await request(service.app).post(path).send(fields)).status).toBe(400);
    }
  });
});
