import { createEntry, type EntryPorts } from '../../request-log/log-event.ts';
import type { Reception } from '../../sibling/receiver.ts';
import { waitsMs, type Outcome } from '../mail/outbox.ts';
import type { SignalRequest } from './compose-signal.ts';
import type { DueSignal, SignalOutbox, SignalOutcome } from './signal-outbox.ts';
import { pingEvent } from './subscription.ts';

export interface SignalPorts extends EntryPorts {
  readonly outbox: SignalOutbox;
  compose(signal: DueSignal): SignalRequest;
  /** Sends a request to a receiver. Never rejects. */
  deliver(request: SignalRequest): Promise<Reception>;
  /** Counts what became of the signals, and why. */
  count(status: Outcome['status'], problem: string): void;
  /** True once the process stops: no more signals are taken then. */
  isStopped(): boolean;
  pause(milliseconds: number): Promise<unknown>;
}

/** A receiver that fails for as long is turned off. Source: contract part 2 "Signals". */
const mostFailingMs = 3 * 24 * 3600 * 1000;
const longestPauseMs = 24 * 3600 * 1000;
/** While others are waited for, new signals are looked for as often. */
const lookMs = 1_000;

/** Sends what is due until nothing is. A slow receiver keeps nobody else waiting. Rejects while the database is down. */
export async function sendSignals(ports: SignalPorts): Promise<void> {
  const running = new Set<Promise<void>>();
  const faults: unknown[] = [];
  while (!ports.isStopped() && faults.length === 0) {
    const isAlone = running.size === 0;
    const due = await ports.outbox.claim(new Date(ports.now()));
    for (const signal of due) {
      const sending = send(ports, signal)
        .catch((error: unknown) => void faults.push(error))
        .finally(() => running.delete(sending));
      running.add(sending);
    }
    if (running.size > 0) await Promise.race([...running, ports.pause(lookMs)]);
    // What was settled while we looked had its subscription locked, so it may have more.
    else if (isAlone) break;
  }
  await Promise.all(running);
  if (faults.length > 0) throw faults[0];
}

async function send(ports: SignalPorts, signal: DueSignal): Promise<void> {
  const isMoot = signal.entry === null && signal.event !== pingEvent;
  const reception = isMoot ? undefined : await tryOnce(ports, signal);
  const now = new Date(ports.now());
  const outcome = settle(signal, reception, now);
  await ports.outbox.settle(signal, outcome, now);
  ports.count(outcome.status, kindOf(outcome.problem));
  if (reception?.problem !== undefined && isHopeless(signal, reception, outcome, now))
    await turnOff(ports, signal);
}

/** A signal whose secret cannot be opened waits as well: a replica that has the key may send it. */
async function tryOnce(ports: SignalPorts, signal: DueSignal): Promise<Reception> {
  try {
    return await ports.deliver(ports.compose(signal));
  } catch {
    return { problem: 'not_signed' };
  }
}

function settle({ attempts }: DueSignal, reception: Reception | undefined, now: Date): SignalOutcome {
  if (reception?.problem === undefined)
    return { status: reception === undefined ? 'dropped' : 'sent', problem: null, pausedUntil: null };
  const { problem, retryAfterMs } = reception;
  const pausedUntil =
    retryAfterMs === undefined ? null : new Date(now.getTime() + Math.min(retryAfterMs, longestPauseMs));
  return { status: attempts > waitsMs.length ? 'dead' : 'waiting', problem, pausedUntil };
}

/** It is gone, it has failed for long, or it did not answer its ping for as long as a signal is sent. */
function isHopeless(
  { event, failingSince }: DueSignal,
  { problem }: Reception,
  { status }: SignalOutcome,
  now: Date,
): boolean {
  const failingMs = failingSince === null ? 0 : now.getTime() - failingSince.getTime();
  return problem === '410' || failingMs >= mostFailingMs || (event === pingEvent && status === 'dead');
}

async function turnOff(ports: SignalPorts, signal: DueSignal): Promise<void> {
  const details = { subscription: signal.subscriptionId, label: new URL(signal.url).host };
  const event = { event: 'signal.off', userId: signal.createdBy, details } as const;
  await ports.outbox.turnOff(signal, createEntry(ports, event, { ip: '', userAgent: '' }));
}

/** A problem without its number, so that a metric has few series. */
function kindOf(problem: string | null): string {
  if (problem === null) return 'none';
  return /^\d+$/.test(problem) ? 'status' : problem;
}
