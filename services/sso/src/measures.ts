import type { JobReport } from '@latchkey/database';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { SsoStores } from './context.ts';
import type { DeviceHistory } from './device/device-history.ts';
import type { DeviceStore } from './device/device-store.ts';
import type { Outbox } from './event/event.ts';

const waits = [1, 5, 10, 20, 30, 60, 120, 300, 600, 1800];

/** Stores that count and time what goes through them, and answer as before. */
export interface Measures {
  devices(store: DeviceStore): DeviceStore;
  history(history: DeviceHistory): DeviceHistory;
  outbox(outbox: Outbox): Outbox;
  /** Counts what upkeep does, and passes it on. */
  upkeep(report: JobReport): JobReport;
}

/**
 * Registers the metrics of device authorizations; the slow_down ratio is that outcome among all polls. `countPending`
 * is asked when metrics are read, and while it cannot say the gauge is not a number.
 * Source: contract part 1 "Events and metrics".
 */
export function createMeasures(registry: Registry, countPending: () => Promise<number>): Measures {
  const registers = [registry];
  gaugePending(registry, countPending);
  const approve = createWait(
    'sso_device_time_to_approve_seconds',
    'From the start to the approval',
    registry,
  );
  const pickup = createWait('sso_device_time_to_pickup_seconds', 'From the approval to its pickup', registry);
  const pollsPerPickup = new Histogram({
    name: 'sso_device_polls_per_pickup',
    help: 'Polls of a device authorization until it was picked up, that one included',
    buckets: [1, 2, 3, 5, 8, 13, 21, 34, 55, 120],
    registers,
  });
  const polls = new Counter({
    name: 'sso_device_polls_total',
    help: 'Polls by what they found',
    labelNames: ['outcome'],
    registers,
  });
  const events = new Counter({
    name: 'sso_security_events_total',
    help: 'Events that belong to no other write, such as refresh.reuse_detected',
    labelNames: ['type'],
    registers,
  });
  return {
    devices: (store) => ({
      ...store,
      async poll(deviceCodeHash, clientId, nowMs) {
        const found = await store.poll(deviceCodeHash, clientId, nowMs);
        polls.inc({ outcome: found.outcome });
        if (found.outcome === 'claimed' && found.claim === 1) {
          pollsPerPickup.observe(found.device.polls ?? 1);
          pickup.observe((nowMs - (found.device.approval?.approvedAtMs ?? nowMs)) / 1000);
        }
        return found;
      },
    }),
    history: (history) => ({
      ...history,
      recordApproved(device, approval) {
        approve.observe((approval.approvedAtMs - device.createdAtMs) / 1000);
        return history.recordApproved(device, approval);
      },
    }),
    outbox: (outbox) => ({
      append(event) {
        events.inc({ type: event.type });
        return outbox.append(event);
      },
    }),
    upkeep: (report) => countUpkeep(registers, report),
  };
}

/** The same stores; three of them count and time what they do. */
export function measureStores(stores: SsoStores, measures: Measures): SsoStores {
  return {
    ...stores,
    devices: measures.devices(stores.devices),
    history: measures.history(stores.history),
    outbox: measures.outbox(stores.outbox),
  };
}

function countUpkeep(registers: Registry[], { done, failed }: JobReport): JobReport {
  const labelNames = ['kind'];
  const rows = new Counter({
    name: 'sso_upkeep_rows_total',
    help: 'Rows that upkeep removed or settled',
    labelNames,
    registers,
  });
  const failures = new Counter({
    name: 'sso_upkeep_failures_total',
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

function createWait(name: string, help: string, registry: Registry): Histogram {
  return new Histogram({ name, help, buckets: waits, registers: [registry] });
}

function gaugePending(registry: Registry, countPending: () => Promise<number>): void {
  registry.registerMetric(
    new Gauge({
      name: 'sso_device_pending',
      help: 'Device authorizations that wait for a decision',
      registers: [],
      async collect() {
        this.set(await countPending().catch(() => Number.NaN));
      },
    }),
  );
}
