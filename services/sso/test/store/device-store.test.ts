import { randomBytes } from 'node:crypto';
import { useTestRedis } from '@latchkey/testing';
import type { DeviceRequest } from '../../src/oauth/device/device.ts';
import { createDeviceStore } from '../../src/store/device-store.ts';
import {
  createApproval,
  createDeviceRequest,
  deviceKey,
  startMs,
  testState,
  userCodeKey,
} from '../device-request.ts';

const second = 1000;
const expiry = startMs + 600 * second;

const redis = useTestRedis();

/** Another authorization with the same user code: its hash begins alike, so its code ends alike. */
function createRival({ userCode, deviceCodeHash }: DeviceRequest): DeviceRequest {
  const rival = deviceCodeHash.slice(0, 12) + randomBytes(26).toString('hex');
  return createDeviceRequest({ userCode, deviceCodeHash: rival });
}

const createStore = () => createDeviceStore(redis(), { wrongPasswords: 5, state: testState });

test.each([['soon'], ['nan'], [''], [undefined]])(
  'a record whose expiry is %j counts as expired',
  async (expiresAt) => {
    const store = createStore();
    const request = createDeviceRequest();
    const { deviceCodeHash: hash } = request;
    await store.create(request);
    if (expiresAt === undefined) await redis().hdel(deviceKey(hash), 'expires_at');
    else await redis().hset(deviceKey(hash), 'expires_at', expiresAt);
    expect((await store.findByDeviceCodeHash(hash, startMs))?.state).toBe('expired');
    expect(await store.approve(hash, createApproval())).toMatchObject({ won: false, state: 'expired' });
    expect((await store.poll(hash, 'demo-cli', startMs)).outcome).toBe('expired');
  },
);

describe('device store', () => {
  async function start(changes = {}) {
    const store = createStore();
    const request = createDeviceRequest(changes);
    await store.create(request);
    const hash = request.deviceCodeHash;
    const poll = (atSeconds: number, client = 'demo-cli') =>
      store.poll(hash, client, startMs + atSeconds * second);
    return { store, request, hash, poll };
  }
  async function startApproved() {
    const started = await start();
    await started.store.approve(started.hash, createApproval());
    return started;
  }

  test('refuses a second live authorization with the same user code and keeps nothing of it', async () => {
    const { store, request } = await start();
    const rival = createRival(request);
    expect(await store.create(rival)).toBe(false);
    expect(await store.findByDeviceCodeHash(rival.deviceCodeHash, startMs)).toBeUndefined();
    expect((await store.findByUserCode(request.userCode, startMs))?.id).toBe(request.id);
  });

  test('of many creations with one user code one wins', async () => {
    const store = createStore();
    const request = createDeviceRequest();
    const won = await Promise.all(Array.from({ length: 20 }, () => store.create(createRival(request))));
    expect(won.filter(Boolean)).toHaveLength(1);
  });

  test('of many approvals and denials at once exactly one wins', async () => {
    const { store, hash } = await start();
    const moves = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 2 === 0
          ? store.approve(hash, createApproval())
          : store.deny(hash, 'user-1', startMs + second),
      ),
    );
    expect(moves.filter((move) => move.won)).toHaveLength(1);
    const winner = moves.find((move) => move.won);
    expect(new Set(moves.map((move) => move.state))).toEqual(new Set([winner?.state]));
  });

  test('fails with attempts at the fifth wrong password, also when all come at once', async () => {
    const { store, hash, poll } = await start();
    const moves = await Promise.all(Array.from({ length: 9 }, () => store.countWrongPassword(hash, startMs)));
    expect(moves.filter((move) => move.won)).toHaveLength(5);
    expect(moves.filter((move) => move.won && move.failure === 'attempts')).toHaveLength(1);
    expect((await store.findByDeviceCodeHash(hash, startMs))?.wrongPasswords).toBe(5);
    expect(await poll(5)).toEqual({ outcome: 'failed', failure: 'attempts' });
  });

  test.each([
    ['pending', () => start()],
    ['approved', () => startApproved()],
  ])('expiry wins over %s', async (_state, begin) => {
    const { store, hash, poll } = await begin();
    const expired = { won: false, state: 'expired' };
    expect((await store.findByDeviceCodeHash(hash, expiry - 1))?.state).not.toBe('expired');
    expect((await store.findByDeviceCodeHash(hash, expiry))?.state).toBe('expired');
    expect(await store.approve(hash, createApproval({ approvedAtMs: expiry }))).toEqual(expired);
    expect(await store.deny(hash, 'user-1', expiry)).toEqual(expired);
    expect(await store.bindAccount(hash, 'user-1', expiry)).toEqual(expired);
    expect(await store.countWrongPassword(hash, expiry)).toEqual(expired);
    expect(await store.revoke(hash, 'revoked', expiry)).toEqual(expired);
    expect(await poll(600)).toMatchObject({ outcome: 'expired', isFirst: true });
    expect(await poll(601)).toMatchObject({ outcome: 'expired', isFirst: false });
    // Seen to be over, it stays over, also for a clock that lags.
    expect(await poll(599)).toMatchObject({ outcome: 'expired', isFirst: false });
    expect(await store.approve(hash, createApproval())).toEqual(expired);
  });

  test('grows by 5 at most once per current interval, up to 30', async () => {
    const { poll } = await start();
    const seen: [number, number][] = [];
    for (let at = 0; at <= 110; at += 1) {
      const answer = await poll(at);
      if (answer.outcome === 'slow_down') seen.push([at, answer.intervalSeconds]);
    }
    const growth = seen.filter((entry, index) => index === 0 || entry?.[1] !== seen[index - 1]?.[1]);
    expect(growth).toEqual([
      [1, 10],
      [11, 15],
      [26, 20],
      [46, 25],
      [71, 30],
    ]);
  });

  test('of 100 polls of an approved code one claims', async () => {
    const { poll } = await startApproved();
    const answers = await Promise.all(Array.from({ length: 100 }, () => poll(61)));
    expect(answers.filter((answer) => answer.outcome === 'claimed')).toHaveLength(1);
    expect(answers.filter((answer) => answer.outcome === 'busy')).toHaveLength(99);
  });

  test('the next poll claims after an abandoned claim, whose late holder completes nothing', async () => {
    const { store, hash, poll } = await startApproved();
    expect(await poll(61)).toMatchObject({ outcome: 'claimed', claim: 1 });
    expect(await poll(65.9)).toEqual({ outcome: 'busy' });
    expect(await poll(66)).toMatchObject({ outcome: 'claimed', claim: 2 });
    await store.release(hash, 1);
    expect(await poll(66)).toEqual({ outcome: 'busy' });
    expect(await store.complete(hash, 1, startMs + 66 * second)).toBe(false);
    expect(await store.complete(hash, 2, startMs + 67 * second)).toBe(true);
  });

  test('a pickup in progress outlives the expiry, an abandoned one does not', async () => {
    const first = await startApproved();
    await first.poll(599);
    expect(await first.poll(601)).toEqual({ outcome: 'busy' });
    expect(await first.store.complete(first.hash, 1, startMs + 602 * second)).toBe(true);
    const abandoned = await startApproved();
    await abandoned.poll(599);
    const late = startMs + 604 * second;
    expect(await abandoned.store.complete(abandoned.hash, 1, late)).toBe(false);
    expect(await abandoned.store.failPickup(abandoned.hash, 1, late)).toBe(false);
    expect(await abandoned.poll(604)).toMatchObject({ outcome: 'expired', isFirst: true });
    expect(await abandoned.store.complete(abandoned.hash, 1, startMs + 604 * second)).toBe(false);
  });
});

