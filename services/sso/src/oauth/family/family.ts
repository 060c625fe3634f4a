import type { Road } from '../device/device.ts';

/**
 * One device authorization's chain of refresh tokens; one of them is current. A refresh may narrow the scope of an
 * access token, never that of the family. Source: contract part 1 "Token package".
 */
export interface RefreshFamily {
  /** The binding_chain, and the sid of its access tokens. */
  readonly id: string;
  readonly clientId: string;
  readonly road: Road;
  readonly userId: string;
  readonly scope: string;
  readonly audience: string[];
  readonly amr: string[];
  readonly authTime: Date;
  readonly jkt: string | null;
  /** The key of the MAC in its tokens. */
  readonly tokenKey: Uint8Array;
  /** Of the current token. */
  readonly tokenHash: string;
  readonly linkHash: string;
  /** Counts rotations. */
  readonly generation: number;
  /** Rotations in the window that began at `rotationsSince`. */
  readonly rotations: number;
  readonly rotationsSince: Date | null;
  readonly createdAt: Date;
  /** The account's, under which the family was approved; 1970 for none. */
  readonly tokensValidAfter: Date;
  /** When the current token was issued. */
  readonly issuedAt: Date;
  readonly idleExpiresAt: Date;
  readonly absoluteExpiresAt: Date;
  /** When the first tokens were sent. */
  readonly deliveredAt: Date | null;
  readonly revokedAt: Date | null;
}

export type RevokeReason =
  | 'reuse'
  | 'binding'
  | 'replay'
  | 'client'
  | 'undelivered'
  | 'user'
  | 'admin'
  | 'limit';

/** True when all tokens of the family have become invalid. */
export function isFamilyOver({ revokedAt, absoluteExpiresAt }: RefreshFamily, nowMs: number): boolean {
  return revokedAt !== null || nowMs >= absoluteExpiresAt.getTime();
}

/** When the current refresh token ends: of the idle and the absolute limit the earlier one, in milliseconds. */
export function refreshEndsAtMs({
  idleExpiresAt,
  absoluteExpiresAt,
}: Pick<RefreshFamily, 'idleExpiresAt' | 'absoluteExpiresAt'>): number {
  return Math.min(idleExpiresAt.getTime(), absoluteExpiresAt.getTime());
}
