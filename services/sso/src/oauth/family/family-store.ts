import type { DeviceApproval, DeviceAuthorization } from '../device/device.ts';
import type { RefreshFamily, RevokeReason } from './family.ts';
import type { RotationLimit } from './rotation-limit.ts';

/** What a claimed pickup writes; times in milliseconds. */
export interface FamilyPickup {
  /** Its id is the family's as well: each has one family at most. */
  readonly device: DeviceAuthorization;
  readonly approval: DeviceApproval;
  readonly claim: number;
  /** Thumbprint of the key that the family is bound to. */
  readonly jkt?: string;
  readonly tokenKey: Uint8Array;
  readonly tokenHash: string;
  readonly linkHash: string;
  readonly nowMs: number;
  readonly idleExpiresAt: Date;
  readonly absoluteExpiresAt: Date;
}

/** The end of a pickup: what names the family that it wrote, and what the history and the events say of it. */
export interface FamilyDelivery extends Pick<FamilyPickup, 'device' | 'approval' | 'claim' | 'tokenHash'> {
  readonly deliveredAtMs: number;
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
  readonly generation: number;
  readonly tokenHash: string;
  readonly linkHash: string;
  readonly nextTokenHash: string;
  readonly nextLinkHash: string;
  /** Of all that was presented. */
  readonly requestHash: string;
  /** Null when a repeated request gets no answer. */
  readonly sealedAnswer: Uint8Array | null;
  readonly limit: RotationLimit;
  readonly nowMs: number;
  readonly idleExpiresAt: Date;
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
   * Makes the family of a claimed device code, or takes it over with fresh secrets from a lost pickup. False when a later
   * claim has written it, it has been delivered, used or revoked, or the device authorization has failed.
   */
  open(pickup: FamilyPickup): Promise<boolean>;
  /** The last condition of a pickup, and its record: true once for a family, for the claim that wrote it last. */
  deliver(delivery: FamilyDelivery): Promise<boolean>;
  /** When a family was delivered, if that was before this claim was made. */
  findDelivery(familyId: string, claim: number): Promise<Date | undefined>;
  findById(familyId: string): Promise<RefreshFamily | undefined>;
  /**
   * Puts the next token and link in place of the current ones, and the answer in place of the last one, for one caller
   * and within the limit.
   */
  rotate(rotation: FamilyRotation): Promise<boolean>;
  /** The sealed answer of the rotation that led to this generation, if it is kept and this request caused it. */
  findAnswer(familyId: string, generation: number, requestHash: string): Promise<Uint8Array | undefined>;
  /** Counts the current token with a wrong chain or link; the last one allowed revokes the family. */
  strike(family: Pick<RefreshFamily, 'id' | 'generation' | 'tokenHash'>, nowMs: number): Promise<void>;
  /** Revokes what is live of a selection; how many that were. */
  revokeAll(selection: FamilySelection, reason: RevokeReason, nowMs: number): Promise<number>;
  /** Revokes the longest unused live families of a person beyond the `most` that were used last; how many those were. */
  endSurplus(userId: string, most: number, nowMs: number): Promise<number>;
  /** True for the caller that revoked it. */
  revoke(familyId: string, reason: RevokeReason, nowMs: number): Promise<boolean>;
}
