import type { deviceStates } from '@latchkey/contracts';
import type { PagePlan, PageSlice } from '@latchkey/pagination';
import type { DeviceAuthorizationModel } from '../../prisma/generated/models.ts';

/** The state of an approved device as its owner sees it. */
type ApprovedDeviceState = (typeof deviceStates)[number];

/** A device that a person has approved; `ip` is where the request came from. */
export interface ApprovedDevice extends Readonly<
  Pick<
    DeviceAuthorizationModel,
    'id' | 'clientId' | 'clientName' | 'scope' | 'ip' | 'createdAt' | 'redeemedAt'
  >
> {
  readonly state: ApprovedDeviceState;
  readonly approvedAt: Date;
  readonly lastRefreshedAt: Date | null;
  /** When its refresh family ends, or the code while it waits for the pickup. */
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

/** What must be known of a device to revoke what it holds. */
export type DeviceHandle = Readonly<Pick<DeviceAuthorizationModel, 'id' | 'deviceCodeHash' | 'familyId'>>;

/** A person's approved devices in the history. Source: contract part 2 "Guarded routes". */
export interface ApprovedDevices {
  search(
    userId: string,
    filters: DeviceFilters,
    plan: PagePlan,
    nowMs: number,
  ): Promise<PageSlice<ApprovedDevice>>;
  /** Undefined also for a device of another person. */
  find(userId: string, id: string): Promise<DeviceHandle | undefined>;
  /**
   * The devices, of one client when it is given, that were approved but not yet picked up and still can be. A claim in
   * progress may outlive its code by the lease.
   */
  findWaiting(userId: string, nowMs: number, clientId?: string): Promise<DeviceHandle[]>;
}

/** Longer than a claim lasts. */
export const waitingBeyondExpiryMs = 60_000;
