import type { UserApi } from '../sibling/user-api.ts';

/** The events that owners want a mail about. */
export interface NoticeOutbox {
  /**
   * Sends what waits, each at least once, as replicas may send the same, and marks it then. How many it marked. Rejects as
   * `send` does; the next call continues. Source: contract part 3 "Notices".
   */
  handOver(send: UserApi['logDropEvents']): Promise<number>;
}
