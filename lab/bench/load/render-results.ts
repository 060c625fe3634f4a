import { printTsv } from '../../../infra/local/print-table.ts';
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

/** In MB. user-api hashes passwords in 46 MiB each. */
const largestMemory: Readonly<Record<string, number>> = { sso: 200, 'user-api': 240, drop: 200 };

/** The files in bench/, by name: what was measured, and the tables of aims and of figures. */
export function renderResults({ at, facts, rounds, seconds, measurements, memory }: Results) {
  const beside = measurements.flatMap(listAims);
  const aims = beside.filter(({ isStretch }) => !isStretch);
  const met = aims.filter(({ isMet }) => isMet).length;
  const counts = Object.entries(prepared).map(([name, count]) => `${count} ${name}`);
  const parts = [
    '# The services beside peers and floors',
    `Written by \`npm run bench\` on ${at.toISOString().slice(0, 10)}; [README.md](README.md) says what is measured and how.`,
    [
      ...Object.entries(facts).map(([name, value]) => `- ${name}: ${value}`),
      `- most memory: ${memory.map(toMemoryFact).join(', ')}`,
      `- run: 32 connections, medians of ${rounds} rounds of ${seconds} s, or of one request for each that was prepared (${counts.join(', ')})`,
    ].join('\n'),
    `${met} of ${aims.length} [aims](aims.tsv) are met. An aim is a least ratio of our rate to that of a floor or of the bar, whose p99 must not be shorter, either; a stretch is one to that of the stretch. CPU is the other side’s time of all processes for a request, divided by ours; p99 is our delay divided by theirs. In the [figures](results.tsv) CPU is milliseconds of one request in the side’s own processes, in Redis and in PostgreSQL.`,
  ];
  return {
    'results.md': `${parts.join('\n\n')}\n`,
    'aims.tsv': printTsv(
      ['workload', 'beside', 'aim', 'rate', 'CPU', 'p99', 'verdict'],
      beside.map(({ isStretch, isMet, cells }) => [
        ...cells,
        `${isStretch ? 'stretch ' : ''}${isMet ? 'met' : 'missed'}`,
      ]),
    ),
    'results.tsv': printTsv(
      ['workload', 'side', 'req/s', 'p50 ms', 'p99 ms', 'CPU', 'Redis', 'PostgreSQL', 'ours : side', 'notes'],
      measurements.flatMap(toRows),
    ),
  };
}

/** The sides of a workload that have an aim. */
function listAims({ workload: { name }, figures: [ours, ...others] }: Measurement) {
  if (ours === undefined) return [];
  return others.flatMap(({ side, ...theirs }) => {
    const { aim, isPeer = false, isStretch = false } = side;
    if (aim === undefined) return [];
    const rate = ours.ratePerSecond / theirs.ratePerSecond;
    const delay = ours.p99Ms / theirs.p99Ms;
    const isWhole = ours.failures.length + theirs.failures.length === 0;
    const isMet = isWhole && rate >= aim && (!isPeer || delay <= 1);
    const ratios = [rate, totalCpu(theirs) / totalCpu(ours), delay].map((ratio) => ratio.toFixed(2));
    return [{ isStretch, isMet, cells: [name, side.name, String(aim), ...ratios] }];
  });
}

/** Of all processes that a request needs, in ms. */
const totalCpu = ({ cpuMs }: Pick<SideFigures, 'cpuMs'>) => cpuMs.server + cpuMs.redis + cpuMs.postgres;

const toMemoryFact = ({ process, peak }: Results['memory'][number]) =>
  `${process} ${peak.toFixed(0)} MB of ${largestMemory[process]}`;

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
