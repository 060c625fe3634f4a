import { ApiError } from '@latchkey/contracts';
import { request } from '@latchkey/testing';
import type { AccessTokenClaims } from '@latchkey/tokens';
import { errors } from '../../src/errors.ts';
import { acme, bob, makeAccount, openSession } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import type { FakeConsent, FakeDevice } from '../setup/fake-approvals.ts';
import { recordCalls } from '../setup/record-calls.ts';
import { startMs } from '../setup/signer.ts';

/** Devices and consents, which sso keeps: what this service checks itself, and what it makes of sso's answers. */

const ada = makeAccount();
const time = (seconds: number) => new Date(startMs + seconds * 1000).toISOString();
let service: TestService;
beforeEach(async () => {
  service = createTestService();
  await service.accounts.add(ada, [{ ...acme, role: 'owner' }]);
  await service.accounts.add(bob);
});

const send = (path: string, fields: object) => request(service.app).post(path).send(fields);
const open = async (account = ada) => (await openSession(service, account)).token;

function addDevice(changes: Partial<FakeDevice> = {}): FakeDevice {
  const device: FakeDevice = {
    userId: ada.id,
    family_id: null,
    id: crypto.randomUUID(),
    client: { id: 'demo-cli', name: 'Demo CLI' },
    scope: 'openid offline_access',
    audience: [],
    status: 'active',
    road: 'device',
    ip: '192.0.2.7',
    device_name: null,
    created_at: time(0),
    approved_at: time(1),
    redeemed_at: time(2),
    last_refreshed_at: time(3),
    expires_at: time(4),
    ...changes,
  };
  service.siblings.devices.push(device);
  return device;
}

function addConsent(changes: Partial<FakeConsent> = {}): FakeConsent {
  const consent: FakeConsent = {
    userId: ada.id,
    id: crypto.randomUUID(),
    client: { id: 'demo-cli', name: 'Demo CLI' },
    scopes: ['openid'],
    status: 'active',
    created_at: time(0),
    last_used_at: null,
    session_count: 1,
    ...changes,
  };
  service.siblings.consents.push(consent);
  return consent;
}

/** A device with a token of its own, which sso vouches for. */
function addFamily(claims: Partial<AccessTokenClaims> = {}) {
  const familyId = crypto.randomUUID();
  const token = service.siblings.signFamily({ sub: ada.id, sid: familyId, client_id: 'demo-cli', ...claims });
  return { token, device: addDevice({ family_id: familyId }) };
}

const isLive = async (token: string) => (await send('/session/me', { token })).status === 200;

const traceId = '0af7651916cd43dd8448eb211c80319c';

describe.each([
  ['/oauth/device/search/user', {}, 'devices'],
  ['/oauth/clients/authorized/search', {}, 'consents'],
  ['/oauth/device/revoke', { id: crypto.randomUUID() }, 'device'],
  ['/oauth/clients/authorized/revoke', { client_id: 'demo-cli' }, 'consent'],
])('POST %s', (path, fields, call) => {
  test('is one call of sso, in the trace of the request', async () => {
    const token = await open();
    const calls = recordCalls(service);
    await send(path, { token, ...fields }).set('traceparent', `00-${traceId}-b7ad6b7169203331-01`);
    expect(calls).toEqual([`${call} ${traceId}`]);
  });

  test('403 for a member token, which speaks for its org alone, and sso is not asked', async () => {
    const { sessionId: sid } = await openSession(service, ada);
    const claims = { sub: ada.id, sid, token_use: 'member', org: acme.orgId, role: 'owner' } as const;
    const token = service.signer.signToken(claims);
    const { status, body } = await send(path, { token, ...fields });
    expect([status, body.code, service.siblings.asked]).toEqual([403, 'forbidden', []]);
  });

  test('503 while sso gives no answer, and the log has no row', async () => {
    addDevice();
    addConsent();
    service.siblings.down.add('sso');
    const { status, body, headers } = await send(path, { token: await open(), ...fields });
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'upstream_unavailable', '5']);
    expect(await service.requestLog.entries()).toEqual([]);
  });
});

