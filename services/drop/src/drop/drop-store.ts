import type { PagePlan, PageSlice } from '@latchkey/pagination';
import type { PayloadFormat } from '../payload/contents.ts';
import type { Sealed } from '../secrecy/sealed.ts';
import type { Actor, Drop, DropDetails, DropStatus, Term } from './drop.ts';

export interface Reservation extends DropDetails {
  readonly id: string;
  readonly owner: string;
  readonly term: Term;
}

/** A sealed payload, and the details that its additional data is made of. */
export interface Deposit extends Reservation {
  readonly payloadFormat: PayloadFormat;
  readonly contentType: string | null;
  readonly size: number;
  readonly sealed: Sealed;
}

/** A drop with its secrets; only an active drop has any. */
export interface FoundDrop {
  readonly drop: Drop;
  readonly sealed: Sealed | null;
}

export interface DropFilters {
  readonly status: DropStatus | null;
  readonly kind: string | null;
}

interface Denial {
  readonly drop: Pick<Drop, 'id' | 'owner'>;
  readonly actor: Actor;
  /** The code that was answered. */
  readonly reason: string;
}

/**
 * Every change is one conditional statement that writes its event as well. undefined: the condition did not hold and
 * nothing changed. Source: contract part 3 "States", "Secrecy".
 */
export interface DropStore {
  /** undefined: the id is taken. */
  reserve(reservation: Reservation, actor: Actor): Promise<Drop | undefined>;
  /** undefined: the id is taken. */
  store(deposit: Deposit, actor: Actor): Promise<Drop | undefined>;
  /** Activates the owner's live reservation. A null term keeps the expiry of the reservation. */
  activate(deposit: Omit<Deposit, 'term'> & { term: Term | null }, actor: Actor): Promise<Drop | undefined>;
  find(id: string): Promise<Drop | undefined>;
  findSealed(id: string): Promise<FoundDrop | undefined>;
  /** Shreds the live active drop that has exactly these secrets, and writes the receipt. */
  consume(id: string, secrets: Pick<Sealed, 'salt' | 'verifier'>, actor: Actor): Promise<Drop | undefined>;
  /** Shreds the owner's live drop. */
  revoke(id: string, owner: string, actor: Actor): Promise<Drop | undefined>;
  /** Deletes the owner's drop in any state; false when there is none. */
  remove(id: string, owner: string, actor: Actor): Promise<boolean>;
  listOwn(owner: string, filters: DropFilters, plan: PagePlan): Promise<PageSlice<Drop>>;
  listAll(filters: DropFilters, plan: PagePlan): Promise<PageSlice<Drop>>;
  recordDenial(denial: Denial): Promise<void>;
}
