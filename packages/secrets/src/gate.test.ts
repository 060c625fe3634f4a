import { createGate } from './gate.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

const limits = {
  concurrency: 2,
  queueLength: 64,
  waitMs: 60_000,
  overloaded: { code: 'overloaded', message: 'Too many wait' },
  retryAfterSeconds: 2,
} as const;
const overloaded = { code: 'overloaded', message: 'Too many wait', retryAfterSeconds: 2 };

/** Work that ends when the test says so. */
function createWork() {
  const started: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => started.push(resolve));
  return { started, work };
}

test('two run, 64 wait, the next is refused at once and changes nothing', async () => {
  const gate = createGate(limits);
  const { started, work } = createWork();
  const admitted = Array.from({ length: 66 }, () => gate(work));
  await settle();
  expect(started).toHaveLength(2);
  await expect(gate(work)).rejects.toMatchObject(overloaded);
  for (let done = 0; done < 66; done += 1) {
    started[done]?.();
    await settle();
    expect(started.length).toBeLessThanOrEqual(done + 3);
  }
  await Promise.all(admitted);
  expect(started).toHaveLength(66);
  const late = gate(work);
  await settle();
  started.at(-1)?.();
  await late;
});

test('who waited too long is refused without having run, and its place goes to the next', async () => {
  const gate = createGate({ ...limits, concurrency: 1, queueLength: 1, waitMs: 1 });
  const { started, work } = createWork();
  const running = gate(work);
  await expect(gate(work)).rejects.toMatchObject(overloaded);
  expect(started).toHaveLength(1);
  const next = gate(async () => 'ran');
  started[0]?.();
  await running;
  await expect(next).resolves.toBe('ran');
});

test.each([
  ['rejects', () => Promise.reject(new Error('broken'))],
  [
    'throws',
    () => {
      throw new Error('broken');
    },
  ],
])('work that %s makes room', async (_how, work) => {
  const gate = createGate(limits);
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => gate(work)));
  expect(results.map((result) => result.status === 'rejected' && result.reason)).toEqual(
    results.map(() => new Error('broken')),
  );
  expect(await gate(async () => 'done')).toBe('done');
});

test('first come, first served', async () => {
  const gate = createGate({ ...limits, concurrency: 1 });
  const order: number[] = [];
  await Promise.all(Array.from({ length: 10 }, (_, turn) => gate(async () => void order.push(turn))));
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

/** Timers that end when a test says so. */
function createTimers() {
  const running = new Map<() => void, number>();
  const schedule = (end: () => void, afterMs: number) => {
    running.set(end, afterMs);
    return () => void running.delete(end);
  };
  return { running, schedule };
}

describe('the time limit of a wait', () => {
  test('all that wait are refused at the time limit, and not before', async () => {
    const { running: timers, schedule } = createTimers();
    const gate = createGate({ ...limits, queueLength: 32, waitMs: 2_000, schedule });
    const { started, work } = createWork();
    const running = [gate(work), gate(work)];
    let refused = 0;
    const waiting = Array.from({ length: 32 }, () => gate(work).catch(() => (refused += 1)));
    await expect(gate(work)).rejects.toMatchObject(overloaded);
    await settle();
    expect([started.length, refused]).toEqual([2, 0]);
    expect(gate.load()).toEqual({ running: 2, waiting: 32, refused: 1 });
    expect([...timers.values()]).toEqual(Array(32).fill(2_000));
    for (const end of timers.keys()) end();
    await settle();
    expect([started.length, refused]).toEqual([2, 32]);
    expect(gate.load()).toEqual({ running: 2, waiting: 0, refused: 33 });
    for (const end of started) end();
    await Promise.all([...running, ...waiting]);
    expect(started).toHaveLength(2);
  });

  test('who got a turn in time may run for longer than the limit', async () => {
    const { running: timers, schedule } = createTimers();
    const gate = createGate({ ...limits, concurrency: 1, waitMs: 2_000, schedule });
    const { started, work } = createWork();
    const both = Promise.all([gate(work), gate(work)]);
    await settle();
    expect(timers.size).toBe(1);
    started[0]?.();
    await settle();
    expect([started.length, timers.size]).toEqual([2, 0]);
    started[1]?.();
    await both;
  });
});

describe('a place that was taken', () => {
  test('is one of the places of the gate before its work begins', async () => {
    const gate = createGate({ ...limits, concurrency: 1, queueLength: 1 });
    const places = [gate.takePlace(), gate.takePlace()];
    expect(() => gate.takePlace()).toThrow(expect.objectContaining(overloaded));
    await expect(gate(async () => 'ran')).rejects.toMatchObject(overloaded);
    for (const place of places) place.free();
    await expect(gate(async () => 'ran')).resolves.toBe('ran');
  });

  test('runs several times, in turn with the others', async () => {
    const gate = createGate({ ...limits, concurrency: 1, queueLength: 1 });
    const { started, work } = createWork();
    const { run, free } = gate.takePlace();
    const visit = run(work).then(() => run(work));
    const other = gate(work);
    for (let done = 0; done < 3; done += 1) {
      await settle();
      expect(started).toHaveLength(done + 1);
      started[done]?.();
    }
    await Promise.all([visit, other]);
    free();
  });

  test('is free after work that failed, and makes one place however often it is freed', async () => {
    const gate = createGate({ ...limits, concurrency: 1, queueLength: 0 });
    const place = gate.takePlace();
    await expect(place.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    for (const _ of [1, 2]) place.free();
    gate.takePlace();
    expect(() => gate.takePlace()).toThrow(expect.objectContaining(overloaded));
  });
});
