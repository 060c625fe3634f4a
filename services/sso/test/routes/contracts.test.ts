import { ssoCalls } from '@latchkey/contracts';
import { createAppClient } from '@latchkey/testing';
import { mintRelay } from '../../src/relay/mint-relay.ts';
import { addConsent, addDevice, findDeviceId } from '../approved-rows.ts';
import { startMs } from '../device-request.ts';
import { createSso, masterKey } from '../sso-harness.ts';

const user_id = 'user-1';
const plan = { kind: 'offset', limit: 1, offset: 0 } as const;
const mint = {
  token_use: 'user',
  sub: user_id,
  client_id: 'demo-rp',
  aud: ['https://api.example.test'],
  scope: '',
  sid: 'session-1',
  amr: [],
} as const;

/** A person with a refresh family, the device that holds it, an older device, and consents to two clients. */
async function createPerson() {
  await addDevice({ createdAt: new Date(startMs - 1) });
  await addConsent('demo-rp');
  const sso = createSso();
  const { device_code } = await sso.start();
  await sso.approve(device_code);
  const form = { grant_type: 'device_code', client_id: 'demo-cli', device_code };
  const { binding_chain: familyId, access_token: token } = (await sso.post('/token', form)).body;
  return {
    ...sso,
    call: createAppClient(sso.agent, masterKey),
    token,
    deviceId: await findDeviceId({ familyId }),
  };
}

type Person = Awaited<ReturnType<typeof createPerson>>;
interface Answer {
  readonly ok: boolean;
}

/** Each call as a sibling makes it; the client validates what comes back. */
const calls: Record<keyof typeof ssoCalls, (person: Person) => Promise<Answer>> = {
  async consumeRelay({ call, context }) {
    const { relay } = await mintRelay(context, 'user_login', { client_id: 'demo-rp' });
    return call({ to: ssoCalls.consumeRelay, body: { relay } });
  },
  mintToken: ({ call }) => call({ to: ssoCalls.mintToken, body: mint }),
  verifyToken: ({ call, token }) => call({ to: ssoCalls.verifyToken, body: { token } }),
  revokeFamilies: ({ call }) => call({ to: ssoCalls.revokeFamilies, body: { user_id } }),
  searchDevices: ({ call }) => call({ to: ssoCalls.searchDevices, body: { user_id, plan } }),
  revokeDevice: ({ call, deviceId }) => call({ to: ssoCalls.revokeDevice, body: { user_id, id: deviceId } }),
  searchConsents: ({ call }) => call({ to: ssoCalls.searchConsents, body: { user_id, plan } }),
  revokeConsent: ({ call }) => call({ to: ssoCalls.revokeConsent, body: { user_id, client_id: 'demo-cli' } }),
};

test.each(Object.entries(calls))('%s: the answer fits its contract', async (_name, make) => {
  expect(await make(await createPerson())).toMatchObject({ ok: true });
});

test('verifyToken: the answer fits for a token without a family, and for no token', async () => {
  const { call, liveSessions } = await createPerson();
  liveSessions.add(mint.sid);
  const minted = await call({ to: ssoCalls.mintToken, body: mint });
  const token = minted.ok ? minted.data.access_token : '';
  const verify = (one: string) => call({ to: ssoCalls.verifyToken, body: { token: one } });
  expect(await verify(token)).toMatchObject({ ok: true, data: { active: true } });
  expect(await verify('x')).toEqual({ ok: true, data: { active: false } });
});

test('searches: the answers fit where the last item is the end of the list', async () => {
  const { call } = await createPerson();
  const body = { user_id, plan: { ...plan, limit: 100 } };
  const devices = await call({ to: ssoCalls.searchDevices, body });
  expect(devices).toMatchObject({ ok: true, data: { total_count: 2, last_key: null } });
  const consents = await call({ to: ssoCalls.searchConsents, body });
  expect(consents).toMatchObject({ ok: true, data: { total_count: 2, last_key: null } });
});
