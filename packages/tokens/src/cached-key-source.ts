import type { KeyObject } from 'node:crypto';
import { ApiError } from '@latchkey/errors';
import { tokenErrors } from './errors.ts';
import type { KeySource } from './key-source.ts';

const freshMilliseconds = 10 * 60_000;
const unknownKidMilliseconds = 30_000;
const retryMilliseconds = 5_000;

/**
 * How long known keys outlive their loading while the issuer is away: the cache's 10 min, the 15 min that the last
 * token signed before the outage lives, and a margin. Longer would only keep a withdrawn key trusted.
 */
const usableMilliseconds = 30 * 60_000;

/**
 * Keeps what `load` answers for 10 min. An unknown kid loads again at most once in 30 s, one load runs at a time, a
 * failed load is tried again after 5 s. While loading fails, known keys stay good until 30 min after they were
 * loaded; everything else is upstream_unavailable (contract part 0 "Access tokens").
 */
export function createCachedKeySource(input: {
  load: () => Promise<Map<string, KeyObject>>;
  /** Milliseconds since the epoch. */
  now: () => number;
}): KeySource {
  const { load, now } = input;
  let keys = new Map<string, KeyObject>();
  let loadedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let failure: unknown;
  let loading: Promise<void> | undefined;

  async function reload(): Promise<void> {
    triedAt = now();
    try {
      keys = await load();
      loadedAt = triedAt;
      failure = undefined;
    } catch (error) {
      failure = error;
    }
  }

  async function findKey(kid: string): Promise<KeyObject | undefined> {
    const known = keys.get(kid);
    const ageMilliseconds = now() - loadedAt;
    if (known !== undefined && ageMilliseconds < freshMilliseconds) return known;
    const pause =
      failure !== undefined ? retryMilliseconds : known === undefined ? unknownKidMilliseconds : 0;
    if (now() - triedAt >= pause) {
      loading ??= reload().finally(() => {
        loading = undefined;
      });
    }
    // An issuer that hangs must not slow down tokens whose key is at hand.
    if (known !== undefined && failure !== undefined && ageMilliseconds < usableMilliseconds) return known;
    await loading;
    const key = now() - loadedAt < usableMilliseconds ? keys.get(kid) : undefined;
    if (key === undefined && failure !== undefined) throw createUnavailableError(failure);
    return key;
  }

  return { findKey };
}

function createUnavailableError(cause: unknown): ApiError {
  return new ApiError(tokenErrors.keysUnavailable, { retryAfterSeconds: retryMilliseconds / 1000, cause });
}
