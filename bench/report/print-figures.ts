import type { SideFigures } from '../measure/measure-workload.ts';
import type { Workload } from '../measure/workload.ts';

/** Prints the figures of one workload, a line for each side. */
export function printFigures({ name }: Workload, figures: readonly SideFigures[]): void {
  console.log(name);
  const [ours] = figures;
  for (const one of figures) {
    const { server, redis, postgres } = one.cpuMs;
    const ratio =
      one === ours || ours === undefined ? '' : (ours.ratePerSecond / one.ratePerSecond).toFixed(2);
    const cells = [
      one.side.name.padEnd(28),
      `${Math.round(one.ratePerSecond)}/s`.padStart(9),
      `p50 ${one.p50Ms.toFixed(1)}`.padStart(11),
      `p99 ${one.p99Ms.toFixed(1)}`.padStart(12),
      `cpu ${server.toFixed(2)} + ${redis.toFixed(2)} + ${postgres.toFixed(2)} ms`.padStart(28),
      ratio.padStart(6),
      `strangers ${(100 * one.strangersShare).toFixed(0)} %`.padStart(16),
    ];
    console.log(`  ${[...cells, ...one.notes].join(' ')}`);
    for (const failure of one.failures) console.log(`    failed: ${failure}`);
  }
}
