import { hashSecret } from '@latchkey/secrets';
import { request } from '@latchkey/testing';
import { issueApp, makeAccount, makeClient, openSession } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';

const path = '/account/me/client_password/change';
const secret = 'the secret of the demo backend';
const issueId = '22222222-2222-4222-8222-222222222222';
const confidential = {
  clientId: 'demo-backend',
  type: 'confidential',
  grantTypes: ['client_credentials'],
} as const;
let service: TestService;
let token: string;
beforeEach(async () => {
  service = createTestService();
  await service.clients.add(makeClient(confidential), [{ hash: hashSecret(secret), expiresAt: null }]);
  const expiresAt = new Date(service.clock.now() + 30 * 24 * 3600 * 1000);
  await issueApp(service, 'demo-backend', { id: issueId, expiresAt });
  await service.requestLog.clear();
  token = makeToken();
});

function makeToken(claims: object = {}): string {
  const app = { sub: 'demo-backend', client_id: 'demo-backend', token_use: 'app' as const };
  return service.signer.signToken({ ...app, sid: issueId, ...claims });
}

const change = (fields: object = {}) =>
  request(service.app)
    .post(path)
    .send({ token, 'auth.pass': secret, ...fields });

async function liveHashes(): Promise<string[]> {
  const found = await service.clients.find('demo-backend', new Date(service.clock.now()));
  return (found?.secrets ?? []).map(({ hash }) => hash).toSorted();
}
const hashesOf = (...secrets: string[]) => secrets.map((one) => hashSecret(one)).toSorted();

describe('POST /account/me/client_password/change', () => {
  test('200 with a secret that is made, beside the old one for a day', async () => {
    const { status, body } = await change();
    const { client_secret: made } = body.data;
    expect([status, body.data]).toEqual([
      200,
      {
        client_id: 'demo-backend',
        client_secret: expect.stringMatching(/^[\w-]{43}$/),
        previous_expires_at: '2026-12-02T10:00:00.000Z',
      },
    ]);
    expect(await liveHashes()).toEqual(hashesOf(secret, made));
    expect(await service.requestLog.entries()).toMatchObject([
      { event: 'client_password.change', outcome: 'success', clientId: 'demo-backend', userId: null },
    ]);
    expect(JSON.stringify(await service.requestLog.entries()) + service.logged.join('')).not.toContain(made);
    service.clock.advance(24 * 3600);
    expect(await liveHashes()).toEqual(hashesOf(made));
  });

  test.each(['', '  ', null])('200 beside the new_password %j, twice: two live at most', async (blank) => {
    const second = (await change({ new_password: blank })).body.data.client_secret;
    const { status, body } = await change({ 'auth.pass': second, new_password: blank });
    expect([status, await liveHashes()]).toEqual([200, hashesOf(second, body.data.client_secret)]);
  });

  test.each([
    ['400 missing_field without the current one', { 'auth.pass': undefined }, 'missing_field', 'auth.pass'],
    [
      '400 invalid_value for a new one that is sent',
      { new_password: 'sGk8Zr1vXk3mTw9bLc5yHd7fNs2gJp4aUeR6iOq0xBt' },
      'invalid_value',
      'new_password',
    ],
    [
      '400 invalid_value for one that is sent beside a wrong current one',
      { new_password: 'x', 'auth.pass': 'wrong' },
      'invalid_value',
      'new_password',
    ],
    ['400 invalid_type for one too long', { new_password: 'x'.repeat(1025) }, 'invalid_type', 'new_password'],
    ['401 for a wrong current one', { 'auth.pass': 'wrong' }, 'invalid_credentials', undefined],
    ['401 for an empty current one', { 'auth.pass': '' }, 'invalid_credentials', undefined],
    ['401 without a token', { token: undefined }, 'token_missing', 'auth.token'],
  ])('%s, and nothing changes', async (name, fields, code, field) => {
    const { status, body } = await change(fields);
    expect([status, body.code, body.field]).toEqual([Number(name.slice(0, 3)), code, field]);
    expect(await liveHashes()).toEqual(hashesOf(secret));
  });

  test('401 with the secret before the newest one, which may still sign in', async () => {
    await change();
    expect((await change()).body.code).toBe('invalid_credentials');
  });

  test('one of 10 parallel changes wins', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => change()));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(await liveHashes()).toEqual(hashesOf(secret, won[0]?.body.data.client_secret));
  });

  test('429 after 10 wrong secrets, and a row for each in the log', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) await change({ 'auth.pass': 'wrong' });
    expect((await change()).status).toBe(429);
    expect((await service.requestLog.entries()).map(({ event }) => event)).toEqual(
      Array.from({ length: 11 }, () => 'client.secret_check'),
    );
  });

  test('200 after 9 wrong secrets, which it forgets', async () => {
    let current = secret;
    for (let round = 0; round < 2; round += 1) {
      for (let attempt = 0; attempt < 9; attempt += 1)
        expect((await change({ 'auth.pass': 'wrong' })).status).toBe(401);
      const { status, body } = await change({ 'auth.pass': current });
      expect(status).toBe(200);
      current = body.data.client_secret;
    }
  });

  test('403 for a person’s token, live or not, and for a public client’s', async () => {
    await service.accounts.add(makeAccount());
    const { token: person } = await openSession(service, makeAccount());
    expect((await change({ token: person })).body.code).toBe('forbidden');
    const ended = service.signer.signToken({ sub: makeAccount().id, sid: crypto.randomUUID() });
    expect((await change({ token: ended })).body.code).toBe('forbidden');
    await service.clients.add(makeClient({ ...confidential, type: 'public' }));
    expect((await change()).body.code).toBe('forbidden');
  });

  test('401 once the credential or the client has ended', async () => {
    expect((await change({ token: makeToken({ sid: 'other' }) })).body.code).toBe('session_revoked');
    await service.context.credentials.revoke(issueId, 'demo-backend', makeLogEntry());
    expect((await change()).body.code).toBe('session_revoked');
  });

  test('200 whatever others have typed as a name that their wrong passwords are counted by', async () => {
    for (const typed of ['client:demo-backend', 'client demo-backend', 'demo-backend'])
      for (let attempt = 0; attempt < 10; attempt += 1)
        await request(service.app)
          .post('/auth/user/login')
          .send({ relay: service.siblings.relay(), 'auth.user': typed, 'auth.pass': 'wrong' });
    expect((await change()).status).toBe(200);
  });
});
