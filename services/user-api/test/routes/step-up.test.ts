import { hashSecret } from '@latchkey/secrets';
import { request } from '@latchkey/testing';
import { ssoClientId } from '@latchkey/tokens';
import { generateSync } from 'otplib';
import type { Account } from '../../src/accounts/account.ts';
import type { NewSession } from '../../src/sessions/session-store.ts';
import { makeAccount, makeSession, password, totpSecret } from '../setup/accounts.ts';
import { createAuthenticator } from '../setup/authenticator.ts';
import { createTestService, serviceKey, type TestService } from '../setup/create-test-service.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { ada, root as withoutCodes } from '../setup/operator-acts.ts';

const root: Account = { ...withoutCodes, totpSecret };
const challenge = 'Y2hhbGxlbmdlIG9mIGEgZm9ybSBvZiBjb25zb2xl';
const handle = 'aGFuZGxlIG9mIHJvb3Q';
let token: string;
let service: TestService;
let opened = 0;
let key: ReturnType<typeof createAuthenticator>;

async function open(account: Account = root, changes: Partial<NewSession> = {}) {
  service = createTestService();
  opened += 1;
  token = `rs_${String(opened).padStart(43, 's')}`;
  const seal = (secret: string | null) => secret && service.secrets.seal(secret, account.id);
  await service.accounts.add({ ...account, totpSecret: seal(account.totpSecret) });
  await service.accounts.add(ada);
  const facts = {
    kind: 'root',
    clientId: ssoClientId,
    userId: account.id,
    tokenHash: hashSecret(token),
  } as const;
  await service.sessions.add(
    makeSession({
      id: service.context.newId(),
      ...facts,
      createdAt: new Date(service.clock.now()),
      ...changes,
    }),
  );
  key = createAuthenticator();
  const { passkeys } = service.context;
  await passkeys.openHandle(account.id, handle);
  await passkeys.add(key.record(account.id, handle), { account, handle, most: 20, row: makeLogEntry() });
  await service.requestLog.clear();
}
beforeEach(() => open());

const code = (steps = 0) =>
  generateSync({ secret: totpSecret, epoch: service.clock.now() / 1000 + steps * 30 });
async function stepUp(fields: object) {
  const { status, body } = await request(service.app)
    .post('/internal/v1/root-sessions/step_up')
    .set('authorization', `Bearer ${serviceKey}`)
    .send({ token, asks: 'required', ip: '203.0.113.50', user_agent: 'Test/1.0', ...fields });
  return [status, body.code, body.field];
}
const passkey = () => ({ passkey: key.get(challenge), challenge });
const good = [200, undefined, undefined];
const wrong = [401, 'invalid_credentials', undefined];

test('200 with a one-time code, which is spent then, also by another act', async () => {
  expect(await stepUp({ 'auth.code': code() })).toEqual(good);
  expect(await stepUp({ 'auth.code': code() })).toEqual(wrong);
  expect(await stepUp({ 'auth.code': code(1) })).toEqual(good);
});

test('of many with one code, one is 200', async () => {
  const sent = { 'auth.code': code() };
  const answers = await Promise.all(Array.from({ length: 4 }, () => stepUp(sent)));
  expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
});

test.each(['required', 'passkey', 'off'])(
  '200 with a passkey of the account where %s is asked for',
  async (asks) => {
    expect(await stepUp({ asks, ...passkey() })).toEqual(good);
  },
);

test('a passkey that counts behind, for another challenge, or of somebody else is 401', async () => {
  const sent = passkey();
  expect(await stepUp(sent)).toEqual(good);
  expect(await stepUp(sent)).toEqual(wrong);
  expect(await stepUp({ ...passkey(), challenge: `${challenge}A` })).toEqual(wrong);
  const other = createAuthenticator();
  const { passkeys } = service.context;
  await passkeys.openHandle(ada.id, 'aGFuZGxlIG9mIGFkYQ');
  const adding = { account: ada, handle: 'aGFuZGxlIG9mIGFkYQ', most: 20, row: makeLogEntry() };
  await passkeys.add(other.record(ada.id, 'aGFuZGxlIG9mIGFkYQ'), adding);
  expect(await stepUp({ passkey: other.get(challenge), challenge })).toEqual(wrong);
});

test.each<[string, object, unknown[]]>([
  ['nothing', {}, [403, 'fresh_code_required', 'auth.code']],
  [
    'a code where only a passkey will do',
    { asks: 'passkey', 'auth.code': '000000' },
    [403, 'fresh_code_required', 'passkey'],
  ],
  [
    'the password of who has codes',
    { asks: 'off', 'auth.pass': password },
    [403, 'fresh_code_required', 'auth.code'],
  ],
  ['a wrong code', { 'auth.code': '000000' }, wrong],
  ['a passkey that is none', { passkey: '{}', challenge }, [400, 'invalid_value', 'passkey']],
])('refused: %s', async (_what, fields, expected) => {
  expect(await stepUp(fields)).toEqual(expected);
});

test('the password of who has no codes is enough only where nothing more is asked for', async () => {
  await open(withoutCodes);
  expect(await stepUp({ 'auth.pass': password })).toEqual([403, 'fresh_code_required', 'passkey']);
  expect(await stepUp({ asks: 'off', 'auth.pass': 'wrong' })).toEqual(wrong);
  expect(await stepUp({ asks: 'off', 'auth.pass': password })).toEqual(good);
});

test('a recovery code, who is no operator, and another session than that of the page are refused', async () => {
  expect(await stepUp({ 'auth.code': '7KQ2M-X4R9T' })).toEqual(wrong);
  await open(makeAccount({ ...root, kind: 'user' }));
  expect(await stepUp({ 'auth.code': code() })).toEqual([403, 'forbidden', undefined]);
  await open(root, { clientId: 'demo-rp' });
  expect(await stepUp({ 'auth.code': code() })).toEqual([401, 'session_revoked', undefined]);
});

test('wrong codes and passkeys are in the budgets of the sign-in and its account', async () => {
  const answers = [];
  for (let time = 0; time < 6; time += 1) answers.push((await stepUp({ 'auth.code': '000000' }))[0]);
  expect(answers).toEqual([401, 401, 401, 401, 401, 429]);
  expect((await service.requestLog.entries())[0]).toMatchObject({
    event: 'account.totp_check',
    code: 'invalid_credentials',
    userId: root.id,
    ip: '203.0.113.50',
  });
});
