import type { DeviceApproval, DeviceAuthorization, DeviceFailure, DeviceRequest } from './device.ts';

/**
 * The permanent record in Postgres of the device authorizations that an account has verified. One statement writes each
 * change with its event and, for an approval, the consent, and makes the row where there is none. DeviceStore decides;
 * the history follows it. However often a change is recorded, its event is written once. Source: contract part 1 "Owns".
 */
export interface DeviceHistory {
  /**
   * The row of a code that this account has verified, so that no later record can be lost. Rejects when it cannot be
   * written.
   */
  recordVerified(device: DeviceAuthorization, userId: string): Promise<void>;
  /** The decision, the person's consent to the client's scopes, and device.approved. */
  recordApproved(device: DeviceAuthorization, approval: DeviceApproval): Promise<void>;
  /**
   * The failure, and device.denied; also for too many wrong passwords and for an account that is not active. `from` is
   * the network address of the browser that denied.
   */
  recordFailed(
    device: DeviceAuthorization,
    failure: DeviceFailure,
    nowMs: number,
    from?: string,
  ): Promise<void>;
  /** device.expired of an approved code. One that nobody decided is for `recordLapsed`. */
  recordExpired(device: DeviceAuthorization, nowMs: number): Promise<void>;
  /** Up to `limit` authorizations that began before a time and have no decision on record; those that end first. */
  findUnsettled(startedBeforeMs: number, limit: number): Promise<UnsettledDevice[]>;
  /** Removes those that nobody has decided, each with device.expired; how many there were. */
  recordLapsed(ids: readonly string[], nowMs: number): Promise<number>;
}

export interface UnsettledDevice extends Pick<DeviceRequest, 'id' | 'deviceCodeHash'> {
  readonly expiresAt: Date;
}
