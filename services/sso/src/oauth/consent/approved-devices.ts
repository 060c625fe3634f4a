import type { deviceStates } from '@latchkey/contracts';
import type { PagePlan, PageSlice } from '@latchkey/pagination';
import type { Road } from '../device/device.ts';

/** The state of an approved device as its owner sees it. */
type ApprovedDeviceState = (typeof deviceStates)[number];

/** A device that a person has approved. */
export interface ApprovedDevice {
  readonly id: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly scope: string;
  readonly audience: readonly string[];
  readonly road: Road;
  /** Where the request came from. */
  readonly ip: string;
  /** What it calls itself; null where it says nothing. */
  readonly deviceName: string | null;
  readonly familyId: string | null;
  readonly createdAt: Date;
  readonly redeemedAt: Date | null;
  readonly state: ApprovedDeviceState;
  readonly approvedAt: Date;
  readonly lastRefreshedAt: Date | null;
  /** When its refresh family expires or, before the pickup, its code. */
  readonly expiresAt: Date;
}

export interface DeviceFilters {
  readonly clientId?: string;
  readonly state?: ApprovedDeviceState;
  /** Inclusive. */
  readonly createdFrom?: Date;
  /** Exclusive. */
  readonly createdTo?: Date;
}

/** What revoking a device needs to know of it. */
export interface DeviceHandle {
  readonly id: string;
  readonly clientId: string;
  /** Names the record in Redis. */
  readonly deviceCodeHash: string;
  readonly familyId: string | null;
  /** As recorded; the approval of one that is pending may have lost its record. */
  readonly state: string;
}

/** A person's approved devices in the history. Source: contract part 2 "Guarded routes". */
export interface ApprovedDevices {
  search(
    userId: string,
    filters: DeviceFilters,
    plan: PagePlan,
    nowMs: number,
  ): Promise<PageSlice<ApprovedDevice>>;
  /** Undefined when the device is unknown or another person approved it. */
  find(userId: string, id: string): Promise<DeviceHandle | undefined>;
  /**
   * The devices that wait for their pickup or for their person's decision and have not expired; with `clientId` only
   * those of that client. A claim in progress may outlive its code, so codes are included until a minute after their
   * expiry.
   */
  findWaiting(userId: string, nowMs: number, clientId?: string): Promise<DeviceHandle[]>;
}

/** How long after its expiry a code is still treated as waiting. Longer than a claim lasts. */
export const waitingBeyondExpiryMs = 60_000;
