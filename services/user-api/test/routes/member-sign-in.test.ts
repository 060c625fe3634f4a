import { request } from '@latchkey/testing';
import { acme, makeAccount, password } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';

let service: TestService;
beforeEach(async () => {
  service = createTestService();
  await service.accounts.add(makeAccount(), [acme]);
});

const routes = [
  ['/auth/member/login', 'member_login'],
  ['/auth/member/root-session', 'member_root_session'],
] as const;

describe.each(routes)('POST %s', (path, purpose) => {
  function send(fields: object = {}, claims: object = {}) {
    const relay = service.siblings.relay({ purpose, org: 'acme', ...claims });
    const good = { relay, 'auth.user': 'ada@example.test', 'auth.pass': password, 'auth.org': 'acme' };
    return request(service.app)
      .post(path)
      .send({ ...good, ...fields });
  }

  test('200 with the member', async () => {
    const { status, body } = await send();
    expect(status).toBe(200);
    expect(body.data.member).toEqual({ org_id: acme.orgId, org_slug: 'acme', role: 'member' });
    expect(body.data.user.email).toBe('ada@example.test');
  });

  test('200 with the org by its id', async () => {
    expect((await send({ 'auth.org': acme.orgId }, { org: acme.orgId })).status).toBe(200);
  });

  test.each([
    ['400 missing_field without auth.org', { 'auth.org': undefined }, {}, 'missing_field'],
    ['403 when the payload is for another org', {}, { org: 'other' }, 'payload_mismatch'],
    ['403 when the payload is for no org', {}, { org: undefined }, 'payload_mismatch'],
    ['401 for somebody who is no member', { 'auth.org': 'other' }, { org: 'other' }, 'invalid_credentials'],
    ['401 with a wrong password', { 'auth.pass': 'wrong' }, {}, 'invalid_credentials'],
    ['403 with a payload for a user', {}, { purpose: 'user_login' }, 'payload_mismatch'],
  ])('%s at a member’s sign-in', async (name, fields, claims, code) => {
    const { status, body } = await send(fields, claims);
    expect([status, body.code]).toEqual([Number(name.slice(0, 3)), code]);
  });

  test('401 in the same words for a non-member as for a wrong password, and one hash each', async () => {
    const stranger = await send({ 'auth.org': 'other' }, { org: 'other' });
    const wrong = await send({ 'auth.pass': 'wrong' });
    expect(stranger.body.message).toBe(wrong.body.message);
    expect(service.hash.verified).toHaveLength(2);
  });
});

test('200 at login with a member token, whose org and role are signed', async () => {
  const relay = service.siblings.relay({ purpose: 'member_login', org: 'acme' });
  const fields = { relay, auth_user: 'ada@example.test', auth_pass: password, auth_org: 'acme' };
  const { body } = await request(service.app).post('/auth/member/login').send(fields);
  expect(body.data.token_use).toBe('member');
  expect(service.siblings.minted).toMatchObject([{ token_use: 'member', org: acme.orgId, role: 'member' }]);
  const me = await request(service.app).post('/session/me').send({ token: body.data.access_token });
  expect(me.body.data.member.org_slug).toBe('acme');
});
