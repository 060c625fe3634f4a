import { measureUpkeep, type JobReport } from '@latchkey/database';
import { gaugeAsked } from '@latchkey/http-server';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { SsoContext, SsoStores } from './context.ts';
import { eventReaders, type EventReader, type Outbox } from './event/event.ts';
import type { DeviceHistory } from './oauth/device/device-history.ts';
import type { DeviceMove, DevicePoll, DeviceStore } from './oauth/device/device-store.ts';
import type { FamilyStore } from './oauth/family/family-store.ts';

const waits = [1, 5, 10, 20, 30, 60, 120, 300, 600, 1800];

/** Stores that count and time what goes through them, and answer as before. */
export interface Measures {
  devices(store: DeviceStore): DeviceStore;
  families(store: FamilyStore): FamilyStore;
  history(history: DeviceHistory): DeviceHistory;
  outbox(outbox: Outbox): Outbox;
  /** Counts the steps of sign-ins to apps. */
  countSignIn: SsoContext['countSignIn'];
  /** Counts what upkeep does, and passes it on. */
  upkeep(report: JobReport): JobReport;
}

/**
 * Registers the metrics of device authorizations and refreshes; the slow_down ratio is that outcome among all polls. What is `asked`
 * for is not a number while it cannot be said.
 * Source: contract part 1 "Events and metrics".
 */
export function createMeasures(registry: Registry, asked: Asked): Measures {
  const registers = [registry];
  gaugeAll(registry, asked);
  const approve = createWait(
    'sso_device_time_to_approve_seconds',
    'From the start to the approval',
    registry,
  );
  const events = new Counter({
    name: 'sso_security_events_total',
    help: 'Events that belong to no other write, such as refresh.reuse_detected',
    labelNames: ['type'],
    registers,
  });
  const signIns = new Counter({
    name: 'sso_app_sign_ins_total',
    help: 'Sign-ins to apps by step: started, asked, allowed, allowed_before, redeemed, or mismatch of what came with a code',
    labelNames: ['step'],
    registers,
  });
  return {
    countSignIn: (step) => signIns.inc({ step }),
    devices: (store) => countCodes(signIns, measureDevices(registry)(store)),
    families: countRotations(registers),
    history: (history) => ({
      ...history,
      recordApproved(device, approval) {
        if (device.road === 'device') approve.observe((approval.approvedAtMs - device.createdAtMs) / 1000);
        return history.recordApproved(device, approval);
      },
    }),
    outbox: (outbox) => ({
      append(type, data) {
        events.inc({ type });
        return outbox.append(type, data);
      },
    }),
    upkeep: (report) => measureUpkeep(registry, 'sso', report),
  };
}

/** The same stores; four of them count and time what they do. */
export function measureStores(stores: SsoStores, measures: Measures): SsoStores {
  return {
    ...stores,
    devices: measures.devices(stores.devices),
    families: measures.families(stores.families),
    history: measures.history(stores.history),
    outbox: measures.outbox(stores.outbox),
  };
}

function measureDevices(registry: Registry): Measures['devices'] {
  const registers = [registry];
  const pickup = createWait('sso_device_time_to_pickup_seconds', 'From the approval to its pickup', registry);
  const pollsPerPickup = new Histogram({
    name: 'sso_device_polls_per_pickup',
    help: 'Polls of a device authorization until it was picked up, that one included',
    buckets: [1, 2, 3, 5, 8, 13, 21, 34, 55, 120],
    registers,
  });
  const authorizations = new Counter({
    name: 'sso_device_authorizations_total',
    help: 'Device authorizations by step: started, held until a number is given back, approved, denied, failed by a wrong number, or found expired by a first poll',
    labelNames: ['step'],
    registers,
  });
  const polls = new Counter({
    name: 'sso_device_polls_total',
    help: 'Polls by what they found',
    labelNames: ['outcome'],
    registers,
  });
  const count =
    <Args extends unknown[], Made extends boolean | DeviceMove>(
      step: string,
      act: (...args: Args) => Promise<Made>,
    ) =>
    async (...args: Args) => {
      const made = await act(...args);
      if (made === true || (made && made.won)) authorizations.inc({ step });
      return made;
    };
  const measurePoll = (found: DevicePoll, nowMs: number) => {
    polls.inc({ outcome: found.outcome });
    if (found.outcome === 'claimed' && found.isConfirmed) authorizations.inc({ step: 'approved' });
    if (found.outcome === 'failed' && 'isFirst' in found) authorizations.inc({ step: 'wrong_number' });
    if (found.outcome === 'expired' && found.isFirst) authorizations.inc({ step: 'expired' });
    if (found.outcome === 'claimed' && found.claim === 1) {
      pollsPerPickup.observe(found.device.polls ?? 1);
      pickup.observe((nowMs - (found.device.approval?.approvedAtMs ?? nowMs)) / 1000);
    }
  };
  return (store) => ({
    ...store,
    create: count('started', store.create),
    approve: count('approved', store.approve),
    hold: count('held', store.hold),
    deny: count('denied', store.deny),
    async poll(...asked) {
      const found = await store.poll(...asked);
      const [, , nowMs, , road] = asked;
      if (road !== 'browser') measurePoll(found, nowMs);
      return found;
    },
  });
}

/** Codes of the browser road that came with what they were not made for. */
function countCodes(signIns: Counter<'step'>, store: DeviceStore): DeviceStore {
  return {
    ...store,
    async failPickup(deviceCodeHash, claim, nowMs, failure) {
      const won = await store.failPickup(deviceCodeHash, claim, nowMs, failure);
      if (won && failure === 'mismatch') signIns.inc({ step: 'mismatch' });
      return won;
    },
  };
}

function countRotations(registers: Registry[]): Measures['families'] {
  const rotations = new Counter({
    name: 'sso_refresh_rotations_total',
    help: 'Refresh tokens that a successor has replaced',
    registers,
  });
  return (store) => ({
    ...store,
    async rotate(rotation) {
      const won = await store.rotate(rotation);
      if (won) rotations.inc();
      return won;
    },
  });
}

function createWait(name: string, help: string, registry: Registry): Histogram {
  return new Histogram({ name, help, buckets: waits, registers: [registry] });
}

/** What is asked for when metrics are read. */
export interface Asked {
  /** Seconds since the oldest event that a reader has not got was made; 0 without one. */
  readonly findLag: (reader: EventReader) => Promise<number>;
  /** Seconds since the signing key in use began to sign. */
  readonly findKeyAge: () => number;
}

function gaugeAll(registry: Registry, { findLag, findKeyAge }: Asked): void {
  const age = { name: 'sso_signing_key_age_seconds', help: 'Since the signing key in use began to sign' };
  gaugeAsked({ registry }, age, findKeyAge);
  const lag = new Gauge({
    name: 'sso_events_lag_seconds',
    help: 'Age of the oldest event that a reader has not got: the request log of user-api, or events follow',
    labelNames: ['reader'],
    registers: [registry],
    async collect() {
      for (const reader of eventReaders) lag.set({ reader }, await findLag(reader).catch(() => Number.NaN));
    },
  });
}
