import type {
  DeviceApproval,
  DeviceAuthorization,
  DeviceFailure,
  DeviceRequest,
  DeviceState,
} from './device.ts';

/** What became of a move: whether this caller made it, and where the authorization stands now. */
export interface DeviceMove {
  readonly won: boolean;
  /** `unknown` when there is no such record any more. */
  readonly state: DeviceState | 'unknown';
  readonly failure?: DeviceFailure;
}

/** What a poll finds. States are decided first; only a pending one is paced. */
export type DevicePoll =
  | { readonly outcome: 'unknown' }
  /** Of another client: `device` is for the event alone. */
  | { readonly outcome: 'foreign'; readonly device: DeviceAuthorization }
  | { readonly outcome: 'pending' }
  | { readonly outcome: 'slow_down'; readonly intervalSeconds: number }
  /** Approved, and this caller alone may pick it up for the next few seconds. `claim` counts up with every claim. */
  | { readonly outcome: 'claimed'; readonly claim: number; readonly device: DeviceAuthorization }
  /** Approved, and another caller is picking it up right now. */
  | { readonly outcome: 'busy' }
  | { readonly outcome: 'redeemed'; readonly device: DeviceAuthorization }
  | { readonly outcome: 'failed'; readonly failure: DeviceFailure }
  /** `isFirst` for the poll that found it out. */
  | { readonly outcome: 'expired'; readonly isFirst: boolean; readonly device: DeviceAuthorization };

/**
 * Device authorizations while they live and 24 h beyond. Every move is one compare-and-set; expiry wins over
 * everything but a pickup in progress; redeemed, expired and failed are final. Times are the application's, in
 * milliseconds. Source: contract part 1 "Device authorization", RFC 8628.
 */
export interface DeviceStore {
  /** False, and nothing kept, when a live authorization has that user code. */
  create(request: DeviceRequest): Promise<boolean>;
  findByUserCode(userCode: string, nowMs: number): Promise<DeviceAuthorization | undefined>;
  findByDeviceCodeHash(deviceCodeHash: string, nowMs: number): Promise<DeviceAuthorization | undefined>;
  /** Binds a pending code to the first account that verified it; wins again for the same account. */
  bindAccount(deviceCodeHash: string, userId: string, nowMs: number): Promise<DeviceMove>;
  /** pending → approved_waiting_pickup, unless the code is bound to another account. */
  approve(deviceCodeHash: string, approval: DeviceApproval): Promise<DeviceMove>;
  /** pending → failed(denied), unless the code is bound to another account. */
  deny(deviceCodeHash: string, userId: string, nowMs: number): Promise<DeviceMove>;
  /** Counts a wrong password on a pending code; the last one allowed fails it with `attempts`. */
  countWrongPassword(deviceCodeHash: string, nowMs: number): Promise<DeviceMove>;
  /** pending or approved_waiting_pickup → failed, unless a pickup is in progress. */
  revoke(deviceCodeHash: string, nowMs: number): Promise<DeviceMove>;
  /** The starting client asks: answers where it stands, paces a pending one, claims an approved one. */
  poll(deviceCodeHash: string, clientId: string, nowMs: number): Promise<DevicePoll>;
  /** approved_waiting_pickup → redeemed, by whoever holds the latest claim; false for anybody else. */
  complete(deviceCodeHash: string, claim: number, familyId: string, nowMs: number): Promise<boolean>;
  /** approved_waiting_pickup → failed(account), by whoever holds the latest claim. */
  failPickup(deviceCodeHash: string, claim: number, nowMs: number): Promise<boolean>;
  /** Gives a claim back after a fault, so that the next poll can claim at once. */
  release(deviceCodeHash: string, claim: number): Promise<void>;
}
