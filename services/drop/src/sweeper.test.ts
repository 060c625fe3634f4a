import { Registry } from 'prom-client';
import type { UpkeepStore } from './drop/upkeep.ts';
import { createMeasures } from './measures.ts';
import { startSweeper } from './sweeper.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

function createStore(shredExpired: () => Promise<number>): UpkeepStore {
  return {
    prepareMonths: async () => undefined,
    shredExpired,
    removeEnded: async () => 0,
    removeOldEvents: async () => 0,
    cleanUp: async () => ({ scanned: 0, deleted: 0 }),
    cleanUpOne: async () => ({ scanned: 0, deleted: 0 }),
  };
}

function start(shredExpired: () => Promise<number>) {
  const lines: string[] = [];
  const timer = { tick: () => undefined as void, everyMs: Number.NaN, stopped: false };
  const registry = new Registry();
  const stop = startSweeper(createStore(shredExpired), {
    report: createMeasures(registry).upkeep({
      done: (kind, rows) => rows > 0 && lines.push(`${kind} did ${rows}`),
      failed: (kind) => lines.push(`${kind} failed`),
    }),
    eventRetentionDays: 180,
    schedule(tick, everyMs) {
      Object.assign(timer, { tick, everyMs });
      return () => void (timer.stopped = true);
    },
  });
  return { lines, timer, stop, registry };
}

test('sweeps at least every 60 s, and goes on after a failure', async () => {
  let sweeps = 0;
  const { lines, timer, registry } = start(async () => {
    sweeps += 1;
    if (sweeps === 1) throw new Error('Postgres is down');
    return sweeps === 2 ? 3 : 0;
  });
  expect(timer.everyMs).toBeLessThanOrEqual(30_000);
  timer.tick();
  await settle();
  timer.tick();
  await settle();
  expect(lines).toEqual(['sweep failed', 'sweep did 3']);
  const text = await registry.metrics();
  expect(text).toContain('drop_upkeep_failures_total{kind="sweep"} 1');
  expect(text).toContain('drop_upkeep_rows_total{kind="sweep"} 3');
});

test('stopping waits for the batch in progress alone', async () => {
  let finish: (rows: number) => void = () => undefined;
  let batches = 0;
  const { timer, stop } = start(() => {
    batches += 1;
    return new Promise((resolve) => (finish = resolve));
  });
  timer.tick();
  await settle();
  const stopping = stop();
  finish(1_000);
  await stopping;
  expect(batches).toBe(1);
});
