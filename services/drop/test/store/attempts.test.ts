import { isDependencyLost } from '@latchkey/connections';
import { createClock, createTestRedis } from '@latchkey/testing';
import { Redis } from 'ioredis';
import type { AttemptPlace, Attempts } from '../../src/attempts/attempts.ts';
import { createProcessAttempts } from '../../src/attempts/process-attempts.ts';
import { createAttemptsWithFallback } from '../../src/attempts/with-fallback.ts';
import { createRedisAttempts } from '../../src/store/redis-attempts.ts';

interface Twin {
  readonly attempts: Attempts;
  /** Lets time pass for a place. */
  pass(place: AttemptPlace, seconds: number): Promise<void>;
  close(): Promise<unknown>;
}

async function createProcessTwin(): Promise<Twin> {
  const clock = createClock(0);
  const pass = async (_place: AttemptPlace, seconds: number) => clock.advance(seconds);
  return { attempts: createProcessAttempts(clock.now), pass, close: async () => undefined };
}

async function createRedisTwin(): Promise<Twin> {
  const server = await createTestRedis();
  const redis = new Redis(server.url);
  return {
    attempts: createRedisAttempts(redis),
    async pass({ dropId, network }, seconds) {
      const drop = `drop:attempts:{${dropId}}`;
      for (const key of [drop, `${drop}:${network}`, `${drop}:${network}:closed`]) {
        const left = await redis.pttl(key);
        if (left > seconds * 1000) await redis.pexpire(key, left - seconds * 1000);
        else if (left > 0) await redis.del(key);
      }
    },
    async close() {
      await redis.quit();
      await server.close();
    },
  };
}

let serial = 0;
function newPlace(): AttemptPlace {
  serial += 1;
  return { dropId: `drop-${serial}`, network: '192.0.2.0/24' };
}

describe.each([
  ['the process', createProcessTwin],
  ['Redis', createRedisTwin],
])('attempts in %s', (_name, createTwin) => {
  let twin: Twin;
  beforeAll(async () => {
    twin = await createTwin();
  });
  afterAll(() => twin.close());

  async function guessWrong(place: AttemptPlace): Promise<number> {
    const waitMs = await twin.attempts.take(place);
    if (waitMs === 0) await twin.attempts.confirmWrong(place);
    return waitMs;
  }

  test('five wrong keys close a network for 30 minutes, and no other', async () => {
    const place = newPlace();
    for (let guess = 0; guess < 5; guess += 1) expect(await guessWrong(place)).toBe(0);
    const waitMs = await guessWrong(place);
    expect(waitMs).toBeGreaterThan(29.9 * 60_000);
    expect(waitMs).toBeLessThanOrEqual(30 * 60_000);
    expect(await twin.attempts.waitMs(place)).toBeGreaterThan(29.9 * 60_000);
    expect(await guessWrong({ ...place, network: '198.51.100.0/24' })).toBe(0);
    expect(await guessWrong({ ...newPlace(), network: place.network })).toBe(0);
    await twin.pass(place, 11 * 60);
    expect(await twin.attempts.waitMs(place)).toBeGreaterThan(18 * 60_000);
    await twin.pass(place, 20 * 60);
    expect(await guessWrong(place)).toBe(0);
  });

  test('four wrong keys are forgotten after ten minutes', async () => {
    const place = newPlace();
    for (let guess = 0; guess < 4; guess += 1) await guessWrong(place);
    await twin.pass(place, 10 * 60);
    for (let guess = 0; guess < 4; guess += 1) expect(await guessWrong(place)).toBe(0);
    expect(await twin.attempts.waitMs(place)).toBe(0);
  });

  test('twenty wrong keys from all networks close a drop until its window ends', async () => {
    const { dropId } = newPlace();
    for (let guess = 0; guess < 20; guess += 1) {
      expect(await guessWrong({ dropId, network: `192.0.${Math.floor(guess / 4)}.0/24` })).toBe(0);
    }
    const fresh = { dropId, network: '203.0.113.0/24' };
    const waitMs = await guessWrong(fresh);
    expect(waitMs).toBeGreaterThan(9.9 * 60_000);
    expect(waitMs).toBeLessThanOrEqual(10 * 60_000);
    await twin.pass(fresh, 10 * 60);
    expect(await guessWrong(fresh)).toBe(0);
  });

  test('of 50 parallel guesses five are judged', async () => {
    const place = newPlace();
    const waits = await Promise.all(Array.from({ length: 50 }, () => twin.attempts.take(place)));
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(5);
    expect(waits.every((waitMs) => waitMs <= 1000)).toBe(true);
  });

  test('a right key clears its network and gives its own slot back', async () => {
    const place = newPlace();
    for (let guess = 0; guess < 4; guess += 1) await guessWrong(place);
    expect(await twin.attempts.take(place)).toBe(0);
    await twin.attempts.clear(place, true);
    for (let guess = 0; guess < 5; guess += 1) expect(await guessWrong(place)).toBe(0);
    expect(await guessWrong(place)).toBeGreaterThan(0);
  });

  test('a slot that was never judged comes back', async () => {
    const place = newPlace();
    for (let turn = 0; turn < 30; turn += 1) {
      expect(await twin.attempts.take(place)).toBe(0);
      await twin.attempts.giveBack(place);
    }
    await twin.attempts.giveBack(place);
    const waits = await Promise.all(Array.from({ length: 7 }, () => twin.attempts.take(place)));
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(5);
  });
});

