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

/** What one attempt holds until it ends, and what the request log says of it when it is refused. */
export interface Lease {
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
  /** Returns the payload that it has consumed. Never rejects. */
  returnPayload: (() => Promise<void>) | undefined;
  /** Keeps the payload it has consumed for the same request, which gets the same verdict. Never rejects. */
  settlePayload: (() => Promise<void>) | undefined;
  /** Whether the payload came before, with the same request, and whether that came to a verdict. */
  isReturned: boolean;
  isSettled: boolean;
  /** What the attempt is kept under, and whether it repeats one whose outcome is kept. */
  operation: { readonly op: string; readonly digest: string } | undefined;
  isRepeated: boolean;
  /** What that one has made. */
  made: readonly string[];
  /** Undefined until it is known whom the attempt is about. */
  event: Omit<LogEvent, 'code'> | undefined;
}
