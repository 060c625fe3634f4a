import { version } from '@latchkey/process/version';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Any other method shares one label, because strangers choose it: each label of a route costs memory for good. */
const labelledMethods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

export interface Metrics {
  /** Where a service registers metrics of its own. */
  readonly registry: Registry;
  countRequest(route: string, method: string, status: number, durationSeconds: number): void;
  countRefusedKey(): void;
}

/** One Prometheus registry a service, with its version and one histogram of requests. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const build = new Gauge({
    name: 'build_info',
    help: 'Always 1; its label is the version that runs',
    labelNames: ['version'],
    registers: [registry],
  });
  build.set({ version }, 1);
  const labelNames = ['route', 'method', 'status'] as const;
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered',
    labelNames,
    registers: [registry],
  });
  const refusedKeys = new Counter({
    name: 'service_keys_refused_total',
    help: 'Calls to internal routes without a key that the route admits',
    registers: [registry],
  });
  return {
    registry,
    countRefusedKey: () => refusedKeys.inc(),
    countRequest(route, method, status, durationSeconds) {
      const label = labelledMethods.has(method) ? method : 'other';
      const labels = { route, method: label, status: String(status) };
      requests.inc(labels);
      durations.observe(labels, durationSeconds);
    },
  };
}
