import { median, quantile } from './median.ts';
import { readCpuSeconds, readMachine } from './processes.ts';
import type { Result } from './result.ts';
import type { Side, Workload } from './workload.ts';

/** Process ids by name. */
type Processes = Readonly<Record<string, number>>;

export interface Settings {
  readonly rounds: number;
  readonly seconds: number;
  readonly processes: Processes;
}

/** The figures of one side over all rounds: medians of rates and latencies, and what all requests took in all. */
export interface SideFigures {
  readonly side: Side;
  readonly requests: number;
  readonly ratePerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU of one request in ms: of the side's own processes, of Redis and of PostgreSQL. */
  readonly cpuMs: { readonly server: number; readonly redis: number; readonly postgres: number };
  /** The share of the machine that was used by what has no part in the run. */
  readonly strangersShare: number;
  readonly failures: readonly string[];
  readonly notes: readonly string[];
}

interface Measured extends Result {
  readonly cpu: Readonly<Record<string, number>>;
  readonly strangersSeconds: number;
  readonly machineSeconds: number;
}

/** Measures the sides of a workload in turn, round after round, so that what disturbs the machine disturbs all of them. */
export async function measureWorkload(workload: Workload, settings: Settings): Promise<SideFigures[]> {
  const measured = workload.sides.map((): Measured[] => []);
  const failures = workload.sides.map((): string[] => []);
  for (let round = 0; round <= settings.rounds; round += 1)
    for (const [index, side] of workload.sides.entries()) {
      const run = await side.prepare(round);
      const seconds = round === 0 ? Math.max(1, settings.seconds / 2) : settings.seconds;
      const result = await watch(settings.processes, () => run(seconds));
      failures[index]?.push(...describeFailures(result));
      if (round > 0) measured[index]?.push(result);
    }
  return workload.sides.map((side, index) => summarise(side, measured[index] ?? [], failures[index] ?? []));
}

function describeFailures({ failures, latenciesMs }: Result): string[] {
  const found = [...failures].map(([what, count]) => `${count} x ${what}`);
  return latenciesMs.length === 0 ? ['nothing was answered', ...found] : found;
}

/** What a run takes of the CPU, and who takes the rest of it. */
async function watch(processes: Processes, run: () => Promise<Result>): Promise<Measured> {
  const read = () => Object.values(processes).map(readCpuSeconds);
  const [before, machineBefore, ownBefore] = [read(), readMachine(), process.cpuUsage()];
  const result = await run();
  const own = process.cpuUsage(ownBefore);
  const [after, machine] = [read(), readMachine()];
  const used = after.map((seconds, index) => seconds - (before[index] ?? 0));
  const ours = used.reduce((sum, one) => sum + one, (own.user + own.system) / 1e6 + (result.cpuSeconds ?? 0));
  return {
    ...result,
    cpu: Object.fromEntries(Object.keys(processes).map((name, index) => [name, used[index] ?? 0])),
    strangersSeconds: Math.max(0, machine.used - machineBefore.used - ours),
    machineSeconds: machine.all - machineBefore.all,
  };
}

function summarise(side: Side, rounds: readonly Measured[], failures: readonly string[]): SideFigures {
  const total = (pick: (round: Measured) => number) => rounds.reduce((sum, round) => sum + pick(round), 0);
  const units = side.unitsPerRequest ?? 1;
  const requests = total(({ latenciesMs }) => latenciesMs.length) / units;
  const cpuMs = (name: string) => (1000 * total(({ cpu }) => cpu[name] ?? 0)) / requests;
  const serverMs = side.processes.reduce((sum, name) => sum + cpuMs(name), 0);
  return {
    side,
    requests,
    ratePerSecond: median(rounds.map(({ latenciesMs, seconds }) => latenciesMs.length / units / seconds)),
    p50Ms: units * median(rounds.map(({ latenciesMs }) => quantile(latenciesMs, 0.5))),
    p99Ms: units * median(rounds.map(({ latenciesMs }) => quantile(latenciesMs, 0.99))),
    cpuMs: {
      server: serverMs + (1000 * total(({ cpuSeconds = 0 }) => cpuSeconds)) / requests,
      redis: cpuMs('redis'),
      postgres: cpuMs('postgres'),
    },
    strangersShare:
      total(({ strangersSeconds }) => strangersSeconds) / total(({ machineSeconds }) => machineSeconds),
    failures,
    notes: rounds.flatMap(({ note }) => note ?? []),
  };
}
