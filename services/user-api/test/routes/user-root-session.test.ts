import { request } from '@latchkey/testing';
import { ssoClientId } from '@latchkey/tokens';
import { makeAccount, password } from '../setup/accounts.ts';
import { createTestService, serviceKey, type TestService } from '../setup/create-test-service.ts';
import { makeProofKey, prove } from '../setup/prove.ts';
import { audience } from '../setup/signer.ts';

const path = '/auth/user/root-session';
let service: TestService;
beforeEach(async () => {
  service = createTestService();
  await service.accounts.add(makeAccount());
});

function start(fields: object = {}, claims: object = {}) {
  const relay = service.siblings.relay({ purpose: 'user_root_session', client_id: ssoClientId, ...claims });
  const good = { relay, 'auth.user': 'ada@example.test', 'auth.pass': password };
  return request(service.app)
    .post(path)
    .send({ ...good, ...fields });
}

function view(token: string) {
  return request(service.app)
    .post('/internal/v1/root-sessions/view')
    .set('authorization', `Bearer ${serviceKey}`)
    .send({ token });
}

describe('POST /auth/user/root-session', () => {
  test('200 with a root session that sso can look up, and nothing minted', async () => {
    const { status, body } = await start();
    expect([status, body.data]).toEqual([
      200,
      {
        root: {
          token: expect.stringMatching(/^rs_[\w-]{43}$/),
          id: expect.any(String),
          amr: ['password'],
          bound: false,
          expires_at: '2026-12-31T10:00:00.000Z',
        },
        user: { id: makeAccount().id, email: 'ada@example.test', name: 'Ada', kind: 'user' },
      },
    ]);
    expect(service.siblings.minted).toEqual([]);
    expect((await view(body.data.root.token)).body.data).toEqual({
      id: body.data.root.id,
      user: body.data.user,
      amr: ['password'],
      auth_time: 1796119200,
      expires_at: '2026-12-31T10:00:00.000Z',
      mfa: false,
      tokens_valid_after: null,
      device_sign_in: true,
    });
  });

  test.each(['dpop', 'htu', 'fingerprint'])(
    '400 for %s that is longer than its auth form may be, and the payload is not spent',
    async (field) => {
      const relay = service.siblings.relay({ purpose: 'user_root_session' });
      const longest = field === 'dpop' ? 8192 : 512;
      // In bytes of UTF-8.
      const { status, body } = await start({ relay, [field]: 'é'.repeat(longest / 2) + 'x' });
      expect([status, body.code, body.field]).toEqual([400, 'invalid_type', field]);
      expect((await start({ relay })).status).toBe(200);
    },
  );

  test.each(['x'.repeat(21), '🔑'.repeat(21)])(
    '400 for a fingerprint of 21 characters, and the payload is not spent: %s',
    async (fingerprint) => {
      const relay = service.siblings.relay({ purpose: 'user_root_session' });
      const { status, body } = await start({ relay, fingerprint });
      expect([status, body.code, body.field]).toEqual([400, 'invalid_value', 'fingerprint']);
      expect((await start({ relay, fingerprint: 'x'.repeat(22) })).body.data.root.bound).toBe(true);
    },
  );

  test('200 and bound to the key of a proof for this route', async () => {
    const { body } = await start({ dpop: prove(service, { path }), htu: audience + path });
    expect(body.data.root.bound).toBe(true);
  });

  test('200 with a proof for the address that the payload names', async () => {
    const htu = 'https://sso.example.test/device_login';
    expect((await start({ dpop: prove(service, { path, claims: { htu } }), htu }, { htu })).status).toBe(200);
  });

  test.each([-61, 16])(
    '401 use_dpop_nonce for a proof that is %d s off, and the payload is not spent',
    async (off) => {
      const relay = service.siblings.relay({ purpose: 'user_root_session' });
      const iat = service.clock.now() / 1000 + off;
      const late = (claims: object = {}) => prove(service, { path, claims: { iat, ...claims } });
      const { status, body, headers } = await start({ relay, dpop: late() });
      expect([status, body.code]).toEqual([401, 'use_dpop_nonce']);
      const again = await start({ relay, dpop: late({ nonce: headers['dpop-nonce'] }) });
      expect([again.status, again.body.data.root.bound]).toEqual([200, true]);
    },
  );

  test.each<[string, () => object]>([
    ['text that is no proof', () => ({ dpop: 'nope' })],
    ['a proof for another method', () => ({ dpop: prove(service, { path, claims: { htm: 'GET' } }) })],
    [
      'a proof for another address',
      () => ({ dpop: prove(service, { path, claims: { htu: `${audience}/hello` } }) }),
    ],
    [
      'an htu that is neither ours nor the payload’s',
      () => {
        const htu = 'https://evil.example.test';
        return { dpop: prove(service, { path, claims: { htu } }), htu };
      },
    ],
    ['a proof signed by another key', () => ({ dpop: prove(service, { path, signWith: makeProofKey() }) })],
  ])('401 invalid_dpop_proof with %s, before any hash', async (_name, makeFields) => {
    const { status, body } = await start(makeFields());
    expect([status, body.code]).toEqual([401, 'invalid_dpop_proof']);
    expect(service.hash.verified).toEqual([]);
  });

  test('401 for all but one of 10 parallel uses of one proof', async () => {
    const dpop = prove(service, { path });
    const answers = await Promise.all(Array.from({ length: 10 }, () => start({ dpop })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('403 with a payload for a login', async () => {
    const { status, body } = await start({}, { purpose: 'user_login' });
    expect([status, body.code]).toEqual([403, 'payload_mismatch']);
  });
});

describe('the life of a root session', () => {
  test('404 after a day without use, 200 while it is used', async () => {
    const { token } = (await start()).body.data.root;
    for (let day = 0; day < 5; day += 1) {
      service.clock.advance(23 * 3600);
      expect((await view(token)).status).toBe(200);
    }
    service.clock.advance(24 * 3600);
    expect((await view(token)).status).toBe(404);
  });

  test('404 at its absolute end, however much it is used', async () => {
    const { token } = (await start()).body.data.root;
    for (let hours = 0; hours < 30 * 24 - 12; hours += 12) {
      service.clock.advance(12 * 3600);
      expect((await view(token)).status).toBe(200);
    }
    service.clock.advance(12 * 3600);
    expect((await view(token)).status).toBe(404);
  });

  test.each([
    [{}, null],
    [{ replaced: true }, { by: 'sign_in' }],
  ])('404 once it is revoked, with %j, which counts once', async (replaced, details) => {
    const { token } = (await start()).body.data.root;
    const revoke = () =>
      request(service.app)
        .post('/internal/v1/root-sessions/revoke')
        .set('authorization', `Bearer ${serviceKey}`)
        .send({ token, ip: '198.51.100.1', user_agent: 'Browser', ...replaced });
    expect((await revoke()).body.data).toEqual({ revoked: true });
    expect((await revoke()).body.data).toEqual({ revoked: false });
    const ended = (await service.requestLog.entries()).filter(({ event }) => event === 'session.logout');
    expect(ended).toMatchObject([
      { ip: '198.51.100.1', userAgent: 'Browser', clientId: ssoClientId, details },
    ]);
    expect((await view(token)).status).toBe(404);
  });

  test('404 once the account is disabled', async () => {
    const { token } = (await start()).body.data.root;
    await service.accounts.add(makeAccount({ status: 'disabled' }));
    expect((await view(token)).status).toBe(404);
  });
});
