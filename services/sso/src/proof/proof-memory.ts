/** DPoP proofs that were seen, for as long as they could be used again. */
export interface ProofMemory {
  /** Notes a proof for that many seconds; false when it was there already. One conditional write. */
  remember(replayKey: string, ttlSeconds: number): Promise<boolean>;
}
