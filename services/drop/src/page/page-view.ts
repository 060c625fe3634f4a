export type KeyProblem = 'key_missing' | 'key_wrong';

/** Why nothing can be opened here, or not now. */
export type EndReason =
  | 'nothing'
  | 'expired'
  | 'not_active'
  | 'attempts_limited'
  | 'throttled'
  | 'csrf_failed'
  | 'outcome_unknown'
  | 'unavailable';

/** Everything that the page can show. Source: contract part 3 "The page". */
export type PageView =
  | { readonly kind: 'form'; readonly csrf: string; readonly problem: KeyProblem | null }
  | { readonly kind: 'opened'; readonly text: string }
  | { readonly kind: 'ended'; readonly reason: EndReason; readonly retryAfterSeconds?: number | undefined };
