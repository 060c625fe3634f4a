import type { InferOutput, userApiCalls } from '@latchkey/contracts';
import { LRUCache } from 'lru-cache';
import { isWithin } from './recent.ts';
import type { Standing } from './standing.ts';

interface StandingParts {
  readonly now: () => number;
  /** Milliseconds of a clock that is never set. */
  readonly monotonicMs: () => number;
  readonly find: (userId: string, traceparent: string) => Promise<Standing | undefined>;
  /** Whose standing has changed since an earlier answer; undefined where user-api does not say it. */
  readonly findChanges: (
    since: string,
  ) => Promise<InferOutput<typeof userApiCalls.findChanges.output> | undefined>;
}

/** How long a standing is used again without the feed of changes, and for how long the last answer of the feed is recent. */
const recentMs = 5_000;
/** How long a standing is used again with the feed, in case a change is ever missed. */
const followedMs = 60_000;
/** The most that are kept. */
const maxStandings = 10_000;

/**
 * Keeps active standings. While the feed, which is asked each second, says whose standing has changed, one is kept for a
 * minute, or until it changes; else for 5 s. So none is older than 5 s: an answer of the feed is as old as its question, by
 * two clocks. All is forgotten when the feed begins or ends, when another server of PostgreSQL answers, and when some
 * changes are lost. What is being looked up meanwhile, or while anything changes, is not kept. Source: contract part 1 "Device authorization".
 */
export function createStandings({ now, monotonicMs, find, findChanges }: StandingParts) {
  // `maxSize` takes room as it fills; `max` would take all of it at once.
  const kept = new LRUCache<string, { standing: Standing; atMs: number }>({
    maxSize: maxStandings,
    sizeCalculation: () => 1,
  });
  let feed: { server: string; next: string; wallMs: number; monotonicMs: number } | undefined;
  /** Grows with everything after which a standing that was looked up before may be wrong. */
  let epoch = 0;

  function forget(): void {
    kept.clear();
    epoch += 1;
  }

  /** Whether the feed has answered lately. Judged whenever something depends on it. */
  function isFollowed(): boolean {
    if (feed === undefined) return false;
    if (isWithin(feed.wallMs, recentMs, now()) && monotonicMs() - feed.monotonicMs < recentMs) return true;
    feed = undefined;
    forget();
    return false;
  }

  return {
    /** Asks for changes once. Rejects where user-api cannot be asked. */
    async follow(): Promise<void> {
      const asked = { wallMs: now(), monotonicMs: monotonicMs() };
      const changes = await findChanges(feed?.next ?? '0');
      if (changes === undefined) return;
      const { server, next, all, user_ids: userIds } = changes;
      const isKnown = isFollowed() && feed?.server === server && !all;
      if (!isKnown) forget();
      else if (userIds.length > 0) epoch += 1;
      for (const userId of userIds) kept.delete(userId);
      feed = { server, next, ...asked };
    },
    async findRecent(userId: string, traceparent: string): Promise<Standing | undefined> {
      const keptMs = isFollowed() ? followedMs : recentMs;
      const atMs = now();
      const known = kept.get(userId);
      if (known !== undefined && isWithin(known.atMs, keptMs, atMs)) return known.standing;
      const before = epoch;
      const standing = await find(userId, traceparent);
      isFollowed();
      if (standing?.isActive === true && epoch === before) kept.set(userId, { standing, atMs });
      else kept.delete(userId);
      return standing;
    },
  };
}
