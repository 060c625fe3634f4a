import { useTestRedis } from '@latchkey/testing';
import type { DevicePoll } from '../../src/oauth/device/device-store.ts';
import { createDeviceStore } from '../../src/store/device-store.ts';
import { createSignedState } from '../../src/store/signed-state.ts';
import {
  createApproval,
  createDeviceRequest,
  createHeld,
  deviceKey,
  startMs,
  testState,
  testStateKey,
} from '../device-request.ts';

const redis = useTestRedis();
const second = 1000;
const number = '0427';

const createStore = (state = testState) => createDeviceStore(redis(), { wrongPasswords: 5, state });

/** A code whose approval waits for its number. */
async function startHeld() {
  const store = createStore();
  const request = createDeviceRequest({ confirmation: 'number' });
  const hash = request.deviceCodeHash;
  await store.create(request);
  expect(await store.hold(hash, createHeld(), number)).toEqual({ won: true, state: 'pending' });
  const poll = (atSeconds: number, typed?: string, client = 'demo-cli') =>
    store.poll(hash, client, startMs + atSeconds * second, typed);
  return { store, hash, poll };
}

const outcomesOf = (polls: readonly DevicePoll[]) => polls.map(({ outcome }) => outcome).sort();

test('the code stays pending, and nobody decides it but who denies it', async () => {
  const { store, hash } = await startHeld();
  const refused = { won: false, state: 'pending' };
  expect(await store.bindAccount(hash, 'user-1', startMs)).toEqual(refused);
  expect(await store.approve(hash, createApproval())).toEqual(refused);
  expect(await store.hold(hash, createHeld(), '0428')).toEqual(refused);
  expect(await store.countWrongPassword(hash, startMs)).toEqual(refused);
  expect(await store.deny(hash, 'user-2', startMs)).toEqual(refused);
  const device = await store.findByDeviceCodeHash(hash, startMs);
  expect(device).toMatchObject({ state: 'pending', boundUserId: 'user-1', held: createHeld() });
  expect(device).not.toHaveProperty('approval');
  expect(await store.deny(hash, 'user-1', startMs)).toMatchObject({ won: true, failure: 'denied' });
});

test('of many approvals at once that wait for a number one is kept', async () => {
  const store = createStore();
  const request = createDeviceRequest();
  await store.create(request);
  const moves = await Promise.all(
    Array.from({ length: 20 }, (_, at) => store.hold(request.deviceCodeHash, createHeld(), `00${10 + at}`)),
  );
  expect(moves.filter(({ won }) => won)).toHaveLength(1);
});

test('a poll says that the number is missing and is paced; one with a number is not', async () => {
  const { poll } = await startHeld();
  expect(await poll(5)).toEqual({ outcome: 'held' });
  expect(await poll(6)).toEqual({ outcome: 'slow_down', intervalSeconds: 10 });
  expect(await poll(6.1, '9999')).toEqual({ outcome: 'wrong_number' });
  expect(await poll(6.2, number)).toMatchObject({
    outcome: 'claimed',
    claim: 1,
    isConfirmed: true,
    device: { state: 'approved_waiting_pickup', approval: createApproval() },
  });
});

test.each(['9999', '', '427', `${number}0`, 'number'])(
  'the second wrong number fails the code: %j',
  async (typed) => {
    const { store, hash, poll } = await startHeld();
    expect(await poll(5, typed)).toEqual({ outcome: 'wrong_number' });
    expect(await poll(5, typed)).toMatchObject({ outcome: 'failed', failure: 'attempts', isFirst: true });
    expect(await poll(5, number)).toEqual({ outcome: 'failed', failure: 'attempts' });
    expect(await store.findByDeviceCodeHash(hash, startMs)).toMatchObject({
      state: 'failed',
      held: createHeld(),
    });
  },
);

test('of many right numbers at once one claims', async () => {
  const { poll } = await startHeld();
  const polls = await Promise.all(Array.from({ length: 30 }, () => poll(5, number)));
  expect(polls.filter(({ outcome }) => outcome === 'claimed')).toHaveLength(1);
  expect(outcomesOf(polls).filter((outcome) => outcome !== 'claimed')).toEqual(Array(29).fill('busy'));
});

test('of many wrong numbers at once one is the first, one fails the code, and the others find it failed', async () => {
  const { poll } = await startHeld();
  const polls = await Promise.all(Array.from({ length: 30 }, () => poll(5, '9999')));
  expect(polls.filter(({ outcome }) => outcome === 'wrong_number')).toHaveLength(1);
  expect(polls.filter((found) => 'isFirst' in found)).toHaveLength(1);
  expect(polls.filter(({ outcome }) => outcome === 'failed')).toHaveLength(29);
});

test('right and wrong numbers at once: it is approved before the second wrong one, or never', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { store, hash, poll } = await startHeld();
    const typed = Array.from({ length: 12 }, (_, at) => (at % 2 === round % 2 ? number : '9999'));
    const polls = await Promise.all(typed.map((one) => poll(5, one)));
    const won = polls.filter(({ outcome }) => outcome === 'claimed').length;
    const wrong = polls.filter((found) => found.outcome === 'wrong_number' || 'isFirst' in found).length;
    const { state } = (await store.findByDeviceCodeHash(hash, startMs)) ?? {};
    expect([won, state]).toEqual(wrong === 2 ? [0, 'failed'] : [1, 'approved_waiting_pickup']);
  }
});

test('the number is compared under the key that was the newest at the approval', async () => {
  const { hash } = await startHeld();
  const newer = { kid: 'newer', key: Buffer.alloc(32, 6) };
  const rotated = createStore(createSignedState([newer, testStateKey]));
  const found = await rotated.poll(hash, 'demo-cli', startMs, number);
  expect(found).toMatchObject({ outcome: 'claimed', device: { approval: createApproval() } });
});

describe('somebody who can write to Redis', () => {
  test('reads no number there', async () => {
    const { hash } = await startHeld();
    const kept = await redis().hgetall(deviceKey(hash));
    expect(kept).toHaveProperty('number');
    expect(JSON.stringify(kept)).not.toMatch(new RegExp(`[^\\w-]${number}[^\\w-]`));
  });

  test.each([
    ['', '', 'held'],
    ['x', 'x', 'wrong_number'],
    ['1111', '1111', 'wrong_number'],
  ])('makes no number right: %j for %j', async (kept, typed, outcome) => {
    const { hash, poll } = await startHeld();
    await redis().hset(deviceKey(hash), 'number', kept);
    expect(await poll(5, typed)).toEqual({ outcome });
  });

  test('makes no approval of one that is held', async () => {
    const { store, hash, poll } = await startHeld();
    const held = (await redis().hget(deviceKey(hash), 'held')) ?? '';
    await redis().hset(deviceKey(hash), { approval: held, state: 'approved_waiting_pickup' });
    const found = await poll(5);
    expect(found).toMatchObject({ outcome: 'claimed' });
    expect((await store.findByDeviceCodeHash(hash, startMs))?.approval).toBeUndefined();
  });

  test('who changes what is held gets a code without an approval for the right number', async () => {
    const { hash, poll } = await startHeld();
    await redis().hset(deviceKey(hash), 'held', 'x.y.{}');
    const found = await poll(5, number);
    expect(found).toMatchObject({ outcome: 'claimed' });
    expect('device' in found && found.device.approval).toBeUndefined();
  });
});