test('a flood from other networks at a closed drop does not open it in the process', async () => {
  const { attempts } = await createProcessTwin();
  const { dropId } = newPlace();
  let judged = 0;
  for (let at = 0; at < 60_000; at += 1) {
    if ((await attempts.take({ dropId, network: `network ${at}` })) === 0) judged += 1;
  }
  expect(judged).toBe(20);
});

describe('with Redis gone', () => {
  /** Shared attempts that fail with an error; undefined: they answer. */
  function createFailing(now: () => number, error: Error | undefined = new Error('Command timed out')) {
    const shared: { calls: number; error: Error | undefined } = { calls: 0, error };
    const changes: string[] = [];
    const answer = async () => {
      shared.calls += 1;
      if (shared.error) throw shared.error;
      return 0;
    };
    const act = async () => void (await answer());
    const failing: Attempts = { waitMs: answer, take: answer, confirmWrong: act, giveBack: act, clear: act };
    const attempts = createAttemptsWithFallback(failing, createProcessAttempts(now), {
      now,
      isDependencyLost,
      onBegin: (cause) => void changes.push(`begins: ${(cause as Error).message}`),
      onEnd: () => void changes.push('ends'),
    });
    return { shared, changes, attempts };
  }

  test('wrong keys are counted in the process', async () => {
    const { attempts } = createFailing(() => 0);
    const place = newPlace();
    for (let guess = 0; guess < 5; guess += 1) {
      expect(await attempts.waitMs(place)).toBe(0);
      expect(await attempts.take(place)).toBe(0);
      await attempts.confirmWrong(place);
    }
    expect(await attempts.take(place)).toBe(30 * 60_000);
    await attempts.giveBack(place);
    await attempts.clear(place, true);
  });

  test('Redis is not asked for two seconds, then asked again; the fallback is told once at either end', async () => {
    const clock = createClock(0);
    const { shared, changes, attempts } = createFailing(clock.now);
    const place = newPlace();
    for (let turn = 0; turn < 10; turn += 1) await attempts.waitMs(place);
    expect(shared.calls).toBe(1);
    clock.advance(2);
    await attempts.waitMs(place);
    expect(shared.calls).toBe(2);
    expect(changes).toEqual(['begins: Command timed out']);
    clock.advance(2);
    shared.error = undefined;
    for (let turn = 0; turn < 10; turn += 1) await attempts.waitMs(place);
    expect(shared.calls).toBe(12);
    expect(changes).toEqual(['begins: Command timed out', 'ends']);
  });

  test('an error that does not mean a lost Redis is thrown, and nothing falls back', async () => {
    const { shared, changes, attempts } = createFailing(() => 0, new TypeError('a bug'));
    await expect(attempts.take(newPlace())).rejects.toThrow('a bug');
    await expect(attempts.take(newPlace())).rejects.toThrow('a bug');
    expect(shared.calls).toBe(2);
    expect(changes).toEqual([]);
  });
});
