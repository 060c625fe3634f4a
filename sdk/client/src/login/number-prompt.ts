import { LatchkeyError } from '../latchkey-error.ts';
import type { Clock } from '../settings.ts';
import type { DeviceLogin } from './device-login.ts';

/**
 * Asks the person for the number that the page shows after the approval. `isAgain`: the one before was not taken, and
 * another wrong one ends the login. The signal says that the number is of no use any more.
 */
export type AskNumber = (asked: {
  readonly isAgain: boolean;
  readonly signal: AbortSignal;
}) => Promise<string>;

/** The waiting between two token requests. The question for a number stays open over several of them. */
export interface Waiting {
  /**
   * Ends after `ms`; with the number as soon as the person has typed it, where one is asked for. Throws
   * `confirmation_needed` where nobody can be asked.
   */
  next(login: Pick<DeviceLogin, 'confirmation'>, ms: number): Promise<string | undefined>;
  close(): void;
}

export function createWaiting(clock: Clock, ask?: AskNumber, signal?: AbortSignal): Waiting {
  const closed = new AbortController();
  let open: Promise<string> | undefined;
  let isAgain = false;

  async function readWithin(ms: number, askNumber: AskNumber): Promise<string | undefined> {
    open ??= askNumber({ isAgain, signal: closed.signal });
    const over = new AbortController();
    const signals = signal === undefined ? [over.signal] : [over.signal, signal];
    const waited = clock.wait(ms, AbortSignal.any(signals)).then(() => undefined);
    // Nobody hears of the one that comes second.
    for (const one of [open, waited]) one.catch(() => undefined);
    const typed = await Promise.race([open, waited]).finally(() => over.abort());
    if (typed !== undefined) [open, isAgain] = [undefined, true];
    return typed;
  }

  return {
    async next({ confirmation }, ms) {
      if (confirmation !== undefined && ask === undefined) throw createConfirmationNeeded();
      if (confirmation === 'asked' && ask !== undefined) return readWithin(Math.max(0, ms), ask);
      if (ms > 0) await clock.wait(ms, signal);
      return undefined;
    },
    close: () => closed.abort(),
  };
}

/** The number is needed, and there is nobody to type it. */
export function createConfirmationNeeded(): LatchkeyError {
  const sentence =
    'This login needs the number that the page shows after the approval, and nobody can be asked for it.';
  return new LatchkeyError('confirmation_needed', sentence);
}
