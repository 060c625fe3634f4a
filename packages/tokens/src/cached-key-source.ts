import type { KeyObject } from 'node:crypto';
import { ApiError } from '@latchkey/contracts/errors';
import { tokenErrors } from './errors.ts';
import type { RemoteKeySource } from './key-source.ts';

const freshMs = 10 * 60_000;
const unknownKidMs = 30_000;
const retryMs = 5_000;

/**
 * How long known keys stay valid while the issuer is down: the cache's 10 min, the 15 min that the last token signed
 * before the outage lives, and a margin. A longer time would only keep a withdrawn key trusted.
 */
const usableMs = 30 * 60_000;

/**
 * Keeps what `load` answers for 10 min. An unknown kid loads again at most once in 30 s, one load runs at a time, and a
 * failed load is tried again after 5 s. While loading fails, known keys stay valid until 30 min after they were loaded,
 * and every other key throws upstream_unavailable. Source: contract part 0 "Access tokens".
 */
export function createCachedKeySource(input: {
  load: () => Promise<Map<string, KeyObject>>;
  now: () => number;
}): RemoteKeySource {
  const { load, now } = input;
  let keys = new Map<string, KeyObject>();
  let loadedAtMs = Number.NEGATIVE_INFINITY;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  let failure: unknown;
  let loading: Promise<void> | undefined;

  /** Whether a time is that recent. A time in the future is not: the clock was set back since. */
  const isWithin = (atMs: number, limitMs: number) => atMs <= now() && now() - atMs < limitMs;

  async function reload(): Promise<void> {
    triedAtMs = now();
    try {
      keys = await load();
      loadedAtMs = triedAtMs;
      failure = undefined;
    } catch (error) {
      failure = error;
    }
  }

  /** Starts a load unless one runs or the last one is too recent. */
  function loadAfterPause(isKnown: boolean): void {
    const pauseMs = failure !== undefined ? retryMs : isKnown ? 0 : unknownKidMs;
    if (isWithin(triedAtMs, pauseMs)) return;
    loading ??= reload().finally(() => (loading = undefined));
  }

  const isUsable = () => now() - loadedAtMs < usableMs;

  async function findKey(kid: string): Promise<KeyObject | undefined> {
    const known = keys.get(kid);
    if (known !== undefined && isWithin(loadedAtMs, freshMs)) return known;
    loadAfterPause(known !== undefined);
    // While the issuer hangs, a token whose key is known does not wait for it.
    if (known !== undefined && failure !== undefined && isUsable()) return known;
    await loading;
    const key = isUsable() ? keys.get(kid) : undefined;
    if (key === undefined && failure !== undefined) throw createUnavailableError(failure);
    return key;
  }

  async function assertAtHand(): Promise<void> {
    if (isUsable()) return;
    loadAfterPause(true);
    await loading;
    if (!isUsable()) throw createUnavailableError(failure);
  }

  return { findKey, assertAtHand };
}

function createUnavailableError(cause: unknown): ApiError {
  return new ApiError(tokenErrors.keysUnavailable, { retryAfterSeconds: retryMs / 1000, cause });
}
