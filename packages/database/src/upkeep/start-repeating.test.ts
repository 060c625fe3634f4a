import { install, type Clock } from '@sinonjs/fake-timers';
import { startRepeating, type RepeatOptions } from './start-repeating.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

function start(work: () => Promise<unknown>, options: Partial<RepeatOptions> = {}) {
  const errors: unknown[] = [];
  const timer = { tick: () => undefined as void, everyMs: Number.NaN, isStopped: false };
  const stop = startRepeating(work, {
    everyMs: 20_000,
    onError: (error) => errors.push(error),
    schedule: (tick, everyMs) => {
      Object.assign(timer, { tick, everyMs });
      return () => void (timer.isStopped = true);
    },
    ...options,
  });
  return { errors, timer, stop };
}

test.each([
  ['rejects', () => Promise.reject(new Error('Postgres is down'))],
  [
    'throws',
    () => {
      throw new Error('Postgres is down');
    },
  ],
])('goes on after a run that %s, and reports it', async (_how, fail) => {
  let runs = 0;
  const { errors, timer } = start(() => {
    runs += 1;
    return runs === 1 ? fail() : Promise.resolve();
  });
  expect(timer.everyMs).toBe(20_000);
  for (let turn = 0; turn < 3; turn += 1) {
    timer.tick();
    await settle();
  }
  expect(runs).toBe(3);
  expect(errors).toEqual([new Error('Postgres is down')]);
});

test('a slow run is not overtaken, and stopping waits for it', async () => {
  let finish: (value: unknown) => void = () => undefined;
  let runs = 0;
  const { timer, stop } = start(() => {
    runs += 1;
    return new Promise((resolve) => (finish = resolve));
  });
  timer.tick();
  await settle();
  timer.tick();
  timer.tick();
  await settle();
  expect(runs).toBe(1);
  let isStopped = false;
  const stopping = stop().then(() => (isStopped = true));
  await settle();
  expect([timer.isStopped, isStopped]).toEqual([true, false]);
  finish(undefined);
  await stopping;
  expect(isStopped).toBe(true);
});

test('waits for its time before the first run, unless it starts at once', async () => {
  let runs = 0;
  const count = async () => void (runs += 1);
  await start(count).stop();
  expect(runs).toBe(0);
  await start(count, { startsAtOnce: true }).stop();
  expect(runs).toBe(1);
});

describe('on the timer', () => {
  let clock: Clock;
  beforeEach(() => void (clock = install({ toFake: ['setInterval', 'clearInterval'] })));
  afterEach(() => clock.uninstall());

  test('runs every so often until it is stopped', async () => {
    let runs = 0;
    const stop = startRepeating(async () => void (runs += 1), { everyMs: 1_000, onError: () => undefined });
    await clock.tickAsync(3_500);
    expect(runs).toBe(3);
    await stop();
    await clock.tickAsync(3_500);
    expect(runs).toBe(3);
  });
});
