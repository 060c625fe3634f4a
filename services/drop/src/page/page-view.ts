import type { Asker } from '../drop/drop.ts';

export type Problem = 'key_missing' | 'key_wrong' | 'text_missing';

/** Who asks for a secret, for what, and until when. */
export interface Ask {
  readonly asker: Asker;
  readonly asks: string | null;
  readonly until: Date;
}

/** Why nothing can be opened or filled in here, or not now. */
export type EndReason =
  | 'nothing'
  | 'expired'
  | 'not_active'
  | 'attempts_limited'
  | 'lapsed'
  | 'filled_before'
  | 'fill_paused'
  | 'full'
  | 'fill_unknown'
  | 'too_large'
  | 'throttled'
  | 'csrf_failed'
  | 'outcome_unknown'
  | 'unavailable';

/** The form for a secret; `ask` is null where nothing was looked up. `text` is what was typed before. */
export interface AskedView {
  readonly kind: 'asked';
  readonly csrf: string;
  readonly problem: Problem | null;
  readonly ask: Ask | null;
  readonly text: string;
}

/** Everything that the pages can show. Source: contract part 3 "The page". */
export type PageView =
  | { readonly kind: 'form'; readonly csrf: string; readonly problem: Problem | null }
  | { readonly kind: 'opened'; readonly text: string }
  | AskedView
  | { readonly kind: 'filled' }
  | {
      readonly kind: 'ended';
      readonly reason: EndReason;
      readonly retryAfterSeconds?: number | undefined;
      /** Of too_large. */
      readonly limitBytes?: number | undefined;
    };
