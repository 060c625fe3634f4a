import type { DevicePolicy, roads } from '@latchkey/contracts';
import type { RegisteredBy } from '../client/client.ts';
import type { AdminRefusal } from '../token/rights.ts';

/** The state of a device authorization. Source: contract part 1 "Device authorization". */
export type DeviceState = 'pending' | 'approved_waiting_pickup' | 'redeemed' | 'expired' | 'failed';

/**
 * Why one failed: the person denied it, too many wrong passwords, it was revoked, the account is not active, or its code
 * came with a verifier, an address or a key that it was not made for.
 */
export type DeviceFailure = 'denied' | 'attempts' | 'revoked' | 'account' | 'mismatch';

/** How it is made: by a code that a device shows, or in the browser that an app leads here. */
export type Road = (typeof roads)[number];

/** What the code of the browser road is given for. */
export interface AppCode {
  readonly redirectUri: string;
  /** S256 (RFC 7636 4.2). */
  readonly codeChallenge: string;
  readonly nonce?: string | undefined;
  /** Thumbprint of the key that must redeem it (RFC 9449 10). */
  readonly jkt?: string | undefined;
}

/** An approval: who approved, how the person signed in, and what was granted. */
export interface DeviceApproval {
  readonly userId: string;
  readonly email: string;
  readonly amr: readonly string[];
  /** Seconds since the epoch. */
  readonly authTime: number;
  /**
   * The account's tokens_valid_after when the password was checked. The approval is not valid once the account has
   * another one.
   */
  readonly tokensValidAfterMs: number;
  /** The client that asked, as it was shown. */
  readonly clientId: string;
  /** Space-separated; what was granted. */
  readonly scope: string;
  readonly audience: readonly string[];
  readonly approvedAtMs: number;
  /** Network address of the browser that approved. */
  readonly approvedFrom: string;
}

/**
 * An approval that waits until the device gives back the number which its page shows.
 * Source: contract part 1 "A number given back".
 */
export interface HeldApproval {
  readonly approval: DeviceApproval;
  /** Hash of the secret of the browser that approved: it may see the number again, and stop. */
  readonly browserHash: string;
  /** Why the approval does not give the admin that was asked for. */
  readonly adminRefusal?: AdminRefusal | undefined;
}

/** A request as it is stored; the device code only hashed, the user code only for a short time. */
export interface DeviceRequest {
  /** Names the authorization in history and events; no secret. */
  readonly id: string;
  readonly road: Road;
  /** On the browser road only. */
  readonly app?: AppCode | undefined;
  /** Lower-case hex SHA-256 of the device_code, or of the code of the browser road; names the record in the store. */
  readonly deviceCodeHash: string;
  /** Eight symbols without the dash; the last two follow from the hash. Empty on the browser road. */
  readonly userCode: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly registeredBy: RegisteredBy;
  /** Space-separated; what was asked for. */
  readonly scope: string;
  readonly audience: readonly string[];
  /** Network address and User-Agent of the request that started it, for the person to judge. */
  readonly ip: string;
  readonly userAgent: string;
  /** The address of the app's own visitor, as the app says. It is shown, and nothing is decided by it. */
  readonly visitorIp?: string | undefined;
  /** What the device calls itself, cleaned. It is shown, and nothing is decided by it. */
  readonly deviceName?: string | undefined;
  /** Where the client lets its devices be approved; the installation may ask for more. */
  readonly devicePolicy: DevicePolicy;
  /** Whether an approval waits for a number; `missing` where it must and the device cannot ask for one: no admin then. */
  readonly confirmation?: 'number' | 'missing' | undefined;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly intervalSeconds: number;
}

/** A device authorization at one moment. Its state is `expired` from the moment of its expiry. */
export interface DeviceAuthorization extends DeviceRequest {
  readonly state: DeviceState;
  /** Only with `failed`. */
  readonly failure?: DeviceFailure;
  /** Only with `failed`. */
  readonly failedAtMs?: number;
  /** The first account that verified the code; no other may decide. */
  readonly boundUserId?: string;
  readonly wrongPasswords: number;
  /** How many polls found it pending or claimed it. */
  readonly polls?: number;
  readonly approval?: DeviceApproval;
  /** Once the person has approved what waits for a number; also after its end. */
  readonly held?: HeldApproval;
}
