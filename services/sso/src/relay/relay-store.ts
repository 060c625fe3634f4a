/** One-time guard payloads by the hash of their handle. Source: contract part 1 "Guard payloads". */
export interface RelayStore {
  keep(handleHash: string, jws: string, ttlSeconds: number): Promise<void>;
  /** The payload, once: one atomic read-and-delete. */
  take(handleHash: string): Promise<string | undefined>;
}
