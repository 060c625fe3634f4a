/** What must not come twice: payloads and proofs. */
export interface OnceMemory {
  /** Notes `key` for that many seconds; false when it was there already. One conditional write. */
  remember(key: string, ttlSeconds: number): Promise<boolean>;
}
