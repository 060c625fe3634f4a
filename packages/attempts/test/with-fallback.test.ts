import { createClock } from '@latchkey/testing';
import type { Attempts } from '../src/attempts.ts';
import { createProcessAttempts } from '../src/process-attempts.ts';
import { createAttemptsWithFallback } from '../src/with-fallback.ts';

const budget = { limit: 5, windowMs: 600_000, penalty: { closedMs: 1_800_000 } };
const at = [{ key: 'key', budget }];
const lost = new Error('Command timed out');

function create(failure: Error = lost) {
  const clock = createClock(0);
  const shared = { asked: 0, isBack: false };
  const reports: unknown[] = [];
  const act = () => {
    shared.asked += 1;
    return shared.isBack ? Promise.resolve(0) : Promise.reject(failure);
  };
  const broken: Attempts = {
    waitMs: act,
    hold: act,
    keep: async () => void (await act()),
    release: async () => (await act()) > 0,
    clear: async () => void (await act()),
  };
  const attempts = createAttemptsWithFallback({
    shared: broken,
    local: createProcessAttempts(clock),
    now: clock.now,
    onLost: (error) => reports.push(error),
    onBack: () => reports.push('back'),
  });
  return { attempts, clock, shared, reports };
}

test('an error that is no lost dependency is thrown, every time, and is not reported as an outage', async () => {
  const fault = new TypeError('x is not a function');
  const { attempts, shared, reports } = create(fault);
  const throwsIt = (act: Promise<unknown>) =>
    act.then(
      () => false,
      (error: unknown) => error === fault,
    );
  expect({
    waitMs: await throwsIt(attempts.waitMs(at)),
    hold: await throwsIt(attempts.hold(at, 'slot')),
    keep: await throwsIt(attempts.keep(at, 'slot')),
    release: await throwsIt(attempts.release(at, 'slot')),
    clear: await throwsIt(attempts.clear(at)),
  }).toEqual({ waitMs: true, hold: true, keep: true, release: true, clear: true });
  expect([shared.asked, reports]).toEqual([5, []]);
});

test('while Redis is down, wrong attempts are counted in the process', async () => {
  const { attempts } = create();
  for (let guess = 0; guess < 5; guess += 1) {
    expect(await attempts.waitMs(at)).toBe(0);
    expect(await attempts.hold(at, `slot ${guess}`)).toBe(0);
    await attempts.keep(at, `slot ${guess}`);
  }
  expect(await attempts.hold(at, 'next')).toBe(1_800_000);
  await attempts.release(at, 'next');
  await attempts.clear(at);
});

test('after a failure, Redis is not asked for two seconds, then asked again', async () => {
  const { attempts, clock, shared } = create();
  for (let turn = 0; turn < 10; turn += 1) await attempts.waitMs(at);
  expect(shared.asked).toBe(1);
  clock.advance(2);
  shared.isBack = true;
  for (let turn = 0; turn < 10; turn += 1) await attempts.waitMs(at);
  expect(shared.asked).toBe(11);
});

test('a clock that is set back does not lengthen the pause after a failure of Redis', async () => {
  const { attempts, clock, shared } = create();
  clock.advance(10_000);
  await attempts.waitMs(at);
  clock.advance(-3_600);
  await attempts.waitMs(at);
  expect(shared.asked).toBe(2);
});

test('the beginning and the end of an outage are reported once, and so is the next one', async () => {
  const { attempts, clock, shared, reports } = create();
  await Promise.all(Array.from({ length: 5 }, () => attempts.waitMs(at)));
  for (let turn = 0; turn < 5; turn += 1) {
    clock.advance(2);
    await attempts.waitMs(at);
  }
  expect(reports).toEqual([lost]);
  clock.advance(2);
  shared.isBack = true;
  await attempts.waitMs(at);
  shared.isBack = false;
  await attempts.waitMs(at);
  expect(reports).toEqual([lost, 'back', lost]);
});
