import { createHash } from 'node:crypto';
import { request } from '@latchkey/testing';
import { acme, addConnectedClients, makeAccount, openSession, password } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';

let service: TestService;
async function makeService(legacyAuth: 'on' | 'off'): Promise<void> {
  service = createTestService({ legacyAuth });
  await service.accounts.add(makeAccount(), [acme]);
  await addConnectedClients(service);
}
beforeEach(async () => await makeService('on'));

const send = (name: string, fields: object) => request(service.app).post(`/auth/legacy/${name}`).send(fields);
const person = { auth: { user: 'ada@example.test', pass: password } };

describe('the retained handlers', () => {
  test.each(['login', 'member_exchange'])('404 for %s unless they are switched on', async (name) => {
    await makeService('off');
    const relay = service.siblings.relay();
    const { status, body } = await send(name, { relay, ...person });
    expect([status, body.code]).toEqual([404, 'not_found']);
    expect(service.siblings.asked).toEqual([]);
  });

  test('200 as login, by the auth object or auth.id', async () => {
    const { body } = await send('login', { relay: service.siblings.relay(), ...person });
    expect(body.data).toMatchObject({ token_use: 'user', user: { id: makeAccount().id } });
    const named = {
      auth: { id: makeAccount().id, pass: password, fingerprint: 'device-0123456789abcdef01' },
    };
    const bound = await send('login', { relay: service.siblings.relay(), ...named });
    expect(bound.body.data.root.bound).toBe(true);
  });

  const memberRelay = (claims: object = {}) =>
    service.siblings.relay({ purpose: 'member_exchange', org: 'acme', method: 'session', ...claims });

  test('200 as member exchange, with auth.token and auth.fingerprint alone', async () => {
    const { token } = await openSession(service, makeAccount());
    const auth = { token, fingerprint: 'device-0123456789abcdef01' };
    const { status, body } = await send('member_exchange', { relay: memberRelay(), auth });
    expect([status, body.data]).toMatchObject([
      200,
      {
        token_use: 'member',
        member: { org_slug: 'acme' },
        session: { amr: ['password', 'session'] },
      },
    ]);
    const fpr = createHash('sha256').update('device-0123456789abcdef01').digest('base64url');
    expect(service.siblings.minted.at(-1)).toMatchObject({ org: acme.orgId, fpr });
  });

  test.each<[string, object, object, number, string]>([
    ['a payload without an org', { org: undefined }, {}, 403, 'payload_mismatch'],
    ['a payload for another purpose', { purpose: 'user_exchange' }, {}, 403, 'payload_mismatch'],
    ['an org that the person is not in', { org: 'other' }, {}, 401, 'invalid_credentials'],
  ])('refuses a member exchange with %s', async (_name, claims, fields, status, code) => {
    const { token } = await openSession(service, makeAccount());
    const body = { relay: memberRelay(claims), 'auth.token': token, ...fields };
    const answer = await send('member_exchange', body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});
