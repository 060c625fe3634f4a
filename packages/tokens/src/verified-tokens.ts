import type { KeyObject } from 'node:crypto';

/** What a token with a good signature says. It holds for as long as the issuer publishes the same key. */
interface VerifiedToken<T> {
  readonly kid: string;
  readonly key: KeyObject;
  readonly claims: T;
}

interface VerifiedTokens<T> {
  find(digest: string): VerifiedToken<T> | undefined;
  /** Freezes the claims, because later callers get the same ones. */
  keep(digest: string, verified: VerifiedToken<T>): void;
}

/** Keeps the newest `most` tokens, by a digest: nobody finds a token that works in the memory of the process. */
export function createVerifiedTokens<T extends object>(most: number): VerifiedTokens<T> {
  const byDigest = new Map<string, VerifiedToken<T>>();
  return {
    find: (digest) => byDigest.get(digest),
    keep(digest, verified) {
      for (const value of Object.values(verified.claims)) Object.freeze(value);
      Object.freeze(verified.claims);
      byDigest.set(digest, verified);
      const [oldest = digest] = byDigest.keys();
      if (byDigest.size > most) byDigest.delete(oldest);
    },
  };
}
