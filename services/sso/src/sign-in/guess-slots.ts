/**
 * The few slots of a key in which user codes may be tried. A look-up holds one while it lasts; one of a code that does
 * not work keeps it for the window. Times are the application's, in milliseconds. Source: contract part 1 "Approval page".
 */
export interface GuessSlots {
  /** Undefined when one is held for `lookUpId`, else the milliseconds until the next one is free. */
  hold(key: string, lookUpId: string, nowMs: number): Promise<number | undefined>;
  /** Keeps the slot taken for a whole window from now. */
  keep(key: string, lookUpId: string, nowMs: number): Promise<void>;
  release(key: string, lookUpId: string): Promise<void>;
}

/** A look-up whose process died frees its slot after this long; none that answers lasts as long. */
export const lookUpMs = 10_000;
