import { request } from '@latchkey/testing';
import { accountClientId, ssoClientId, type AccessTokenClaims } from '@latchkey/tokens';
import type { Session } from '../../src/sessions/session.ts';
import { makeAccount, makeSession, openSession, password } from '../setup/accounts.ts';
import { createTestService, serviceKey, type TestService } from '../setup/create-test-service.ts';

const ada = makeAccount();
const browser = { ip: '203.0.113.50', user_agent: 'Mozilla/5.0 Firefox/140.0' };
let service: TestService;
beforeEach(async () => {
  service = createTestService();
  await service.accounts.add(ada);
});

const post = (path: string, fields: object) => request(service.app).post(path).send(fields);

describe('POST /account/me/view', () => {
  test('200 the account, and how it signs in', async () => {
    const { token } = await openSession(service, ada);
    const { status, body } = await post('/account/me/view', { token });
    const { id, email, name, kind } = ada;
    const user = { id, email, name, kind };
    expect([status, body.data]).toEqual([
      200,
      {
        user,
        email_verified: true,
        mfa: false,
        recovery_codes_left: 0,
        device_sign_in: 'on',
        locale: null,
        email_change: null,
        password_min_length: 12,
      },
    ]);
  });
});

describe('a token of the account page', () => {
  /** Of a root that sso's page opened, unless a test says otherwise. */
  async function open(changes: Partial<Session> = {}, claims: Partial<AccessTokenClaims> = {}) {
    const id = service.context.newId();
    const createdAt = new Date(service.clock.now());
    const root = {
      id,
      kind: 'root',
      rootId: null,
      clientId: ssoClientId,
      userId: ada.id,
      createdAt,
    } as const;
    await service.sessions.add(makeSession({ ...root, ...changes }));
    const usual = { client_id: accountClientId, scope: 'account orgs', browser };
    return service.signer.signToken({ sub: ada.id, sid: id, ...usual, ...claims });
  }
  const isLive = async (token: string) => {
    const [, payload = ''] = token.split('.');
    const { sid, sub, token_use, iat, client_id } = JSON.parse(
      Buffer.from(payload, 'base64url').toString(),
    ) as AccessTokenClaims;
    const facts = { sid, sub, token_use, iat, client_id };
    const { body } = await request(service.app)
      .post('/internal/v1/sessions/view')
      .set('authorization', `Bearer ${serviceKey}`)
      .send(facts);
    return (body as { data: { active: boolean } }).data.active;
  };

  test('200 for the root of the page, and the log has the address and program of the browser', async () => {
    const token = await open();
    expect((await post('/account/me/view', { token })).status).toBe(200);
    expect(await isLive(token)).toBe(true);
    await post('/account/me/device_sign_in/change', { token, 'auth.pass': password, device_sign_in: 'off' });
    expect((await service.requestLog.entries()).at(-1)).toMatchObject({
      event: 'device_sign_in.off',
      ip: browser.ip,
      userAgent: browser.user_agent,
    });
  });

  test('200 marks the root of the browser as the current session', async () => {
    const { body } = await post('/account/me/session/search', { token: await open() });
    expect(body.data.items).toMatchObject([{ kind: 'root', current: true }]);
  });

  test.each<[string, Partial<Session>, Partial<AccessTokenClaims>]>([
    ['a root of an app', { clientId: 'demo-cli' }, {}],
    ['a root of an org', { orgId: crypto.randomUUID() }, {}],
    ['a root that is bound to a key', { jkt: 'thumbprint' }, {}],
    ['a root that is bound to a device', { fingerprint: 'hash' }, {}],
    ['a session under a root', { kind: 'client' }, {}],
    ['no session', {}, { sid: crypto.randomUUID() }],
    ['another client and a browser', {}, { client_id: 'demo-cli' }],
  ])('401 for one of %s', async (_of, session, claims) => {
    const token = await open(session, claims);
    expect((await post('/account/me/view', { token })).status).toBe(401);
    expect(await isLive(token)).toBe(false);
  });

  test('401 for one that names no browser', async () => {
    // The types want one.
    const token = await open({}, { browser: undefined } as never);
    expect((await post('/account/me/view', { token })).status).toBe(401);
  });
});
