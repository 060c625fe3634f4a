import { ApiError } from '@latchkey/contracts';
import type { Checks } from '@latchkey/http-server';
import type { ParsedRequest } from '@latchkey/request-parser';
import type { Principal } from '@latchkey/tokens';
import type { DropContext } from '../context.ts';
import type { LockedDrop } from '../drop/drop-store.ts';
import type { Actor, Drop } from '../drop/drop.ts';
import { credentialError, errors } from '../errors.ts';
import { explainInactive, explainUnreserved, refuseTake, type Taker } from '../take/refuse-take.ts';
import { actorOf } from './callers.ts';
import { holdLook } from './hold-look.ts';

const tokenMissing = credentialError('token_missing', 'Principal id is unavailable');

export interface OwnDrop {
  readonly drop: Drop;
  readonly actor: Actor;
}

/** Invalid (id), then Drop not found. Source: contract part 3 "Messages": status, revoke, delete. */
export const ownDrop: Checks<DropContext, Principal, OwnDrop> = {
  errors: [errors.fieldMissing, errors.typeInvalid, errors.notFound],
  async run(context, parsed, request, principal) {
    const drop = await findOwnDrop(context, requireId(parsed), principal);
    return { drop, actor: actorOf(principal, request) };
  },
};

/** Invalid, unless the request has an id. A malformed id passes: no drop has it, so that it is not found. */
export function requireId(parsed: ParsedRequest): string {
  const id = parsed.value('id');
  if (id === undefined || id === null || id === '') throw new ApiError(errors.fieldMissing, { field: 'id' });
  if (typeof id !== 'string') throw new ApiError(errors.typeInvalid, { field: 'id' });
  return id;
}

/** Missing key, unless the request has one. The schema and the drop judge it later. */
export function requireKey(parsed: ParsedRequest): void {
  const key = parsed.value('key');
  if (key === undefined || key === null || key === '')
    throw new ApiError(errors.keyMissing, { field: 'key' });
}

/** Drop not found, byte-equal for an unknown drop and another owner's, so that nobody learns which ids exist. */
export async function findOwnDrop(
  { drops }: Pick<DropContext, 'drops'>,
  id: string,
  principal: Principal,
): Promise<Drop> {
  const drop = await drops.find(id, principal.id);
  if (drop === undefined) throw notFound();
  return drop;
}

/** The drop and what opens it; with an owner, only if the drop is theirs. Else Drop not found, as {@link findOwnDrop}. */
export async function findLocked(
  { drops }: Pick<DropContext, 'drops'>,
  id: string,
  owner?: string,
): Promise<LockedDrop> {
  const found = await drops.findLocked(id, owner);
  if (found === undefined) throw notFound();
  return found;
}

/**
 * The drop if anybody, or the principal as its owner, may take it. A network learns about few other ids in a minute: then
 * an unknown one and somebody's own are refused alike, before anything is written. Source: contract part 3 "Messages": /v1/consume.
 */
export async function findTakeable(
  context: DropContext,
  id: string,
  principal: Principal | undefined,
  taker: Taker,
): Promise<LockedDrop> {
  const found = await context.drops.findLocked(id);
  // The owner is checked before the state, so that a stranger learns nothing about it.
  if (found?.drop.anonymous || (found && principal?.id === found.drop.owner)) return found;
  await spendLook(context, taker);
  if (found === undefined) throw notFound();
  return refuseTake(context, found.drop, taker, principal ? errors.ownerRequired : tokenMissing);
}

/**
 * The drop and its lock, if it waits for a secret from whoever has the key. Every id that nobody asks strangers to fill in
 * is one Drop not found, and a network learns about few of them in a minute. Source: contract part 3 "Asking for a secret".
 */
export async function findFillable(context: DropContext, id: string, taker: Taker) {
  const found = await context.drops.findLocked(id);
  if (found === undefined || found.drop.asker === null) {
    await spendLook(context, taker);
    throw notFound();
  }
  const { drop, lock } = found;
  const refusal = explainUnreserved(drop);
  if (refusal || !lock) return refuseTake(context, drop, taker, refusal ?? errors.notReserved);
  return { drop, lock, taker };
}

/** Drop has expired or Drop is not active, unless the drop can be opened. */
export async function requireOpenable(context: DropContext, { lock, ...found }: LockedDrop, taker: Taker) {
  const refusal = explainInactive(found.drop);
  if (refusal || !lock) return refuseTake(context, found.drop, taker, refusal ?? errors.notActive);
  return { ...found, lock, taker };
}

async function spendLook(context: DropContext, { network }: Taker): Promise<void> {
  const waitMs = await holdLook(context, network);
  if (waitMs > 0) throw new ApiError(errors.attemptsLimited, { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

function notFound(): ApiError {
  return new ApiError(errors.notFound, { field: 'id' });
}
