import type { SideFigures } from '../measure/measure-workload.ts';
import { checkBudgets, setBudgets } from './budgets.ts';
import type { Measurement } from './measurement.ts';

function figures(name: string, server: number, more: Partial<SideFigures['side']> = {}): SideFigures {
  const prepare = () => Promise.reject(new Error('nothing is sent'));
  return {
    side: { name, kind: 'floor', processes: [], prepare, ...more },
    requests: 10,
    ratePerSecond: 10,
    p50Ms: 1,
    p99Ms: 2,
    cpuMs: { server, redis: 0.5, postgres: 0.5 },
    strangersShare: 0,
    failures: [],
    notes: [],
  };
}

function measurement(name: string, ...sides: SideFigures[]): Measurement {
  const [first = figures('none', 1)] = sides;
  return { workload: { name, group: 'sso', sides: [first.side] }, figures: sides };
}

const floor = figures('floor', 1, { isBudgetFloor: true });
const measured = [
  measurement('slow', figures('ours', 7), figures('another', 100), floor),
  measurement('quick', figures('ours', 3), floor),
  measurement('race', figures('ours', 3)),
];

test('says which workload takes more CPU than its budget, and leaves out those without a floor', () => {
  const results = checkBudgets(measured, { slow: 3.9, quick: 2 });
  expect(results.map(({ workload, ratio, isOver }) => [workload, ratio, isOver])).toEqual([
    ['slow', 4, true],
    ['quick', 2, false],
  ]);
});

test('a workload without a budget is over it, and so is one that took nothing that can be compared', () => {
  const [slow, none] = checkBudgets(
    [...measured.slice(0, 1), measurement('none', figures('ours', Number.NaN), floor)],
    { none: 5 },
  );
  expect([slow?.isOver, slow?.budget, none?.isOver]).toEqual([true, undefined, true]);
});

test('budgets that a run sets are kept by it, and others stay', () => {
  const budgets = setBudgets(checkBudgets(measured, {}), { slow: 1, other: 9 });
  expect(budgets).toEqual({ slow: 5, quick: 2.5, other: 9 });
  expect(checkBudgets(measured, budgets).some(({ isOver }) => isOver)).toBe(false);
});
