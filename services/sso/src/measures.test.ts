import { Registry } from 'prom-client';
import { createApproval, createDeviceRequest, createHeld, startMs } from '../test/device-request.ts';
import { createPickup, createRotation } from '../test/store/family-rows.ts';
import { createModelDeviceStore } from '../test/store/model-device-store.ts';
import { createMeasures } from './measures.ts';
import type { FamilyStore } from './oauth/family/family-store.ts';

function createMeasured() {
  const registry = new Registry();
  const read = async (line: string) => {
    const text = await registry.metrics();
    return text
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.slice(line.length + 1);
  };
  const asked = {
    findLag: (reader: string) =>
      reader === 'follower' ? Promise.reject(new Error('gone')) : Promise.resolve(9),
    findKeyAge: () => 86_400,
  };
  return { ...createMeasures(registry, asked), read };
}

test('starts, decisions and expiries are counted once each', async () => {
  const { devices, read } = createMeasured();
  const store = devices(createModelDeviceStore({ wrongPasswords: 5 }));
  const requests = [1, 2, 3].map(() => createDeviceRequest());
  const [approved, denied, expired] = requests.map(({ deviceCodeHash }) => deviceCodeHash);
  for (const request of [...requests, requests[0]!]) await store.create(request);
  for (const _time of [1, 2]) {
    await store.approve(approved!, createApproval());
    await store.deny(denied!, 'user-1', startMs);
    await store.poll(expired!, 'demo-cli', startMs + 600_000);
  }
  const counted = ['started', 'approved', 'denied', 'expired'].map((step) =>
    read(`sso_device_authorizations_total{step="${step}"}`),
  );
  expect(await Promise.all(counted)).toEqual(['3', '1', '1', '1']);
});

test('an approval that waits for its number is counted as held, and by what the number was', async () => {
  const { devices, read } = createMeasured();
  const store = devices(createModelDeviceStore({ wrongPasswords: 5 }));
  const [right, wrong] = [createDeviceRequest(), createDeviceRequest()];
  for (const request of [right, wrong]) {
    await store.create(request);
    await store.hold(request.deviceCodeHash, createHeld(), '0427');
  }
  await store.poll(right.deviceCodeHash, 'demo-cli', startMs, '0427');
  for (const _time of [1, 2, 3]) await store.poll(wrong.deviceCodeHash, 'demo-cli', startMs, '9999');
  const counted = ['held', 'approved', 'wrong_number'].map((step) =>
    read(`sso_device_authorizations_total{step="${step}"}`),
  );
  expect(await Promise.all(counted)).toEqual(['2', '1', '1']);
  expect(await read('sso_device_polls_total{outcome="wrong_number"}')).toBe('1');
});

test('sign-ins to apps are counted by step, and a mismatch where it ends the code', async () => {
  const { devices, countSignIn, read } = createMeasured();
  const store = devices(createModelDeviceStore({ wrongPasswords: 5 }));
  const request = { ...createDeviceRequest(), road: 'browser' as const };
  const hash = request.deviceCodeHash;
  await store.createApproved(request, createApproval());
  await store.poll(hash, 'demo-cli', startMs, undefined, 'browser');
  for (const _time of [1, 2]) await store.failPickup(hash, 1, startMs, 'mismatch');
  countSignIn('asked');
  const counted = ['mismatch', 'asked'].map((step) => read(`sso_app_sign_ins_total{step="${step}"}`));
  expect(await Promise.all(counted)).toEqual(['1', '1']);
  expect(await read('sso_device_polls_total{outcome="claimed"}')).toBeUndefined();
});

test('the lag of each reader of events, and the age of the key that signs', async () => {
  const { read } = createMeasured();
  expect(await read('sso_events_lag_seconds{reader="user-api"}')).toBe('9');
  expect(await read('sso_events_lag_seconds{reader="follower"}')).toBe('Nan');
  expect(await read('sso_signing_key_age_seconds')).toBe('86400');
});

test('polls are counted by outcome, and a pickup is timed once', async () => {
  const { devices, read } = createMeasured();
  const store = devices(createModelDeviceStore({ wrongPasswords: 5 }));
  const request = createDeviceRequest();
  const hash = request.deviceCodeHash;
  await store.create(request);
  const poll = (seconds: number) => store.poll(hash, 'demo-cli', startMs + seconds * 1000);
  await poll(0);
  await poll(1);
  await store.approve(hash, createApproval({ approvedAtMs: startMs + 2000 }));
  await poll(7);
  expect(await read('sso_device_polls_total{outcome="pending"}')).toBe('1');
  expect(await read('sso_device_polls_total{outcome="slow_down"}')).toBe('1');
  expect(await read('sso_device_polls_total{outcome="claimed"}')).toBe('1');
  expect(await read('sso_device_polls_per_pickup_sum')).toBe('3');
  expect(await read('sso_device_time_to_pickup_seconds_sum')).toBe('5');
  await poll(60);
  expect(await read('sso_device_polls_total{outcome="claimed"}')).toBe('2');
  expect(await read('sso_device_polls_per_pickup_count')).toBe('1');
});

test('approvals are timed and events counted, and both go on to where they belong', async () => {
  const { history, outbox, read } = createMeasured();
  const seen: string[] = [];
  const note = (name: string) => () => Promise.resolve(void seen.push(name));
  const measured = history({
    recordVerified: note('verified'),
    recordApproved: note('approved'),
    recordFailed: note('failed'),
    recordExpired: note('expired'),
    findUnsettled: () => Promise.resolve([]),
    recordLapsed: () => Promise.resolve(0),
  });
  const device = { ...createDeviceRequest(), state: 'pending', wrongPasswords: 0 } as const;
  await measured.recordApproved(device, createApproval());
  await measured.recordExpired(device, startMs);
  await outbox({ append: note('event') }).append('refresh.reuse_detected', {});
  expect(seen).toEqual(['approved', 'expired', 'event']);
  expect(await read('sso_device_time_to_approve_seconds_sum')).toBe('60');
  expect(await read('sso_security_events_total{type="refresh.reuse_detected"}')).toBe('1');
});

test('a rotation that wins is counted, and one that loses is not', async () => {
  const { families, read } = createMeasured();
  const won = [true, false, true];
  const rotate = async () => won.shift() ?? false;
  const measured = families({ rotate } as Partial<FamilyStore> as FamilyStore);
  const rotation = createRotation(createPickup());
  for (const expected of [true, false, true]) expect(await measured.rotate(rotation)).toBe(expected);
  expect(await read('sso_refresh_rotations_total')).toBe('2');
});
