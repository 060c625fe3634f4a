import { version } from '@latchkey/process/version';
import { timeChannel, type CallTrace } from '@latchkey/tracing';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { BodyBudget } from './body-budget.ts';

/** Any other method shares one label, because strangers choose it: each label of a route costs memory for good. */
const labelledMethods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

export interface Metrics {
  /** Where a service registers metrics of its own. */
  readonly registry: Registry;
  countRequest(route: string, method: string, status: number, durationSeconds: number): void;
  countRefusedKey(): void;
  countUnknownCaller(): void;
  /** Registers what the readiness of the service depends on; asked when metrics are read. */
  watchDependencies(ask: () => Promise<ReadonlyMap<string, boolean>>): void;
  /** Registers the memory of bodies, by listener. */
  watchBodies(budgets: Readonly<Record<string, BodyBudget>>): void;
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
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const refusedKeys = new Counter({
    name: 'service_keys_refused_total',
    help: 'Calls to internal routes without a key that the route admits',
    registers: [registry],
  });
  const unknownCallers = new Counter({
    name: 'http_unknown_callers_total',
    help: 'Requests whose trusted proxy named no address in X-Forwarded-For',
    registers: [registry],
  });
  return {
    registry,
    countRefusedKey: () => refusedKeys.inc(),
    countUnknownCaller: () => unknownCallers.inc(),
    watchDependencies: (ask) => gaugeDependencies(registry, ask),
    watchBodies: (budgets) => gaugeBodies(registry, budgets),
    countRequest(route, method, status, durationSeconds) {
      const label = labelledMethods.has(method) ? method : 'other';
      durations.observe({ route, method: label, status: String(status) }, durationSeconds);
    },
  };
}

function gaugeDependencies(registry: Registry, ask: () => Promise<ReadonlyMap<string, boolean>>): void {
  const up = new Gauge({
    name: 'dependency_up',
    help: '1 while what the service needs to be ready answers as it should',
    labelNames: ['dependency'],
    registers: [registry],
    async collect() {
      for (const [dependency, isUp] of await ask()) up.set({ dependency }, isUp ? 1 : 0);
    },
  });
}

function gaugeBodies(registry: Registry, budgets: Readonly<Record<string, BodyBudget>>): void {
  const settings = { labelNames: ['listener'], registers: [registry] };
  const held = new Gauge({
    ...settings,
    name: 'http_body_bytes_held',
    help: 'Bytes that bodies of requests hold',
    collect() {
      for (const [listener, budget] of Object.entries(budgets))
        held.set({ listener }, budget.load().heldBytes);
    },
  });
  const refused = new Counter({
    ...settings,
    name: 'http_bodies_refused_total',
    help: 'Bodies of requests that found no room',
    collect() {
      refused.reset();
      for (const [listener, budget] of Object.entries(budgets))
        refused.inc({ listener }, budget.load().refused);
    },
  });
}

/** Registers a gauge that is asked for when metrics are read. While nobody can say, it is not a number. */
export function gaugeAsked(
  { registry }: Pick<Metrics, 'registry'>,
  named: { readonly name: string; readonly help: string },
  ask: () => number | Promise<number>,
): void {
  registry.registerMetric(
    new Gauge({
      ...named,
      registers: [],
      async collect() {
        this.set(await (async () => ask())().catch(() => Number.NaN));
      },
    }),
  );
}

export function measureCalls(registry: Registry): void {
  const durations = new Histogram({
    name: 'service_call_duration_seconds',
    help: 'Calls to another service, its repetition included; a refusal is an answer',
    labelNames: ['service', 'path', 'outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  timeChannel<CallTrace>('latchkey:call', ({ message: { service, path }, seconds, failed }) =>
    durations.observe({ service, path, outcome: failed ? 'failed' : 'answered' }, seconds),
  );
}
