import { measureUpkeep, type JobReport } from '@latchkey/database';
import { gaugeAsked, type Metrics } from '@latchkey/http-server';
import type { Gate } from '@latchkey/secrets';
import { Counter, Gauge } from 'prom-client';

export interface UpkeepMeasures {
  /** Counts what upkeep does, and passes it on. */
  count(report: JobReport): JobReport;
  /** How many months of the request log are made after this one. */
  setMonthsAhead(months: number): void;
}

/** How long what waits to be sent has been due, in seconds. */
interface Delays {
  findMailDelay(this: void): Promise<number>;
  findSignalDelay(this: void): Promise<number>;
}

export function createMeasures(metrics: Metrics, { findMailDelay, findSignalDelay }: Delays): UpkeepMeasures {
  const { registry } = metrics;
  const mails = {
    name: 'user_api_mails_delay_seconds',
    help: 'How long the mail that is due for longest has been due',
  };
  gaugeAsked(metrics, mails, findMailDelay);
  const signals = {
    name: 'user_api_signals_delay_seconds',
    help: 'How long the signal that is due for longest has been due, of subscriptions that are on',
  };
  gaugeAsked(metrics, signals, findSignalDelay);
  const months = new Gauge({
    name: 'user_api_request_log_months_ahead',
    help: 'Months of the request log after this one, when upkeep looked last',
    registers: [registry],
  });
  months.set(Number.NaN);
  return {
    count: (report) => measureUpkeep(registry, 'user_api', report),
    setMonthsAhead: (ahead) => months.set(ahead),
  };
}

export function measureHashGate({ registry }: Metrics, gate: Pick<Gate, 'load'>): void {
  const registers = [registry];
  const hashes = new Gauge({
    name: 'user_api_password_hashes',
    help: 'Password hashes that run or wait',
    labelNames: ['state'],
    registers,
    collect() {
      const { running, waiting } = gate.load();
      hashes.set({ state: 'running' }, running);
      hashes.set({ state: 'waiting' }, waiting);
    },
  });
  const refused = new Counter({
    name: 'user_api_password_hashes_refused_total',
    help: 'Callers that found no place, or waited too long for a turn',
    registers,
    collect() {
      refused.reset();
      refused.inc(gate.load().refused);
    },
  });
}
