import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { showStep } from '../infra/local/progress.ts';
import { runCommand } from '../infra/local/run-command.ts';
import { services } from '../infra/local/service-list.ts';
import { measureWorkload } from './measure/measure-workload.ts';
import { readMemory } from './measure/processes.ts';
import type { Workload } from './measure/workload.ts';
import { readOptions, type Options } from './options.ts';
import { startPlace, type Place } from './place/start-place.ts';
import { profileWorkload } from './profile/profile-workload.ts';
import { checkBudgets, describeBudgets, setBudgets, type Budgets } from './report/budgets.ts';
import type { Measurement } from './report/measurement.ts';
import { printFigures } from './report/print-figures.ts';
import { readFacts } from './report/read-facts.ts';
import { renderResults } from './report/render-results.ts';
import { makeSizes, type Sizes } from './sizes.ts';
import { listWorkloads } from './workloads/list-workloads.ts';

const resultsFile = join(import.meta.dirname, 'results.md');
const budgetsFile = join(import.meta.dirname, 'budgets.json');

/** Measures the three services beside peers and floors; bench/README.md says how. */
await runCommand(async (teardown) => {
  const options = readOptions(process.argv.slice(2));
  if (process.platform !== 'linux') throw new Error('This benchmark reads /proc, so it runs on Linux.');
  const sizes = makeSizes(options.scale);
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  const place = await showStep('Starting the services and their peers', () => startPlace(folder, teardown));
  const workloads = listWorkloads(place, sizes).filter(options.isWanted);
  if (workloads.length === 0) throw new Error('No workload has such a name.');
  const run = { workloads, place, options, sizes };
  return (await (options.profile ? profileAll(run) : measureAll(run))) ? 0 : 1;
});

interface BenchRun {
  readonly workloads: readonly Workload[];
  readonly place: Place;
  readonly options: Options;
  readonly sizes: Sizes;
}

async function profileAll({ workloads, place, options }: BenchRun): Promise<boolean> {
  const failures: string[] = [];
  for (const workload of workloads)
    failures.push(...(await profileWorkload(workload, place, options.seconds)));
  for (const failure of failures) console.log(`failed: ${failure}`);
  return failures.length === 0;
}

async function measureAll({ workloads, place, options, sizes }: BenchRun): Promise<boolean> {
  const { processes } = place;
  const facts = await readFacts(place);
  const readAll = () => services.map(({ name }) => readMemory(processes[name] ?? 0));
  const idle = readAll();
  const measurements: Measurement[] = [];
  for (const workload of workloads) {
    const figures = await measureWorkload(workload, { ...options, processes });
    printFigures(workload, figures);
    measurements.push({ workload, figures });
  }
  const used = readAll();
  const memory = services.map(({ name: process }, index) => ({
    process,
    idle: idle[index]?.now ?? 0,
    peak: used[index]?.peak ?? 0,
  }));
  const results = renderResults({ at: new Date(), facts, options, sizes, measurements, memory });
  if (options.isWhole) writeFileSync(resultsFile, results);
  const isGood = measurements.every(({ figures }) => figures.every(({ failures }) => failures.length === 0));
  // Figures of a run that went wrong are no measure.
  return isGood && judgeBudgets(measurements, options);
}

/** Whether the budgets are kept, where they are asked about. */
function judgeBudgets(measurements: readonly Measurement[], { check, setsBudgets }: Options): boolean {
  if (!check && !setsBudgets) return true;
  const budgets = JSON.parse(readFileSync(budgetsFile, 'utf8')) as Budgets;
  const results = checkBudgets(measurements, budgets);
  console.log(describeBudgets(results));
  if (setsBudgets) writeFileSync(budgetsFile, `${JSON.stringify(setBudgets(results, budgets), null, 2)}\n`);
  return setsBudgets || results.every(({ isOver }) => !isOver);
}
