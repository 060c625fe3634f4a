import { createHash } from 'node:crypto';
import { request } from '@latchkey/testing';
import { errors } from '../../src/errors.ts';
import { acme, makeAccount, openSession } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';

let service: TestService;
beforeEach(async () => {
  service = createTestService();
  await service.accounts.add(makeAccount(), [acme]);
});

function me(fields: object) {
  return request(service.app).post('/session/me').send(fields);
}

const tokenInvalid = {
  status: 0,
  comment: errors.tokenInvalid.message,
  message: errors.tokenInvalid.message,
  code: 'token_invalid',
  data: null,
  request_id: expect.any(String),
};

describe('POST /session/me', () => {
  test('200 with all that is known, and Deprecation', async () => {
    const { token, sessionId } = await openSession(service, makeAccount());
    const { status, body, headers } = await me({ auth: { token } });
    expect(headers['link']).toBe('</account/me/view>; rel="successor-version"');
    expect([status, headers['deprecation']]).toEqual([200, '@1796083200']);
    expect(body.data).toEqual({
      token_use: 'user',
      principal: { kind: 'user', id: makeAccount().id },
      user: { id: makeAccount().id, email: 'ada@example.test', name: 'Ada', kind: 'user' },
      member: null,
      session: {
        id: sessionId,
        kind: 'client',
        amr: [],
        auth_time: null,
        created_at: '2026-12-01T10:00:00.000Z',
        last_seen_at: '2026-12-01T10:00:00.000Z',
        expires_at: '2026-12-15T10:00:00.000Z',
        bound: false,
      },
      client_id: 'demo-cli',
      scope: 'account clients orgs admin',
      expires_at: '2026-12-01T10:15:00.000Z',
    });
  });

  test('200 for a member with the role of today', async () => {
    const { sessionId } = await openSession(service, makeAccount());
    const claims = { sub: makeAccount().id, sid: sessionId, org: acme.orgId, role: 'owner' };
    const token = service.signer.signToken({ ...claims, token_use: 'member' });
    const { body } = await me({ token });
    expect(body.data).toMatchObject({
      token_use: 'member',
      member: { org_id: acme.orgId, org_slug: 'acme', role: 'member' },
    });
  });

  test('200 for a token of a live refresh family, which sso is asked about once in 5 s', async () => {
    const claims = { sub: makeAccount().id, sid: 'family-1', auth_time: 1796119200 };
    const token = service.siblings.signFamily(claims, { createdAt: new Date(0) });
    expect((await me({ token })).body.data.session).toEqual({
      id: 'family-1',
      kind: 'device',
      amr: [],
      auth_time: '2026-12-01T10:00:00.000Z',
      created_at: '1970-01-01T00:00:00.000Z',
      last_seen_at: null,
      expires_at: null,
      bound: false,
    });
    await me({ token });
    expect(service.siblings.asked).toEqual(['sso']);
    service.siblings.families.clear();
    service.clock.advance(5);
    expect((await me({ token })).body).toEqual(tokenInvalid);
  });

  test('503 when only sso knows and it is down', async () => {
    const token = service.signer.signToken({ sub: makeAccount().id, sid: 'family-1' });
    service.siblings.down.add('sso');
    const { status, body } = await me({ token });
    expect([status, body.code]).toEqual([503, 'upstream_unavailable']);
  });

  test('401 with the sentence of every bad token for a bad one in a field, beside a header', async () => {
    const { token } = await openSession(service, makeAccount());
    const { status, body } = await me({ token: 'x' }).set('authorization', `Bearer ${token}`);
    expect([status, body]).toEqual([401, tokenInvalid]);
  });

  test('401 once the session has ended, also without sso', async () => {
    const { token, sessionId } = await openSession(service, makeAccount());
    await service.context.sessions.revoke(sessionId, makeLogEntry());
    service.siblings.down.add('sso');
    const { status, body, headers } = await me({ token });
    expect([status, body, headers['deprecation']]).toEqual([401, tokenInvalid, '@1796083200']);
  });

  test('200 for a session without Redis, which only a device token is looked up in', async () => {
    const { token } = await openSession(service, makeAccount());
    service.context.tombstones.has = () => Promise.reject(new Error('not asked'));
    expect((await me({ token })).status).toBe(200);
  });

  test('401 for a device token by a tombstone alone', async () => {
    const token = service.siblings.signFamily({ sub: makeAccount().id, sid: 'family' });
    expect((await me({ token })).status).toBe(200);
    await service.context.tombstones.add('family');
    expect((await me({ token })).body).toEqual(tokenInvalid);
  });

  test('401 once the account is disabled or has voided its earlier tokens', async () => {
    const { token } = await openSession(service, makeAccount());
    await service.accounts.add(makeAccount({ status: 'disabled' }));
    expect((await me({ token })).body).toEqual(tokenInvalid);
    await service.accounts.add(makeAccount({ tokensValidAfter: new Date(service.clock.now() + 1000) }));
    expect((await me({ token })).body).toEqual(tokenInvalid);
    await service.accounts.add(makeAccount({ tokensValidAfter: new Date(service.clock.now() + 999) }));
    expect((await me({ token })).status).toBe(200);
  });

  test('401 for a token of a session of somebody else', async () => {
    const { sessionId } = await openSession(service, makeAccount());
    const id = '22222222-2222-4222-8222-222222222222';
    await service.accounts.add(makeAccount({ id, email: 'bob@example.test' }));
    expect((await me({ token: service.signer.signToken({ sub: id, sid: sessionId }) })).body).toEqual(
      tokenInvalid,
    );
  });

  test('401 for a member of an org that they have left', async () => {
    const { sessionId } = await openSession(service, makeAccount());
    const org = { org: acme.orgId, role: 'member' };
    const token = service.signer.signToken({
      sub: makeAccount().id,
      sid: sessionId,
      token_use: 'member',
      ...org,
    });
    await service.accounts.add(makeAccount(), []);
    expect((await me({ token })).body).toEqual(tokenInvalid);
  });

  test('401 for an app token', async () => {
    const { sessionId } = await openSession(service, makeAccount());
    const token = service.signer.signToken({ sub: 'demo-backend', sid: sessionId, token_use: 'app' });
    expect((await me({ token })).body).toEqual(tokenInvalid);
  });

  test('a bound token without its device is no use of the session, with it it is', async () => {
    const { sessionId } = await openSession(service, makeAccount());
    const fpr = createHash('sha256').update('device').digest('base64url');
    service.clock.advance(120);
    const token = service.signer.signToken({ sub: makeAccount().id, sid: sessionId, fpr });
    const lastSeenAt = async () =>
      (await service.context.sessions.findLive(sessionId, new Date(service.clock.now())))?.lastSeenAt;
    const before = await lastSeenAt();
    await me({ token, 'auth.fingerprint': 'other' });
    expect(await lastSeenAt()).toEqual(before);
    await me({ token, 'auth.fingerprint': 'device' });
    expect(await lastSeenAt()).toEqual(new Date(service.clock.now()));
  });
});
