import type { SideFigures } from '../measure/measure-workload.ts';
import type { Workload } from '../measure/workload.ts';

/** A workload with the figures of its sides, ours first. */
export interface Measurement {
  readonly workload: Workload;
  readonly figures: readonly SideFigures[];
}

/** Memory of a process in MB. */
export interface Memory {
  readonly process: string;
  readonly idle: number;
  readonly peak: number;
}
