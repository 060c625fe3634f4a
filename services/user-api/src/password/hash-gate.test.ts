import { createHashGate } from './hash-gate.ts';

function hold() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}

const limits = { concurrency: 2, queueLength: 2, waitMilliseconds: 60_000 };

describe('createHashGate', () => {
  test('runs two at a time, lets two wait, and turns the fifth away', async () => {
    const gate = createHashGate(limits);
    const { held, release } = hold();
    let started = 0;
    const work = async () => {
      started += 1;
      await held;
    };
    const first = [gate(work), gate(work), gate(work), gate(work)];
    await expect(gate(work)).rejects.toMatchObject({ code: 'overloaded', retryAfterSeconds: 2 });
    expect(started).toBe(2);
    release();
    await Promise.all(first);
    expect(started).toBe(4);
  });

  test('turns away what has waited too long, and keeps its place for the next', async () => {
    const gate = createHashGate({ concurrency: 1, queueLength: 1, waitMilliseconds: 1 });
    const { held, release } = hold();
    const running = gate(() => held);
    await expect(gate(() => Promise.resolve())).rejects.toMatchObject({ code: 'overloaded' });
    const next = gate(() => Promise.resolve('ran'));
    release();
    await running;
    await expect(next).resolves.toBe('ran');
  });

  test('is free again after work that failed', async () => {
    const gate = createHashGate({ ...limits, concurrency: 1 });
    await expect(gate(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(gate(() => Promise.resolve('ran'))).resolves.toBe('ran');
  });

  describe('at the contract’s limits', () => {
    beforeEach(() => void import.meta.jest.useFakeTimers());
    afterEach(() => void import.meta.jest.useRealTimers());

    test('runs two, lets 32 wait for two seconds, and turns the 35th away', async () => {
      const gate = createHashGate();
      const { held, release } = hold();
      let started = 0;
      const work = async () => {
        started += 1;
        await held;
      };
      const running = [gate(work), gate(work)];
      let turnedAway = 0;
      const waiting = Array.from({ length: 32 }, () => gate(work).catch(() => (turnedAway += 1)));
      await expect(gate(work)).rejects.toMatchObject({ code: 'overloaded' });
      await import.meta.jest.advanceTimersByTimeAsync(1_999);
      expect([started, turnedAway]).toEqual([2, 0]);
      await import.meta.jest.advanceTimersByTimeAsync(1);
      expect([started, turnedAway]).toEqual([2, 32]);
      release();
      await Promise.all([...running, ...waiting]);
      expect(started).toBe(2);
    });
  });
});
