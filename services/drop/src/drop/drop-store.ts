import type { PagePlan, PageSlice } from '@latchkey/pagination';
import type { PayloadFormat } from '../payload/contents.ts';
import type { Ciphertext, Lock, Sealed } from '../secrecy/sealed.ts';
import type { Actor, Asker, Drop, DropDetails, DropStatus, Term } from './drop.ts';

/** What one owner may keep in reserved and active drops; 0: as much as they like. */
export interface OwnerQuota {
  readonly maxDrops: number;
  /** Bytes of ciphertext. */
  readonly maxBytes: number;
}

export interface Reservation extends DropDetails {
  readonly id: string;
  readonly owner: string;
  readonly term: Term;
  /** The owner's limits, this deposit included. */
  readonly quota: OwnerQuota;
  /** Whoever has the key of this lock may fill it in. */
  readonly ask?: { readonly asks: string | null; readonly asker: Asker; readonly lock: Lock } | undefined;
}

/** A sealed payload, and the details that its additional data is made of. */
export interface Deposit extends Reservation {
  readonly payloadFormat: PayloadFormat;
  readonly contentType: string | null;
  readonly size: number;
  readonly sealed: Sealed;
}

/** A drop, and what judges a key for it and is opened by it; only an active drop and one to fill in have any. */
export interface LockedDrop {
  readonly drop: Drop;
  readonly lock: Lock | null;
  /** Null where it is longer than 16 kB: readCiphertext reads that, once the key is judged. */
  readonly sealed: Ciphertext | null;
}

/** The stored drop; or the owner keeps too much already; or the write found its condition broken (undefined). */
export type Deposited = Drop | 'quota_exceeded' | undefined;

export type Activation = Omit<Deposit, 'term' | 'ask'> & {
  readonly term: Term | null;
  /** Whether its owner does it, or who has the key of its lock: the lock must be the same then. */
  readonly event: 'activated' | 'filled';
};

export interface DropFilters {
  readonly status: DropStatus | null;
  readonly kind: string | null;
}

interface AllDropsFilters extends DropFilters {
  readonly owner?: string | null;
}

/** What a request may have done to a drop. */
export interface Change {
  /** As the change itself records it. */
  readonly event: 'reserved' | 'stored' | 'activated' | 'filled' | 'consumed' | 'revoked' | 'deleted';
  readonly id: string;
  readonly actor: Actor;
}

/** An event without a change of a drop. */
interface RecordedEvent {
  /** A drop was refused, an operator read one, or an operator read a list: then `drop` has empty texts. */
  readonly event: 'denied' | 'read' | 'listed';
  readonly drop: Pick<Drop, 'id' | 'owner'>;
  readonly actor: Actor;
  /** The code that was answered; for a list its filters and its number of rows. */
  readonly reason: string | null;
}

/**
 * Every change is one conditional statement that writes its event and its counters as well. undefined: the condition
 * did not hold and nothing changed. Source: contract part 3 "States".
 */
export interface DropStore {
  /** undefined: the id is taken. */
  reserve(reservation: Reservation, actor: Actor): Promise<Deposited>;
  /** undefined: the id is taken. */
  store(deposit: Deposit, actor: Actor): Promise<Deposited>;
  /**
   * Activates the owner's live reservation. A null term keeps the expiry of the reservation; what is filled in lives 7
   * days more, and at most 30 from the reservation.
   */
  activate(deposit: Activation, actor: Actor): Promise<Deposited>;
  /** With an owner: only a drop of that owner. */
  find(id: string, owner?: string): Promise<Drop | undefined>;
  /** As find, with what judges a key, and a short ciphertext. */
  findLocked(id: string, owner?: string): Promise<LockedDrop | undefined>;
  /** The ciphertext of the live active drop that has exactly this lock. */
  readCiphertext(id: string, lock: Lock): Promise<Ciphertext | undefined>;
  /** Shreds the live active drop that has exactly this lock, and writes the receipt. */
  consume(id: string, lock: Lock, actor: Actor): Promise<Drop | undefined>;
  /** Shreds the owner's live drop. */
  revoke(id: string, owner: string, actor: Actor): Promise<Drop | undefined>;
  /** Deletes the owner's drop in any state; false when there is none. */
  remove(id: string, owner: string, actor: Actor): Promise<boolean>;
  /** The owner of the drop that was changed so; undefined where this request has not done it. */
  findChanged(change: Change): Promise<string | undefined>;
  listOwn(owner: string, filters: DropFilters, plan: PagePlan): Promise<PageSlice<Drop>>;
  listAll(filters: AllDropsFilters, plan: PagePlan): Promise<PageSlice<Drop>>;
  record(event: RecordedEvent): Promise<void>;
}
