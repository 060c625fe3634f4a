import type { Counter } from '@latchkey/attempts';
import type { Shares } from '@latchkey/secrets';
import type { OutcomeStore } from '../../accounts/outcome.ts';
import type { LogEvent, LogPorts } from '../../request-log/log-event.ts';
import type { Origin } from '../../request-log/request-log.ts';
import type { CounterPorts, Subject } from './counters.ts';
import type { Place } from './place.ts';

export interface LeasePorts extends LogPorts, CounterPorts {
  readonly outcomes: OutcomeStore;
  /** The network that an address is counted by: its /24 or its /64. */
  networkOf(ip: string): string;
  /** Counts accounts whose budget is used up. */
  onAccountLocked(): void;
  /** Counts attempts that are refused because the visitors of a client fail too often; the first of a minute is logged. */
  onClientRefused(clientId: string, isFirst: boolean): void;
  pause(this: void, milliseconds: number): Promise<unknown>;
  readonly placeQueue: Shares;
}

export interface Lease {
  readonly held: Held;
  readonly verdict: Verdict;
}

/** What it holds of budgets. */
export interface Held {
  /** Names the attempt in its counters. */
  readonly slot: string;
  /** The sender of the request, until a payload names the person's address. */
  origin: Origin;
  /** What it is counted by: the sender's network, until a payload says more. */
  counted: Place;
  networks: readonly Counter[];
  /** What it holds of the budgets of what is right, which only a success uses up. */
  successes: readonly Counter[];
  account: { readonly subject: Subject; readonly counters: readonly Counter[] } | undefined;
  /** Its place at the hash gate. */
  place: { free(): void } | undefined;
}

/** What is logged and kept of it when it is judged. */
export interface Verdict {
  /** Undefined until it is known whom the attempt is about. */
  event: Omit<LogEvent, 'code'> | undefined;
  /** What names it when the same request is sent again, which gets the same verdict. */
  operation: { readonly op: string; readonly digest: string } | undefined;
  /** Whether the same request was judged before. */
  isRepeated: boolean;
  /** What its operation has made before. What it makes takes the place of this. */
  made: readonly string[];
  payload: HeldPayload | undefined;
}

/** A payload that it has consumed. Neither act rejects. */
interface HeldPayload {
  /** Whether it was sent before, with the same request, and whether that was judged. */
  readonly isReturned: boolean;
  readonly isSettled: boolean;
  giveBack(): Promise<void>;
  /** Keeps it for the same request. */
  settle(): Promise<void>;
}
