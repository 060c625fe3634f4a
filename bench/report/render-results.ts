import type { Options } from '../options.ts';
import type { Sizes } from '../sizes.ts';
import { listAims } from './list-aims.ts';
import type { Measurement, Memory } from './measurement.ts';
import type { Facts } from './read-facts.ts';

export interface Results {
  readonly at: Date;
  readonly facts: Facts;
  readonly options: Options;
  readonly sizes: Sizes;
  readonly measurements: readonly Measurement[];
  readonly memory: readonly Memory[];
}

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
const table = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [row(heads), row(heads.map(() => '---')), ...rows.map(row)].join('\n');

/** The file bench/results.md. */
export function renderResults(results: Results): string {
  const { at, facts, options, sizes, measurements, memory } = results;
  const aims = listAims(measurements, memory);
  const parts = [
    '# The services beside peers and floors',
    `Written by \`npm run bench\` on ${at.toISOString().slice(0, 10)}; [README.md](README.md) says what is measured and how.`,
    [
      ...Object.entries(facts).map(([name, value]) => `- ${name}: ${value}`),
      describeRun(options, sizes),
    ].join('\n'),
    '## Aims',
    'The ratio of our rate to that of the other side, unless said otherwise.',
    table(
      ['workload', 'beside', 'aim', 'measured', ''],
      aims.map(({ what, against, aim, measured, isMet }) => [
        what,
        against,
        aim,
        measured,
        isMet ? 'met' : 'missed',
      ]),
    ),
    '## Figures',
    'CPU: milliseconds of one request in the side’s own processes, Redis and PostgreSQL. Strangers: the share of the machine that others took meanwhile.',
    table(
      [
        'workload',
        'side',
        'req/s',
        'p50 ms',
        'p99 ms',
        'CPU',
        'Redis',
        'PostgreSQL',
        'ours : side',
        'strangers',
        '',
      ],
      measurements.flatMap(toRows),
    ),
    '## Memory in MB',
    table(
      ['process', 'idle', 'most'],
      memory.map(({ process, idle, peak }) => [process, idle.toFixed(0), peak.toFixed(0)]),
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

function describeRun({ rounds, seconds }: Options, sizes: Sizes): string {
  const counts = Object.entries(sizes).map(([name, count]) => `${count} ${name}`);
  return `- run: 32 connections, medians of ${rounds} rounds of ${seconds} s, or of one request for each that was prepared (${counts.join(', ')})`;
}

function toRows({ workload, figures }: Measurement): (string | number)[][] {
  const [ours] = figures;
  return figures.map((one) => [
    one === ours ? `**${workload.name}**` : '',
    one.side.name,
    Math.round(one.ratePerSecond),
    one.p50Ms.toFixed(1),
    one.p99Ms.toFixed(1),
    one.cpuMs.server.toFixed(2),
    one.cpuMs.redis.toFixed(2),
    one.cpuMs.postgres.toFixed(2),
    one === ours || ours === undefined ? '' : (ours.ratePerSecond / one.ratePerSecond).toFixed(2),
    `${(100 * one.strangersShare).toFixed(0)} %`,
    [...new Set(one.notes), ...one.failures].join('; '),
  ]);
}
