/**
 * How often a network and a browser may name a user code that does not work. A slot is taken before the look-up, so
 * that guesses in parallel cannot pass together, and given back when the code was good; what others used up stays.
 * Source: contract part 1 "Approval page", RFC 8628 5.1.
 */
export interface CodeGuesses {
  /** Seconds to wait when there is no slot left; undefined when one was taken. */
  take(network: string, browser: string | undefined): Promise<number | undefined>;
  giveBack(network: string, browser: string | undefined): Promise<void>;
}