describe('device records', () => {
  const ttlOf = (hash: string) => redis().pttl(deviceKey(hash));

  test('live for their time and 10 min; a decision keeps them for a day after their end', async () => {
    const store = createStore();
    const [minute, day] = [60 * second, 24 * 3600 * second];
    const startedAt = async () => {
      const request = createDeviceRequest();
      await store.create(request);
      return request.deviceCodeHash;
    };
    const expectTtl = async (hash: string, ms: number) => {
      expect(await ttlOf(hash)).toBeLessThanOrEqual(ms);
      expect(await ttlOf(hash)).toBeGreaterThan(ms - minute);
    };
    const undecided = await startedAt();
    await store.poll(undecided, 'demo-cli', startMs);
    await expectTtl(undecided, 20 * minute);
    expect(await store.poll(undecided, 'demo-cli', startMs + 600 * second)).toMatchObject({
      outcome: 'expired',
    });
    await expectTtl(undecided, 20 * minute);
    const denied = await startedAt();
    await store.deny(denied, 'user-1', startMs);
    await expectTtl(denied, day);
    const approved = await startedAt();
    await store.approve(approved, createApproval({ approvedAtMs: startMs + 60 * second }));
    await expectTtl(approved, day + 9 * minute);
    await store.poll(approved, 'demo-cli', startMs + 600 * second);
    await expectTtl(approved, day + 9 * minute);
    await redis().del(deviceKey(undecided));
    expect(await store.poll(undecided, 'demo-cli', startMs)).toEqual({ outcome: 'unknown' });
  });

  test('hold no code and no secret', async () => {
    const store = createStore();
    const request = createDeviceRequest();
    await store.create(request);
    const key = userCodeKey(request.userCode);
    expect(await redis().get(key)).toBe(request.deviceCodeHash);
    expect(await redis().pttl(key)).toBeLessThanOrEqual(1200 * second);
  });

  test('share a hash tag with their user code, as one script in a Redis Cluster needs', async () => {
    const store = createStore();
    const request = createDeviceRequest();
    await store.create(request);
    const keys = [deviceKey(request.deviceCodeHash), userCodeKey(request.userCode)];
    expect(await redis().exists(keys)).toBe(2);
    const tag = `{${request.userCode.slice(-2)}}`;
    expect(keys.filter((key) => key.includes(tag))).toEqual(keys);
  });

  test('survive a Redis that has forgotten the scripts', async () => {
    const store = createStore();
    const request = createDeviceRequest();
    await store.create(request);
    await redis().script('FLUSH');
    expect(await store.poll(request.deviceCodeHash, 'demo-cli', startMs)).toEqual({ outcome: 'pending' });
  });
});
