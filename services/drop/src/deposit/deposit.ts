import { ApiError } from '@latchkey/contracts';
import type { Deposited, DropStore, OwnerQuota } from '../drop/drop-store.ts';
import {
  defaultTtlSeconds,
  type Actor,
  type Asker,
  type Drop,
  type DropDetails,
  type Term,
} from '../drop/drop.ts';
import { errors } from '../errors.ts';
import { packContents, sizeOfContents, type Contents } from '../payload/contents.ts';
import { assertKey } from '../secrecy/drop-key.ts';
import { openLock, sealPayload, type Vault } from '../secrecy/vault.ts';
import { assertMetadata } from './metadata.ts';
import { quotaFor } from './owner-quota.ts';

/** Bytes of the decoded payload and its data together. Source: contract part 3 "Fields". */
const maxPayloadBytes = 1024 * 1024;

const defaultTerm: Term = { ttlSeconds: defaultTtlSeconds, untilMs: null };

export interface DepositParts {
  readonly drops: Pick<DropStore, 'reserve' | 'store' | 'activate' | 'find'>;
  readonly vault: Vault;
  /** Of every owner who is a person or a client. */
  readonly quota: OwnerQuota;
}

interface DepositRequest {
  readonly id: string;
  readonly actor: Actor;
  readonly details: DropDetails;
  /** null: the request gives none. */
  readonly term: Term | null;
}

export interface ReserveRequest extends DepositRequest {
  /** Given: whoever has the key that is made may fill it in. */
  readonly ask: { readonly asks: string | null; readonly asker: Asker } | undefined;
}

export interface PayloadRequest extends DepositRequest {
  readonly contents: Contents;
  readonly contentType: string | null;
  /** undefined: the service makes one. */
  readonly key: string | undefined;
}

/** The drop, and the key that the service made; it is answered only this once. */
export interface DepositedDrop {
  readonly drop: Drop;
  readonly newKey: string | undefined;
}

/**
 * Throws Invalid for metadata that is too large or too deep, Drop id already exists, and last Invalid for an owner who
 * keeps too much. The actor becomes the owner.
 */
export async function reserveDrop(
  { drops, quota, vault }: DepositParts,
  request: ReserveRequest,
): Promise<DepositedDrop> {
  const { id, actor, details, term, ask } = request;
  if (details.metadata) assertMetadata(details.metadata);
  const owned = { id, owner: actor.id, quota: quotaFor(actor.id, quota) };
  const { lock, newKey } = ask === undefined ? {} : openLock(vault, id);
  const reservation = {
    ...owned,
    ...details,
    term: term ?? defaultTerm,
    ask: ask && lock && { ...ask, lock },
  };
  const drop = assertRoom(await drops.reserve(reservation, actor));
  if (drop === undefined) throw new ApiError(errors.idTaken, { field: 'id' });
  return { drop, newKey };
}

/** Throws as {@link reserveDrop}, Invalid for what is too large, and 503 while too many passphrases wait. */
export async function storeDrop(parts: DepositParts, request: PayloadRequest): Promise<DepositedDrop> {
  const { deposit, newKey } = await sealDeposit(parts, request);
  const term = request.term ?? defaultTerm;
  const drop = assertRoom(await parts.drops.store({ ...deposit, term }, request.actor));
  if (drop === undefined) throw new ApiError(errors.idTaken, { field: 'id' });
  return { drop, newKey };
}

/** As {@link storeDrop}, for a reserved drop; undefined when the drop is not reserved any more. */
export async function activateDrop(
  parts: DepositParts,
  request: PayloadRequest,
): Promise<DepositedDrop | undefined> {
  const { deposit, newKey } = await sealDeposit(parts, request);
  const drop = assertRoom(
    await parts.drops.activate({ ...deposit, term: request.term, event: 'activated' }, request.actor),
  );
  return drop && { drop, newKey };
}

/** Throws Invalid for an owner who keeps too much. Source: contract part 3 "Cost at size". */
export function assertRoom(outcome: Deposited): Drop | undefined {
  if (outcome === 'quota_exceeded') throw new ApiError(errors.quotaExceeded);
  return outcome;
}

async function sealDeposit({ vault, quota }: DepositParts, request: PayloadRequest) {
  const { id, actor, details, contents, contentType, key } = request;
  assertSize(contents);
  if (details.metadata) assertMetadata(details.metadata);
  if (key !== undefined) assertKey(key);
  const identity = { id, owner: actor.id, ...details, payloadFormat: contents.format, contentType };
  const { sealed, newKey } = await sealPayload(vault, packContents(contents), identity, key);
  const size = contents.payload.length;
  return { deposit: { ...identity, size, sealed, quota: quotaFor(actor.id, quota) }, newKey };
}

/** Throws Invalid for a payload that is too large. */
export function assertSize(contents: Contents): void {
  if (sizeOfContents(contents) > maxPayloadBytes) throw new ApiError(errors.tooLarge, { field: 'payload' });
}
