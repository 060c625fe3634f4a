import { readCpuSeconds } from './processes.ts';
import type { Result } from './send-load.ts';

/** Runs for some seconds, or until what was prepared is used up. */
export type Run = (seconds: number) => Promise<Result>;

/** A server or bare work that does the work of a workload. */
export interface Side {
  readonly name: string;
  /** Names of the processes that answer; a side of this process has none. */
  readonly processes: readonly string[];
  /** The least ratio of our rate to this side's; beside a peer our p99 is no longer than its own as well. */
  readonly aim?: number;
  readonly isPeer?: boolean;
  /** A peer that keeps nothing durably: to be beside it is more than the aim. */
  readonly isStretch?: boolean;
  /** How many of its units make one of ours, such as signatures for a token package. */
  readonly unitsPerRequest?: number;
  /** Makes what one round needs. Round 0 warms up and is not counted. */
  prepare(round: number): Promise<Run>;
}

export interface Workload {
  readonly name: string;
  /** Ours is the first. */
  readonly sides: readonly Side[];
}

/** The figures of one side: medians of the rounds' rates and latencies, and the CPU of one request in ms. */
export interface SideFigures {
  readonly side: Side;
  readonly ratePerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMs: { readonly server: number; readonly redis: number; readonly postgres: number };
  readonly failures: readonly string[];
  readonly notes: readonly string[];
}

interface Settings {
  readonly rounds: number;
  readonly seconds: number;
  readonly processes: Readonly<Record<string, number>>;
}

interface Round extends Result {
  readonly cpu: Readonly<Record<string, number>>;
}

/** Measures the sides of a workload in turn, round after round, so that what disturbs the machine disturbs all of them. */
export async function measureWorkload({ sides }: Workload, settings: Settings): Promise<SideFigures[]> {
  const measured = sides.map((side) => ({ side, rounds: [] as Round[] }));
  for (let round = 0; round <= settings.rounds; round += 1)
    for (const { side, rounds } of measured) {
      const run = await side.prepare(round);
      const seconds = round === 0 ? Math.min(3, settings.seconds) : settings.seconds;
      rounds.push(await watchCpu(settings.processes, () => run(seconds)));
    }
  return measured.map(({ side, rounds }) => summarise(side, rounds));
}

async function watchCpu(processes: Settings['processes'], run: () => Promise<Result>): Promise<Round> {
  const read = () => Object.entries(processes).map(([name, pid]) => [name, readCpuSeconds(pid)] as const);
  const before = new Map(read());
  const result = await run();
  const used = read().map(([name, seconds]) => [name, seconds - (before.get(name) ?? 0)] as const);
  return { ...result, cpu: Object.fromEntries(used) };
}

function summarise(side: Side, [warmUp, ...rounds]: readonly Round[]): SideFigures {
  const units = side.unitsPerRequest ?? 1;
  const total = (pick: (round: Round) => number) => rounds.reduce((sum, round) => sum + pick(round), 0);
  const requests = total(({ latenciesMs }) => latenciesMs.length) / units;
  const cpuMs = (name: string) => (1000 * total(({ cpu }) => cpu[name] ?? 0)) / requests;
  const ownMs = (1000 * total(({ cpuSeconds = 0 }) => cpuSeconds)) / requests;
  return {
    side,
    ratePerSecond: median(rounds.map(({ latenciesMs, seconds }) => latenciesMs.length / units / seconds)),
    p50Ms: units * median(rounds.map(({ latenciesMs }) => quantile(latenciesMs, 0.5))),
    p99Ms: units * median(rounds.map(({ latenciesMs }) => quantile(latenciesMs, 0.99))),
    cpuMs: {
      server: side.processes.reduce((sum, name) => sum + cpuMs(name), ownMs),
      redis: cpuMs('redis'),
      postgres: cpuMs('postgres'),
    },
    failures: [...(warmUp ? [warmUp] : []), ...rounds].flatMap(describeFailures),
    notes: [...new Set(rounds.flatMap(({ note }) => note ?? []))],
  };
}

function describeFailures({ failures, latenciesMs }: Result): string[] {
  const found = [...failures].map(([what, count]) => `${count} x ${what}`);
  return latenciesMs.length === 0 ? ['nothing was answered', ...found] : found;
}

/** The value in the middle; the mean of both where two are. 0 of none. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 0 ? (low + high) / 2 : high;
}

/** The value that so large a share of all is below. 0 of none. */
function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
