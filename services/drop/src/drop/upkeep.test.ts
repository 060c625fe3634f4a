import { cleanUpDrops, sweepDrops, type UpkeepBatch, type UpkeepStore } from './upkeep.ts';

const fail = (error: unknown) => {
  throw error;
};
const actor = { id: 'admin-1', requestId: 'r' };

/** A store with that many rows to work through. */
function createStore(overdue: number, ended: number) {
  const left = { overdue, ended };
  const calls: string[] = [];
  const take = (name: 'overdue' | 'ended', { rows }: UpkeepBatch) => {
    const taken = Math.min(rows, left[name]);
    left[name] -= taken;
    calls.push(`${name} ${taken}`);
    return taken;
  };
  const store: UpkeepStore = {
    prepareMonths: async () => void calls.push('months'),
    shredExpired: async (batch) => take('overdue', batch),
    removeEnded: async (batch) => take('ended', batch),
    async cleanUp(batch) {
      const deleted = take('overdue', batch);
      return { scanned: deleted, deleted };
    },
    async removeOldEvents({ rows }, days) {
      calls.push(`events of ${days} days, ${rows}`);
      return 0;
    },
    cleanUpOne: async (id) => ({ scanned: 1, deleted: Number(id === 'old') }),
  };
  return { store, calls };
}

test('a sweep works through batches of 1,000 until one is empty, and keeps the event log last', async () => {
  const { store, calls } = createStore(2_500, 1_000);
  expect(await sweepDrops(store, { eventRetentionDays: 180, onError: fail })).toBe(3_500);
  expect(calls).toEqual([
    'overdue 1000',
    'overdue 1000',
    'overdue 500',
    'overdue 0',
    'ended 1000',
    'ended 0',
    'months',
    'events of 180 days, 1000',
  ]);
});

test('each kind of upkeep is done although another one fails', async () => {
  const { store, calls } = createStore(1, 1);
  const broken = new Error('no');
  const failures: unknown[] = [];
  const prepareMonths = () => Promise.reject(broken);
  const sweep = (parts: Partial<UpkeepStore>) =>
    sweepDrops({ ...store, ...parts }, { eventRetentionDays: 30, onError: (error) => failures.push(error) });
  expect(await sweep({ prepareMonths, shredExpired: () => Promise.reject(broken) })).toBe(1);
  expect(calls).toEqual(['ended 1', 'ended 0', 'events of 30 days, 1000']);
  expect(failures).toEqual([broken, broken]);
});

test('rows that come due as fast as they go keep no other kind of upkeep waiting', async () => {
  const { store, calls } = createStore(0, 1);
  const shredExpired = () => Promise.resolve(1);
  const shredded = await sweepDrops({ ...store, shredExpired }, { eventRetentionDays: 30, onError: fail });
  expect(shredded).toBe(1_001);
  expect(calls).toEqual(['ended 1', 'ended 0', 'months', 'events of 30 days, 1000']);
  const cleanUp = () => Promise.resolve({ scanned: 1, deleted: 1 });
  expect(await cleanUpDrops({ ...store, cleanUp }, undefined, actor)).toEqual({
    scanned: 1_000,
    deleted: 1_000,
  });
});

test('a cleanup works through batches as well and adds them up; with an id it cleans up that one only', async () => {
  const { store, calls } = createStore(1_001, 0);
  expect(await cleanUpDrops(store, undefined, actor)).toEqual({ scanned: 1_001, deleted: 1_001 });
  expect(calls).toEqual(['overdue 1000', 'overdue 1', 'overdue 0']);
  expect(await cleanUpDrops(store, 'old', actor)).toEqual({ scanned: 1, deleted: 1 });
});
