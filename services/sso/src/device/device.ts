/** Where a device authorization stands. Source: contract part 1 "Device authorization". */
export type DeviceState = 'pending' | 'approved_waiting_pickup' | 'redeemed' | 'expired' | 'failed';

/** Why one failed: the person refused, too many wrong passwords, its family was revoked, the account is not active. */
export type DeviceFailure = 'denied' | 'attempts' | 'revoked' | 'account';

/** What the person who approved stands for. */
export interface DeviceApproval {
  readonly userId: string;
  readonly email: string;
  readonly amr: readonly string[];
  /** Seconds since the epoch. */
  readonly authTime: number;
  /** Not later than what proved the person; what their account voids after it stands for nothing. */
  readonly provenAtMs: number;
  /** Space-separated; what was granted. */
  readonly scope: string;
  readonly approvedAtMs: number;
}

/** What a relying party asked for, as it is kept; codes only hashed (device) or short-lived (user). */
export interface DeviceRequest {
  /** Names the authorization in history and events; no secret. */
  readonly id: string;
  /** Lower-case hex SHA-256 of the device_code; names the record in the store. */
  readonly deviceCodeHash: string;
  /** Eight symbols without the dash. */
  readonly userCode: string;
  readonly clientId: string;
  readonly clientName: string;
  /** Space-separated; what was asked for. */
  readonly scope: string;
  readonly audience: readonly string[];
  /** Network address and User-Agent of the request that started it, for the person to judge. */
  readonly ip: string;
  readonly userAgent: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly intervalSeconds: number;
}

/** A device authorization at a moment: `expired` is already told when its time is over. */
export interface DeviceAuthorization extends DeviceRequest {
  readonly state: DeviceState;
  /** Only with `failed`. */
  readonly failure?: DeviceFailure;
  /** The first account that verified the code; no other may decide. */
  readonly boundUserId?: string;
  readonly wrongPasswords: number;
  /** Polls so far that found it pending, or claimed it. */
  readonly polls?: number;
  readonly approval?: DeviceApproval;
  /** Only with `redeemed`. */
  readonly familyId?: string;
}
