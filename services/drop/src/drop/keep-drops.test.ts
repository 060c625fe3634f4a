import type { DropKeeper, UpkeepBatch } from './drop-keeper.ts';
import { cleanUpDrops, sweepDrops } from './keep-drops.ts';

const actor = { id: 'admin-1', requestId: 'r' };

/** A keeper with so many rows to work through. */
function createKeeper(overdue: number, ended: number) {
  const left = { overdue, ended };
  const calls: string[] = [];
  const take = (name: 'overdue' | 'ended', { rows }: UpkeepBatch) => {
    const taken = Math.min(rows, left[name]);
    left[name] -= taken;
    calls.push(`${name} ${taken}`);
    return taken;
  };
  const keeper: DropKeeper = {
    prepareMonths: async () => void calls.push('months'),
    shredExpired: async (batch) => take('overdue', batch),
    removeEnded: async (batch) => take('ended', batch),
    async cleanUp(batch) {
      const deleted = take('overdue', batch);
      return { scanned: deleted, deleted };
    },
    cleanUpOne: async (id) => ({ scanned: 1, deleted: Number(id === 'old') }),
  };
  return { keeper, calls };
}

test('a sweep works through batches of 1,000 until one is empty, and makes months last', async () => {
  const { keeper, calls } = createKeeper(2_500, 1_000);
  expect(await sweepDrops(keeper)).toBe(3_500);
  expect(calls).toEqual([
    'overdue 1000',
    'overdue 1000',
    'overdue 500',
    'overdue 0',
    'ended 1000',
    'ended 0',
    'months',
  ]);
});

test('a cleanup does as well, and adds up; with an id it asks for that one', async () => {
  const { keeper, calls } = createKeeper(1_001, 0);
  expect(await cleanUpDrops(keeper, undefined, actor)).toEqual({ scanned: 1_001, deleted: 1_001 });
  expect(calls).toEqual(['overdue 1000', 'overdue 1', 'overdue 0']);
  expect(await cleanUpDrops(keeper, 'old', actor)).toEqual({ scanned: 1, deleted: 1 });
});
