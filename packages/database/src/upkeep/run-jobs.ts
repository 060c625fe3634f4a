/** One kind of upkeep; `run` says how many rows it has written. */
export interface Job {
  readonly kind: string;
  run(): Promise<number>;
}

export interface JobReport {
  done(kind: string, rows: number): unknown;
  failed(kind: string, error: unknown): unknown;
}

/**
 * Runs one job after the other. One that fails stops no other.
 * Source: contract part 0 "What is kept, and for how long".
 */
export async function runJobs(jobs: readonly Job[], report: JobReport): Promise<void> {
  for (const { kind, run } of jobs) {
    try {
      report.done(kind, await run());
    } catch (error) {
      report.failed(kind, error);
    }
  }
}

/** Repeats a step that does at most `batch` rows at a time until there are no more; how many rows it was in all. */
export async function repeatBatches(batch: number, step: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const rows = await step();
    total += rows;
    if (rows < batch) return total;
  }
}
