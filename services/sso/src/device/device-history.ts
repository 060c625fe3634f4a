import type { DeviceApproval, DeviceAuthorization, DeviceFailure, DeviceRequest } from './device.ts';

/**
 * The permanent record of device authorizations in Postgres. One statement writes each change with its event and, for
 * an approval, the consent. DeviceStore decides; the history follows it. Source: contract part 1 "Owns", "Events and metrics".
 */
export interface DeviceHistory {
  /** The row of a new authorization, and device.issued. */
  recordIssued(request: DeviceRequest): Promise<void>;
  /** The decision, the person's consent to the client's scopes, and device.approved. */
  recordApproved(device: DeviceAuthorization, approval: DeviceApproval): Promise<void>;
  /** The failure, and device.denied; also for too many wrong passwords and for an account that is not active. */
  recordFailed(device: DeviceAuthorization, failure: DeviceFailure, nowMs: number): Promise<void>;
  /** device.expired. */
  recordExpired(device: DeviceAuthorization, nowMs: number): Promise<void>;
}
