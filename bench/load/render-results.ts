import { printTsv } from '../../infra/local/print-table.ts';
import type { SideFigures, Workload } from './measure-workload.ts';
import type { Facts } from './read-facts.ts';
import { prepared } from './workloads.ts';

/** A workload with the figures of its sides, ours first. */
export interface Measurement {
  readonly workload: Workload;
  readonly figures: readonly SideFigures[];
}

export interface Results {
  readonly at: Date;
  readonly facts: Facts;
  readonly rounds: number;
  readonly seconds: number;
  readonly measurements: readonly Measurement[];
  /** Of each service, in MB. */
  readonly memory: readonly { readonly process: string; readonly peak: number }[];
}

const largestMemory = 200;

/** The files in bench/, by name: what was measured, and the tables of aims and of figures. */
export function renderResults({ at, facts, rounds, seconds, measurements, memory }: Results) {
  const aims = [...measurements.flatMap(listAims), ...memory.map(toMemoryAim)];
  const missed = aims.filter(({ isMet }) => !isMet).length;
  const counts = Object.entries(prepared).map(([name, count]) => `${count} ${name}`);
  const parts = [
    '# The services beside peers and floors',
    `Written by \`npm run bench\` on ${at.toISOString().slice(0, 10)}; [README.md](README.md) says what is measured and how.`,
    [
      ...Object.entries(facts).map(([name, value]) => `- ${name}: ${value}`),
      `- run: 32 connections, medians of ${rounds} rounds of ${seconds} s, or of one request for each that was prepared (${counts.join(', ')})`,
    ].join('\n'),
    `${aims.length - missed} of ${aims.length} [aims](aims.tsv) are met, ${missed} are missed. A ratio is our rate divided by that of the other side; for p99, our delay divided by theirs. In the [figures](results.tsv) CPU is milliseconds of one request in the side’s own processes, in Redis and in PostgreSQL.`,
  ];
  return {
    'results.md': `${parts.join('\n\n')}\n`,
    'aims.tsv': printTsv(
      ['workload', 'beside', 'aim', 'measured', 'verdict'],
      aims.map(({ what, beside, aim, measured, isMet }) => [
        what,
        beside,
        aim,
        measured,
        isMet ? 'met' : 'missed',
      ]),
    ),
    'results.tsv': printTsv(
      ['workload', 'side', 'req/s', 'p50 ms', 'p99 ms', 'CPU', 'Redis', 'PostgreSQL', 'ours : side', 'notes'],
      measurements.flatMap(toRows),
    ),
  };
}

/** The aims for rates, and for p99 beside peers. */
function listAims({ workload: { name }, figures: [ours, ...others] }: Measurement) {
  if (ours === undefined) return [];
  return others.flatMap(({ side, ratePerSecond, p99Ms, failures }) => {
    if (side.aim === undefined) return [];
    const isWhole = ours.failures.length + failures.length === 0;
    const ratio = ours.ratePerSecond / ratePerSecond;
    const delay = ours.p99Ms / p99Ms;
    const about = { what: name, beside: side.name };
    const isFast = isWhole && ratio >= side.aim;
    const rates = { ...about, aim: `at least ${side.aim}`, measured: ratio.toFixed(2), isMet: isFast };
    if (side.isPeer !== true) return [rates];
    const isSteady = isWhole && delay <= 1;
    return [
      rates,
      { ...about, what: `${name}, p99`, aim: 'at most 1', measured: delay.toFixed(2), isMet: isSteady },
    ];
  });
}

function toMemoryAim({ process, peak }: Results['memory'][number]) {
  return {
    what: `most memory of ${process} in MB`,
    beside: '',
    aim: `at most ${largestMemory}`,
    measured: peak.toFixed(0),
    isMet: peak <= largestMemory,
  };
}

/** The cells of each side of a workload. */
export function toRows({ workload, figures }: Measurement): string[][] {
  const [ours] = figures;
  return figures.map((one) => [
    workload.name,
    one.side.name,
    one.ratePerSecond.toFixed(0),
    one.p50Ms.toFixed(1),
    one.p99Ms.toFixed(1),
    one.cpuMs.server.toFixed(2),
    one.cpuMs.redis.toFixed(2),
    one.cpuMs.postgres.toFixed(2),
    one === ours || ours === undefined ? '' : (ours.ratePerSecond / one.ratePerSecond).toFixed(2),
    [...one.notes, ...one.failures.map((failure) => `failed: ${failure}`)].join('; '),
  ]);
}
