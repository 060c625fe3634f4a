import type { InferOutput, totalsCall } from '@latchkey/contracts';
import type { SiblingName } from '../../../sibling/operator.ts';

/** What is counted of a day of UTC, as user-api answers it. */
export type DayTotals = InferOutput<typeof totalsCall.output>['days'][number];

/** What needs somebody. */
export type Need =
  | { readonly kind: 'dead_mails' | 'dead_signals' | 'signals_off' | 'mails_wait'; readonly count: number }
  | { readonly kind: 'old_key'; readonly days: number }
  | { readonly kind: 'events_wait'; readonly minutes: number }
  | { readonly kind: 'no_answer'; readonly service: SiblingName }
  | {
      readonly kind: 'other_version';
      readonly service: SiblingName;
      readonly version: string;
      readonly own: string;
    };

export interface OverviewSection {
  readonly at: 'overview';
  readonly needs: readonly Need[];
  /** The newest first; null where user-api did not answer. */
  readonly days: readonly DayTotals[] | null;
}