/** What holds for every search is in test/searches. */
describe('POST /oauth/device/search/user', () => {
  const path = '/oauth/device/search/user';

  test('200 with a period that begins or ends before the epoch, of which sso knows nothing', async () => {
    addDevice();
    const token = await open();
    const count = async (fields: object) => (await send(path, { token, ...fields })).body.data.total_count;
    expect(await count({ created_from: '1969-01-01' })).toBe(1);
    expect(await count({ created_to: '1969-01-01' })).toBe(0);
  });

  test('200 and only the device of the calling token is the current one', async () => {
    const [own, other] = [addFamily(), addFamily()];
    addDevice();
    const { items } = (await send(path, { token: own.token })).body.data;
    const current = new Map(
      items.map((item: FakeDevice & { readonly current: boolean }) => [item.id, item.current]),
    );
    expect([current.get(own.device.id), current.get(other.device.id)]).toEqual([true, false]);
    expect([...current.values()].filter(Boolean)).toEqual([true]);
    expect(items[0]).not.toHaveProperty('family_id');
  });
});

test.each([
  ['/oauth/device/search/user', { status: 'pending' }, 'invalid_filter'],
  ['/oauth/device/search/user', { created_to: '2026-02-30' }, 'invalid_filter'],
  ['/oauth/clients/authorized/search', { search: 'ab' }, 'invalid_filter'],
  ['/oauth/clients/authorized/search', { cursor: 'odd' }, 'invalid_cursor'],
])('400 at %s with %j, and sso is not asked', async (path, fields, code) => {
  const { status, body } = await send(path, { token: await open(), ...fields });
  expect([status, body.code, service.siblings.asked]).toEqual([400, code, []]);
});

/** A form that holds it is read here, and the JSON that would hold it is longer than sso reads. */
const unsendable = '\u0001'.repeat(20_000);

test.each([
  ['/oauth/device/revoke', { id: unsendable }, 404, 'not_found'],
  ['/oauth/clients/authorized/revoke', { client_id: unsendable }, 400, 'invalid_value'],
])('%s with what no record is called, and sso is not asked', async (path, fields, status, code) => {
  const answer = await request(service.app)
    .post(path)
    .type('form')
    .send({ token: await open(), ...fields });
  expect([answer.status, answer.body.code, service.siblings.asked]).toEqual([status, code, []]);
});

