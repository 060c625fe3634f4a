import type { Actor } from './drop.ts';

/** What one batch of the keeper found and removed. */
export interface CleanupCount {
  readonly scanned: number;
  readonly deleted: number;
}

/** Where a batch ends: after so many rows, or with the row that brings it to so many bytes of ciphertext. */
export interface UpkeepBatch {
  readonly rows: number;
  readonly bytes: number;
}

/** Upkeep of the drops, in batches that pass over rows in use. Source: contract part 3 "States", "Cost at size". */
export interface DropKeeper {
  /** Writes expiry down and shreds, unless another process is at it. Answers how many. */
  shredExpired(batch: UpkeepBatch): Promise<number>;
  /** Removes tombstones past retention, unless another process is at it. Answers how many. */
  removeEnded(batch: UpkeepBatch, retentionSeconds: number): Promise<number>;
  /** Removes expired drops at once, and tombstones past retention. */
  cleanUp(batch: UpkeepBatch, retentionSeconds: number, actor: Actor): Promise<CleanupCount>;
  /** The same for one drop only; unknown: nothing scanned. */
  cleanUpOne(id: string, retentionSeconds: number, actor: Actor): Promise<CleanupCount>;
  /** Makes the partitions of this month and the next ones. */
  prepareMonths(): Promise<void>;
}
