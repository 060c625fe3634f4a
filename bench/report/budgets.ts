import type { Measurement } from './measurement.ts';

/** How many times the CPU of its floor one request of a workload may take, by the workload's name. */
export type Budgets = Readonly<Record<string, number>>;

export interface BudgetResult {
  readonly workload: string;
  readonly floor: string;
  readonly ratio: number;
  /** Undefined for a workload that has none yet. */
  readonly budget: number | undefined;
  readonly isOver: boolean;
}

/** What is left for chance when budgets are set anew from a run. */
const margin = 1.25;

function cpuOf({ cpuMs }: Measurement['figures'][number]): number {
  return cpuMs.server + cpuMs.redis + cpuMs.postgres;
}

/** Compares the CPU of each workload with that of its floor in the same run. A workload without a budget is over it. */
export function checkBudgets(measurements: readonly Measurement[], budgets: Budgets): BudgetResult[] {
  return measurements.flatMap(({ workload: { name: workload }, figures }) => {
    const [ours] = figures;
    const floor = figures.find(({ side }) => side.isBudgetFloor === true);
    if (ours === undefined || floor === undefined) return [];
    const ratio = cpuOf(ours) / cpuOf(floor);
    const budget = budgets[workload];
    return { workload, floor: floor.side.name, ratio, budget, isOver: !(ratio <= (budget ?? 0)) };
  });
}

/** Budgets that this run keeps, over those of workloads that it has not measured. */
export function setBudgets(results: readonly BudgetResult[], budgets: Budgets): Budgets {
  const measured = results.map(({ workload, ratio }) => [workload, Math.ceil(ratio * margin * 10) / 10]);
  return { ...budgets, ...(Object.fromEntries(measured) as Budgets) };
}

export function describeBudgets(results: readonly BudgetResult[]): string {
  const lines = results.map(({ workload, floor, ratio, budget, isOver }) => {
    const cells = [
      workload.padEnd(34),
      ratio.toFixed(2).padStart(8),
      (budget?.toFixed(1) ?? 'none').padStart(8),
    ];
    return `  ${cells.join('')}  ${isOver ? 'OVER' : 'ok'.padEnd(4)}  ${floor}`;
  });
  return ['CPU per request, as a multiple of the floor: measured, budget', ...lines].join('\n');
}
