import { AsyncResource } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';

/** One request that a listener answers. The path and the query that were sent are not here: they may hold a secret. */
export interface RequestTrace {
  readonly method: string;
  /** The traceparent that the caller has sent. */
  readonly sent: string | undefined;
  /** Set by whoever makes spans: what the request is known by, and what calls to siblings continue. */
  traceparent?: string;
  requestId?: string;
  /** The path of the route that answered, and the status; set at the end. */
  route?: string;
  status?: number;
}

export interface CallTrace {
  readonly service: string;
  /** The path in the contract, which holds no value. */
  readonly path: string;
  /** What is sent as `traceparent`. Whoever makes spans puts the span of the call in place. */
  traceparent: string | undefined;
  status?: number;
}

/** One SQL statement, without its values. */
export interface StatementTrace {
  readonly text: string;
}

/** `start` runs all that the request causes; `asyncEnd` is published when it has been answered. */
export const requests = tracingChannel<unknown, RequestTrace>('latchkey:request');
export const calls = tracingChannel<unknown, CallTrace>('latchkey:call');
export const statements = tracingChannel<unknown, StatementTrace>('latchkey:statement');

/**
 * The same function, run in the trace of whoever asks for it now: for work that another request may set off. Without
 * spans it is the function itself, since a context costs 3 µs to keep.
 */
export function keepTrace<Args extends unknown[], Result>(
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  return requests.start.hasSubscribers ? AsyncResource.bind(work) : work;
}
