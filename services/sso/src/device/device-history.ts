import type { DeviceApproval, DeviceAuthorization, DeviceFailure, DeviceRequest } from './device.ts';

/**
 * The permanent record of device authorizations in Postgres. One statement writes each change with its event and, for
 * an approval, the consent. DeviceStore decides; the history follows it. However often a change is recorded, its event
 * is written once. Source: contract part 1 "Owns".
 */
export interface DeviceHistory {
  /** The row of a new authorization, and device.issued. */
  recordIssued(request: DeviceRequest): Promise<void>;
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
  /** device.expired. */
  recordExpired(device: DeviceAuthorization, nowMs: number): Promise<void>;
  /** Up to `limit` authorizations that ended before a time and have no decision and no expiry on record. */
  findUnsettled(endedBeforeMs: number, limit: number): Promise<UnsettledDevice[]>;
  /** device.expired for those that nobody has decided; how many there were. */
  recordLapsed(ids: readonly string[], nowMs: number): Promise<number>;
}

export type UnsettledDevice = Pick<DeviceRequest, 'id' | 'deviceCodeHash'>;
