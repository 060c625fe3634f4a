import { AsyncResource } from 'node:async_hooks';
import { requests } from './channels.ts';

/**
 * The same function, run in the trace of whoever asks for it now: for work that another request may set off. Without
 * spans it is the function itself, since a context costs 3 µs to keep.
 */
export function keepTrace<Args extends unknown[], Result>(
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  return requests.start.hasSubscribers ? AsyncResource.bind(work) : work;
}
