/** What one run of one side shows. */
export interface Result {
  readonly latenciesMs: readonly number[];
  readonly seconds: number;
  /** What went wrong, and how often. */
  readonly failures: ReadonlyMap<string, number>;
  /** CPU of work that is done in this process or in a child of it, and not in a process that is watched. */
  readonly cpuSeconds?: number;
  /** Something to say beside the figures. */
  readonly note?: string;
}

/** Collects a result while a run goes on. */
export function createTally() {
  const latenciesMs: number[] = [];
  const failures = new Map<string, number>();
  const startedAt = performance.now();
  return {
    done: (sentAt: number) => void latenciesMs.push(performance.now() - sentAt),
    fail: (what: string) => void failures.set(what, (failures.get(what) ?? 0) + 1),
    end: (): Result => ({ latenciesMs, failures, seconds: (performance.now() - startedAt) / 1000 }),
  };
}
