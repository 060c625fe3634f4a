import type { PagePlan, PageSlice } from '@latchkey/pagination';
import type { LogEntry } from '../../request-log/request-log.ts';

/** `pending` until a ping was answered; events are kept for it as for one that is on. */
export const subscriptionStatuses = ['pending', 'on', 'off'] as const;

/** Subscriptions of the installation. */
export const mostSubscriptions = 20;

/** How long the secret before the last rotation signs as well. */
export const oldSecretMs = 24 * 3600 * 1000;

/** What a new or changed subscription is sent, and one that an operator turns on or tests. */
export const pingEvent = 'latchkey.ping';

/** Who is sent signals. Source: contract part 2 "Signals". */
export interface Subscription {
  readonly id: string;
  readonly url: string;
  readonly types: readonly LogEntry['event'][];
  readonly status: (typeof subscriptionStatuses)[number];
  /** Sealed for {@link sealOwnerOf}, as the old one is. */
  readonly secret: string;
  readonly oldSecret: string | null;
  readonly oldSecretUntil: Date | null;
  readonly createdBy: string;
  /** Why the last attempt failed; null after one that did not. */
  readonly problem: string | null;
  readonly failingSince: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What a secret is bound to when it is sealed. */
export const sealOwnerOf = (subscriptionId: string): string => `signal:${subscriptionId}`;

export type SubscriptionChange = Partial<
  Pick<Subscription, 'url' | 'types' | 'status' | 'secret' | 'oldSecret' | 'oldSecretUntil' | 'failingSince'>
> & {
  /** Forgets what the receiver asked for by Retry-After. */
  readonly pausedUntil?: null;
};

interface SubscriptionFilters {
  readonly status?: string | undefined;
  readonly id?: string | undefined;
}

export interface SubscriptionStore {
  find(id: string): Promise<Subscription | undefined>;
  search(filters: SubscriptionFilters, plan: PagePlan): Promise<PageSlice<Subscription>>;
  /** False when there are as many as there may be. With a ping under the id. */
  create(subscription: Subscription, pingId: string, row: LogEntry): Promise<boolean>;
  /** Changes what was last changed at `seenAt`, with a ping where one is named; undefined if it has changed since. */
  update(
    seen: Pick<Subscription, 'id' | 'updatedAt'>,
    change: SubscriptionChange,
    row: LogEntry,
    pingId?: string,
  ): Promise<Subscription | undefined>;
  remove(id: string, row: LogEntry): Promise<boolean>;
  /** All, for the command that seals secrets again. */
  list(): Promise<Subscription[]>;
  /** Replaces a sealed secret that is still there. */
  reseal(id: string, sealed: string, again: string): Promise<boolean>;
}
