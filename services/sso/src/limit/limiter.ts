/** A budget of requests per key and minute. */
export interface Limiter {
  /** Takes one. Seconds to wait when there is none left; undefined when it was taken. */
  take(key: string): Promise<number | undefined>;
}