describe('POST /oauth/device/revoke', () => {
  const path = '/oauth/device/revoke';

  test('200 and its token counts no longer here from the next call on, though sso had just vouched for it', async () => {
    const [meant, other] = [addFamily(), addFamily()];
    expect(await isLive(meant.token)).toBe(true);
    const { status, body } = await send(path, { token: await open(), id: meant.device.id });
    expect([status, body.data]).toEqual([200, { revoked: true }]);
    expect([await isLive(meant.token), await isLive(other.token)]).toEqual([false, true]);
    expect(await service.requestLog.entries()).toMatchObject([
      { event: 'device.revoke', outcome: 'success', userId: ada.id, actorId: null, clientId: 'demo-cli' },
    ]);
  });

  test('200 for the calling device', async () => {
    const { token, device } = addFamily();
    expect((await send(path, { token, id: device.id })).body.data).toEqual({ revoked: true });
    expect(await isLive(token)).toBe(false);
  });

  test('200 for 20 callers, of whom one has revoked it', async () => {
    const [{ device }, token] = [addFamily(), await open()];
    const revoke = async () => (await send(path, { token, id: device.id })).body.data.revoked;
    const answers = await Promise.all(Array.from({ length: 20 }, revoke));
    expect(answers.filter(Boolean)).toEqual([true]);
    expect(await service.requestLog.entries()).toHaveLength(1);
  });

  test('200 once more for a request whose answer was lost, and the log has its row', async () => {
    const [{ device }, token] = [addFamily(), await open()];
    const { revokeDevice } = service.siblings.sso;
    service.siblings.sso.revokeDevice = async (userId, id) => {
      await revokeDevice(userId, id);
      service.siblings.sso.revokeDevice = revokeDevice;
      throw new ApiError(errors.unavailable);
    };
    expect((await send(path, { token, id: device.id })).status).toBe(503);
    expect(await service.requestLog.entries()).toEqual([]);
    const { status, body } = await send(path, { token, id: device.id });
    expect([status, body.data]).toEqual([200, { revoked: false }]);
    expect(await service.requestLog.entries()).toMatchObject([
      { event: 'device.revoke', clientId: 'demo-cli' },
    ]);
    expect((await send(path, { token, id: device.id })).body.data).toEqual({ revoked: false });
    expect(await service.requestLog.entries()).toHaveLength(1);
  });

  test('200 once more for a request whose row could not be written, and then it is', async () => {
    const [{ device }, token] = [addFamily(), await open()];
    const { add } = service.requestLog;
    service.requestLog.add = async () => {
      service.requestLog.add = add;
      throw new ApiError(errors.unavailable);
    };
    expect((await send(path, { token, id: device.id })).status).toBe(503);
    expect((await send(path, { token, id: device.id })).body.data).toEqual({ revoked: false });
    expect(await service.requestLog.entries()).toMatchObject([
      { event: 'device.revoke', clientId: 'demo-cli' },
    ]);
  });

  test.each([
    ['another person’s', () => addDevice({ userId: bob.id }).id],
    ['an unknown one', () => crypto.randomUUID()],
    ['a text that is no id', () => 'nope'],
  ])('404 for %s, and the log has no row', async (_what, makeId) => {
    const { status, body } = await send(path, { token: await open(), id: makeId() });
    expect([status, body.code, body.field]).toEqual([404, 'not_found', 'id']);
    expect(await service.requestLog.entries()).toEqual([]);
  });

  test.each([{}, { id: null }])('400 missing_field with %j', async (fields) => {
    const { status, body } = await send(path, { token: await open(), ...fields });
    expect([status, body.code, body.field]).toEqual([400, 'missing_field', 'id']);
  });
});

describe('POST /oauth/clients/authorized/revoke', () => {
  const path = '/oauth/clients/authorized/revoke';

  test('200 with the devices that ended, whose tokens count for 5 s at most', async () => {
    const [meant, other] = [addFamily(), addFamily({ client_id: 'other' })];
    addConsent();
    expect(await isLive(meant.token)).toBe(true);
    const { status, body } = await send(path, { token: await open(), client_id: 'demo-cli' });
    expect([status, body.data]).toEqual([200, { revoked: true, ended: 1 }]);
    service.clock.advance(5);
    expect([await isLive(meant.token), await isLive(other.token)]).toEqual([false, true]);
    expect(await service.requestLog.entries()).toMatchObject([
      { event: 'consent.revoke', outcome: 'success', userId: ada.id, clientId: 'demo-cli' },
    ]);
  });

  test('200 for 20 callers, of whom one has revoked it', async () => {
    addConsent();
    const token = await open();
    const revoke = async () => (await send(path, { token, client_id: 'demo-cli' })).body.data;
    const answers = await Promise.all(Array.from({ length: 20 }, revoke));
    expect(answers.filter(({ revoked }) => revoked)).toEqual([{ revoked: true, ended: 0 }]);
    expect(await service.requestLog.entries()).toHaveLength(1);
  });

  test('404 for a client that has nothing from the caller', async () => {
    addConsent({ userId: bob.id });
    const { status, body } = await send(path, { token: await open(), client_id: 'demo-cli' });
    expect([status, body.code, body.field]).toEqual([404, 'not_found', 'client_id']);
    expect(await service.requestLog.entries()).toEqual([]);
  });
});
