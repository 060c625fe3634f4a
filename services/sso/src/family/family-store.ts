import type { DeviceApproval, DeviceAuthorization } from '../device/device.ts';
import type { PresentedToken, RefreshFamily, RevokeReason, SupersededToken } from './family.ts';
import type { RotationLimit } from './rotation-limit.ts';

/** What a claimed pickup writes; times in milliseconds. */
export interface FamilyPickup {
  /** Taken when the family is new; one that a lost pickup left keeps its own. */
  readonly familyId: string;
  readonly device: DeviceAuthorization;
  readonly approval: DeviceApproval;
  readonly claim: number;
  /** Thumbprint of the key that the family is bound to. */
  readonly jkt?: string;
  readonly tokenHash: string;
  readonly linkHash: string;
  readonly nowMs: number;
  /** The account's, as the pickup found it. */
  readonly tokensValidAfter: Date;
  readonly idleExpiresAt: Date;
  readonly absoluteExpiresAt: Date;
  /** Where admin was asked for, approved and picked up, in a pickup that gives it; it becomes the event admin.granted. */
  readonly adminFrom?: AdminPlaces;
}

/** Network addresses. */
interface AdminPlaces {
  readonly request_ip: string;
  readonly browser_ip: string;
  readonly pickup_ip: string;
}

/** The current token, chain, link and client, and what takes their place if all of them fit. */
export interface FamilyRotation {
  readonly familyId: string;
  readonly clientId: string;
  /** Thumbprint of the key that the request proved; a family that is not bound is bound to it from then on. */
  readonly jkt?: string;
  readonly tokenHash: string;
  readonly linkHash: string;
  readonly nextTokenHash: string;
  readonly nextLinkHash: string;
  readonly requestHash: string;
  /** Null when a repeated request gets no answer. */
  readonly sealedResponse: SupersededToken['sealedResponse'];
  readonly limit: RotationLimit;
  readonly nowMs: number;
  readonly idleExpiresAt: Date;
}

/** A family whose first tokens were sent. */
export interface DeliveredFamily {
  readonly id: string;
  readonly deliveredAt: Date;
}

/** Families of a person: one, those of a client, all but one, or all. */
export interface FamilySelection {
  readonly userId: string;
  readonly familyId?: string;
  readonly clientId?: string;
  readonly keptFamilyId?: string;
}

/**
 * Refresh families, of every secret only the hash. Each method is one statement and writes its events with it.
 * Source: contract part 1 "Token package".
 */
export interface FamilyStore {
  /**
   * The family of a claimed device code, under a unique key of the code's hash: made, or taken over with fresh secrets
   * from a lost pickup. Undefined when a later claim has written it, it has been delivered, used or revoked, or the
   * device authorization has failed.
   */
  open(pickup: FamilyPickup): Promise<string | undefined>;
  /** The last condition of a pickup: true once for a family, for the holder of its first token. */
  deliver(familyId: string, tokenHash: string, nowMs: number): Promise<boolean>;
  /** The family of a device code that was delivered before this claim was made; undefined when there is none. */
  findDelivered(deviceCodeHash: string, claim: number): Promise<DeliveredFamily | undefined>;
  findByToken(tokenHash: string): Promise<PresentedToken | undefined>;
  findById(familyId: string): Promise<RefreshFamily | undefined>;
  /**
   * Puts the next token and link in place of the current ones, for one caller and within the limit, and forgets the
   * answer that the token before the current one got.
   */
  rotate(rotation: FamilyRotation): Promise<boolean>;
  /** Counts the current token with a wrong chain or link; the last one allowed revokes the family. */
  strike(tokenHash: string, nowMs: number): Promise<void>;
  /** Revokes what is live of a selection; how many that were. */
  revokeAll(selection: FamilySelection, reason: RevokeReason, nowMs: number): Promise<number>;
  /** True for the caller that revoked it. */
  revoke(familyId: string, reason: RevokeReason, nowMs: number): Promise<boolean>;
}
