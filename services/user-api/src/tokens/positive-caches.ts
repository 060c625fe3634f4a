import { hashSecret } from '@latchkey/secrets';
import { LRUCache } from 'lru-cache';
import type { FamilyView } from '../sibling/sso.ts';

interface CacheSettings<Answer> {
  /** Asks sso about a token. Rejects when there is no answer. */
  ask(token: string, traceparent: string): Promise<Answer>;
  now(): number;
  /** 0 where a revocation must take effect at once (TOKEN_CHECK_MODE=strict). */
  readonly keepSeconds: number;
}

const mostEntries = 10_000;

/**
 * Remembers for a few seconds that sso vouched for a token, by the token's hash. It remembers neither a refusal nor a
 * missing answer. Source: contract part 2 "Manual validation".
 */
export function createVouchCache({ ask, ...settings }: CacheSettings<boolean>) {
  const recall = createPositiveCache<true>(settings);
  return async (token: string, traceparent: string): Promise<boolean> => {
    const vouch = async () => (await ask(token, traceparent)) || undefined;
    return (await recall(hashSecret(token), vouch)) === true;
  };
}

/** Remembers for a few seconds that a family is live, never that it is not. Source: contract part 2 "Guarded routes". */
export function createFamilyCache({ ask, ...settings }: CacheSettings<FamilyView | undefined>) {
  const recall = createPositiveCache<FamilyView>(settings);
  return {
    find: (familyId: string, token: string, traceparent: string): Promise<FamilyView | undefined> =>
      recall(familyId, () => ask(token, traceparent)),
  };
}

/** Beyond the limit it forgets the entry that was used least recently. */
function createPositiveCache<Answer extends true | object>({
  now,
  keepSeconds,
}: Pick<CacheSettings<Answer>, 'now' | 'keepSeconds'>) {
  // `maxSize` takes room as it fills; `max` would take all of it at once.
  const known = new LRUCache<string, { answer: Answer; askedMs: number }>({
    maxSize: mostEntries,
    sizeCalculation: () => 1,
  });
  return async (name: string, ask: () => Promise<Answer | undefined>): Promise<Answer | undefined> => {
    const entry = known.get(name);
    // From the asking: what sso says is of a moment before its answer is here.
    const askedMs = now();
    // One asked for in the future is from before the clock was set back.
    if (entry !== undefined && entry.askedMs <= askedMs && askedMs - entry.askedMs < keepSeconds * 1000)
      return entry.answer;
    known.delete(name);
    const answer = await ask();
    if (answer !== undefined && keepSeconds > 0) known.set(name, { answer, askedMs });
    return answer;
  };
}
