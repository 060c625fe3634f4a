import type { deviceStates } from '@latchkey/contracts';
import type { PagePlan, PageSlice } from '@latchkey/pagination';

/** Where an approved device stands, as its person sees it: it waits, it has access, or it has none any more. */
export type ApprovedDeviceState = (typeof deviceStates)[number];

/** A device that a person has approved; times in milliseconds. */
export interface ApprovedDevice {
  readonly id: string;
  readonly clientId: string;
  readonly clientName: string;
  /** Space-separated. */
  readonly scope: string;
  readonly state: ApprovedDeviceState;
  /** Where the request came from. */
  readonly ip: string;
  readonly createdAtMs: number;
  readonly approvedAtMs: number;
  readonly redeemedAtMs: number | null;
  readonly lastRefreshedAtMs: number | null;
  /** End of its refresh family, or of the code while that waits. */
  readonly expiresAtMs: number;
}

export interface DeviceFilters {
  readonly clientId?: string;
  readonly state?: ApprovedDeviceState;
  /** From, inclusive, and to, exclusive. */
  readonly createdFromMs?: number;
  readonly createdToMs?: number;
}

/** What leads from a device that a person approved to what can be revoked. */
export interface DeviceHandle {
  readonly id: string;
  readonly deviceCodeHash: string | null;
  readonly familyId: string | null;
}

/** A person's approved devices in the history. Source: contract part 2 "Guarded routes". */
export interface ApprovedDevices {
  search(
    userId: string,
    filters: DeviceFilters,
    plan: PagePlan,
    nowMs: number,
  ): Promise<PageSlice<ApprovedDevice>>;
  /** Undefined for one of another person, too. */
  find(userId: string, id: string): Promise<DeviceHandle | undefined>;
  /**
   * Those that were approved and not yet picked up, of one client where it is named, while their codes can still be: a
   * claim in progress outlives its code by its lease.
   */
  findWaiting(userId: string, nowMs: number, clientId?: string): Promise<DeviceHandle[]>;
}

/** Longer than a claim lasts. */
export const waitingBeyondExpiryMs = 60_000;
