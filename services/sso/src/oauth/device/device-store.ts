import type {
  DeviceApproval,
  DeviceAuthorization,
  DeviceFailure,
  DeviceRequest,
  DeviceState,
  HeldApproval,
  Road,
} from './device.ts';

/** The result of a change of state: whether this call made it, and the state after it. */
export interface DeviceMove {
  readonly won: boolean;
  /** `unknown` when the record does not exist. */
  readonly state: DeviceState | 'unknown';
  readonly failure?: DeviceFailure;
}

/** The result of a poll. The state decides first; slow_down is only for a pending authorization. */
export type DevicePoll =
  | { readonly outcome: 'unknown' }
  /** The code belongs to another client. `device` is only for the event. */
  | { readonly outcome: 'foreign'; readonly device: DeviceAuthorization }
  | { readonly outcome: 'pending' }
  | { readonly outcome: 'slow_down'; readonly intervalSeconds: number }
  /** Pending: the approval waits for its number, or was given a wrong one. */
  | { readonly outcome: 'held' | 'wrong_number' }
  /**
   * Approved, and only this caller may pick it up for the next few seconds. Every claim has a higher number.
   * `isConfirmed`: this poll had the number that approved it.
   */
  | {
      readonly outcome: 'claimed';
      readonly claim: number;
      readonly isConfirmed?: true;
      readonly device: DeviceAuthorization;
    }
  /** Approved, and another caller is picking it up at this moment. */
  | { readonly outcome: 'busy' }
  /** `redeemedForMs`: since the script that redeemed it, by the clock of the store. */
  | { readonly outcome: 'redeemed'; readonly device: DeviceAuthorization; readonly redeemedForMs: number }
  | { readonly outcome: 'failed'; readonly failure: DeviceFailure }
  /** This poll had the wrong number that failed it. */
  | {
      readonly outcome: 'failed';
      readonly failure: DeviceFailure;
      readonly isFirst: true;
      readonly device: DeviceAuthorization;
    }
  /** `isFirst`: this poll is the first one since the expiry. */
  | { readonly outcome: 'expired'; readonly isFirst: boolean; readonly device: DeviceAuthorization };

/**
 * Device authorizations until 24 h after they end, and until 10 min after it when nobody decided them. Every change is
 * one compare-and-set; expiry wins over everything but a pickup in progress; redeemed, expired and failed are final.
 * Times are the application's, in milliseconds. Source: contract part 1 "Device authorization", RFC 8628.
 */
export interface DeviceStore {
  /** False, and stores nothing, when a live authorization has the same user code. */
  create(request: DeviceRequest): Promise<boolean>;
  /** Stores a code of the browser road, which is approved when it is made. */
  createApproved(request: DeviceRequest, approval: DeviceApproval): Promise<void>;
  findByUserCode(userCode: string, nowMs: number): Promise<DeviceAuthorization | undefined>;
  findByDeviceCodeHash(deviceCodeHash: string, nowMs: number): Promise<DeviceAuthorization | undefined>;
  /** Binds a pending code to the first account that verified it; wins again for the same account. */
  bindAccount(deviceCodeHash: string, userId: string, nowMs: number): Promise<DeviceMove>;
  /** pending → approved_waiting_pickup, unless the code is bound to another account. */
  approve(deviceCodeHash: string, approval: DeviceApproval): Promise<DeviceMove>;
  /** The same for an approval that waits for `number`: the code stays pending, and holds one approval at most. */
  hold(deviceCodeHash: string, held: HeldApproval, number: string): Promise<DeviceMove>;
  /** pending → failed(denied), unless the code is bound to another account. */
  deny(deviceCodeHash: string, userId: string, nowMs: number): Promise<DeviceMove>;
  /** Counts a wrong password on a pending code; the last one allowed fails it with `attempts`. */
  countWrongPassword(deviceCodeHash: string, nowMs: number): Promise<DeviceMove>;
  /** pending or approved_waiting_pickup → failed, unless a pickup is in progress. */
  revoke(deviceCodeHash: string, failure: 'revoked' | 'account', nowMs: number): Promise<DeviceMove>;
  /**
   * A poll by a client: reads the state, paces a pending authorization, claims an approved one. With a `number`, and an
   * approval that waits for one, it is not paced: the right one approves and claims, the second wrong one fails the code
   * with `attempts`.
   * A code of another road, which is that of devices unless given, is unknown.
   */
  poll(
    deviceCodeHash: string,
    clientId: string,
    nowMs: number,
    number?: string,
    road?: Road,
  ): Promise<DevicePoll>;
  /** approved_waiting_pickup → redeemed, by the caller with the latest claim; false for any other. */
  complete(deviceCodeHash: string, claim: number, nowMs: number): Promise<boolean>;
  /** approved_waiting_pickup → failed, with account unless given, by the caller with the latest claim. */
  failPickup(
    deviceCodeHash: string,
    claim: number,
    nowMs: number,
    failure?: 'account' | 'mismatch',
  ): Promise<boolean>;
  /**
   * Releases the latest claim after a fault, so that the next poll can claim at once. A code that this claim has
   * completed is approved again: its holder has delivered nothing.
   */
  release(deviceCodeHash: string, claim: number): Promise<void>;
}
