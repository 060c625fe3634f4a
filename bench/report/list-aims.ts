import type { Measurement, Memory } from './measurement.ts';

/** What a release aims at, beside what was measured. */
export interface Aim {
  readonly what: string;
  readonly against: string;
  readonly aim: string;
  readonly measured: string;
  readonly isMet: boolean;
}

const largestMemory = 200;

/** The aims for rates, for p99 beside peers, and for the memory of the services. */
export function listAims(measurements: readonly Measurement[], memory: readonly Memory[]): Aim[] {
  return [...measurements.flatMap(listRatioAims), ...memory.map(toMemoryAim)];
}

function listRatioAims({ workload: { name: what }, figures: [ours, ...others] }: Measurement): Aim[] {
  if (ours === undefined) return [];
  return others.flatMap(({ side, ratePerSecond, p99Ms, failures }) => {
    if (side.aim === undefined) return [];
    const isWhole = ours.failures.length + failures.length === 0;
    const ratio = ours.ratePerSecond / ratePerSecond;
    const delay = ours.p99Ms / p99Ms;
    const against = side.name;
    const rates = {
      what,
      against,
      aim: `at least ${side.aim}`,
      measured: ratio.toFixed(2),
      isMet: isWhole && ratio >= side.aim,
    };
    const delays = {
      what: `${what}, p99`,
      against,
      aim: 'at most 1',
      measured: delay.toFixed(2),
      isMet: isWhole && delay <= 1,
    };
    return side.kind === 'peer' ? [rates, delays] : [rates];
  });
}

function toMemoryAim({ process, peak }: Memory): Aim {
  return {
    what: `memory of ${process} in MB`,
    against: '',
    aim: `at most ${largestMemory}`,
    measured: peak.toFixed(0),
    isMet: peak <= largestMemory,
  };
}
