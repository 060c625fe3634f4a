import { request } from '@latchkey/testing';
import { makeAccount, openSession, root } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import type { FakeDevice } from '../setup/fake-approvals.ts';
import { startMs } from '../setup/signer.ts';

/** What operators do with the devices of others: the filter user_id of both routes. */

const ada = makeAccount();
const operator = makeAccount({
  id: '33333333-3333-4333-8333-333333333333',
  email: 'o@b.test',
  kind: 'admin',
});
const time = new Date(startMs).toISOString();
const device: FakeDevice = {
  userId: ada.id,
  family_id: crypto.randomUUID(),
  id: crypto.randomUUID(),
  client: { id: 'demo-cli', name: 'Demo CLI' },
  scope: 'openid',
  audience: [],
  status: 'active',
  road: 'device',
  ip: '192.0.2.7',
  device_name: null,
  created_at: time,
  approved_at: time,
  redeemed_at: time,
  last_refreshed_at: null,
  expires_at: time,
};
let service: TestService;
beforeEach(async () => {
  service = createTestService();
  for (const account of [ada, operator, root]) await service.accounts.add(account);
  service.siblings.devices.push({ ...device });
});

async function send(path: string, fields: object, as = operator, scope = 'admin account') {
  const { sessionId: sid } = await openSession(service, as);
  const token = service.signer.signToken({ sub: as.id, sid, scope });
  return request(service.app)
    .post(path)
    .send({ token, ...fields });
}
const search = '/oauth/device/search/user';
const revoke = '/oauth/device/revoke';
const ofAda = { user_id: ada.id.toUpperCase() };

test('200 lists the devices of somebody, and the log says who has read them', async () => {
  const { body } = await send(search, ofAda);
  expect(body.data.items).toMatchObject([{ id: device.id }]);
  expect(await service.requestLog.entries()).toMatchObject([
    { event: 'admin.read', actorId: operator.id, details: { route: search, filters: ['user_id'], rows: 1 } },
  ]);
  expect((await send(search, {})).body.data.items).toEqual([]);
});

test('200 ends a device of somebody, and the log says who has ended it', async () => {
  const { body } = await send(revoke, { ...ofAda, id: device.id });
  expect(body.data).toEqual({ revoked: true });
  expect(await service.requestLog.entries()).toMatchObject([
    { event: 'device.revoke', userId: ada.id, actorId: operator.id },
  ]);
});

test.each<[string, object, Parameters<typeof send>[2], string, unknown[]]>([
  ['a person', ofAda, ada, 'account', [403, 'forbidden', 'user_id']],
  [
    'an operator whose token holds no admin',
    ofAda,
    operator,
    'account',
    [403, 'insufficient_scope', 'user_id'],
  ],
])('403 for %s, at both routes, and nothing is ended', async (_who, fields, as, scope, expected) => {
  for (const path of [search, revoke]) {
    const { status, body } = await send(path, { ...fields, id: device.id }, as, scope);
    expect([status, body.code, body.field]).toEqual(expected);
  }
  expect([service.siblings.asked, service.siblings.devices[0]?.status]).toEqual([[], 'active']);
});

test('403 for an admin and the device of another operator; 404 for nobody’s', async () => {
  const refused = await send(revoke, { user_id: root.id, id: device.id });
  expect([refused.status, refused.body.field]).toEqual([403, 'user_id']);
  const unknown = await send(revoke, { user_id: crypto.randomUUID(), id: device.id });
  expect([unknown.status, unknown.body.field]).toEqual([404, 'user_id']);
  const other = await send(revoke, { ...ofAda, id: crypto.randomUUID() });
  expect([other.status, other.body.field]).toEqual([404, 'id']);
});
