import type { LogEntry } from '../../request-log/request-log.ts';
import type { Outcome } from '../mail/outbox.ts';
import type { Subscription } from './subscription.ts';

/** The row of the log that a signal is about, as far as it may be sent. */
export type SignalledEntry = Pick<
  LogEntry,
  'outcome' | 'code' | 'method' | 'userId' | 'actorId' | 'orgId' | 'clientId' | 'ip'
>;

/** A signal that one sender has. */
export interface DueSignal extends Pick<
  Subscription,
  'url' | 'secret' | 'oldSecret' | 'oldSecretUntil' | 'createdBy' | 'failingSince'
> {
  readonly id: string;
  readonly subscriptionId: string;
  /** Names what happened, to every receiver and at every attempt. */
  readonly eventId: string;
  readonly event: string;
  readonly createdAt: Date;
  /** With this one. */
  readonly attempts: number;
  /** Null of a ping, and of what was found not to have happened. */
  readonly entry: SignalledEntry | null;
}

export interface SignalOutcome extends Outcome {
  /** No signal is sent to this receiver before then. */
  readonly pausedUntil: Date | null;
}

/** The signals that wait to be sent, which are rows of the mails' outbox. Many senders may share them. */
export interface SignalOutbox {
  /** As that of mails. Of a subscription at most {@link togetherOf} are with senders at a time. */
  claim(now: Date): Promise<DueSignal[]>;
  /** Writes what became of a signal that still waits, and what that means for its subscription. */
  settle(signal: DueSignal, outcome: SignalOutcome, now: Date): Promise<void>;
  /** Turns off a subscription whose address is still the one that failed, and writes the row of the log. */
  turnOff(signal: DueSignal, row: LogEntry): Promise<boolean>;
}

/** With 20 subscriptions fewer than 50 in all. */
export const togetherOf = 2;

/** Longer than a receiver is waited for; a sender that was killed gives its place free then. */
export const takenMs = 15_000;
