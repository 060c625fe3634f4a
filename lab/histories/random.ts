import { createHash } from 'node:crypto';

/** Numbers that follow from a seed. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  between(least: number, most: number): number;
  pick<T>(list: readonly T[]): T;
}

/** The same seed gives the same numbers: SHA-256 of the seed and a counter. */
export function createRandom(seed: string): Random {
  let count = 0;
  const next = () => {
    const hash = createHash('sha256')
      .update(`${seed} ${(count += 1)}`)
      .digest();
    return hash.readUInt32BE(0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return { next, between, pick: (list) => list[between(0, list.length - 1)] as (typeof list)[number] };
}
