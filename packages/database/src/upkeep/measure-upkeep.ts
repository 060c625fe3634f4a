import { Counter, type Registry } from 'prom-client';
import type { JobReport } from './run-jobs.ts';

/** Counts what upkeep does, and passes it on. `service` begins the names of the metrics. */
export function measureUpkeep(
  registry: Registry,
  service: 'sso' | 'user_api' | 'drop',
  { done, failed }: JobReport,
): JobReport {
  const labelNames = ['kind'];
  const registers = [registry];
  const rows = new Counter({
    name: `${service}_upkeep_rows_total`,
    help: 'Rows that upkeep removed or settled',
    labelNames,
    registers,
  });
  const failures = new Counter({
    name: `${service}_upkeep_failures_total`,
    help: 'Runs of upkeep that failed',
    labelNames,
    registers,
  });
  return {
    done(kind, count) {
      rows.inc({ kind }, count);
      done(kind, count);
    },
    failed(kind, error) {
      failures.inc({ kind });
      failed(kind, error);
    },
  };
}
