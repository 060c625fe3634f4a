import { measureUpkeep, type JobReport } from '@latchkey/database';
import { Counter, type Registry } from 'prom-client';

export interface Measures {
  /** One refusal of a drop that was found, by its code. */
  countRefusal(reason: string): void;
  /** Counts what upkeep does, and passes it on. */
  upkeep(report: JobReport): JobReport;
}

export function createMeasures(registry: Registry): Measures {
  const refusals = new Counter({
    name: 'drop_refusals_total',
    help: 'Refusals of drops that were found, by code; each one, also those that are no event of their own',
    labelNames: ['reason'],
    registers: [registry],
  });
  return {
    countRefusal: (reason) => refusals.inc({ reason }),
    upkeep: (report) => measureUpkeep(registry, 'drop', report),
  };
}
