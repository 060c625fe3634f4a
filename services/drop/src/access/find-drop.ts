import { ApiError } from '@latchkey/errors';
import type { ParsedRequest } from '@latchkey/request-parser';
import type { Principal } from '@latchkey/tokens';
import type { DropContext } from '../context.ts';
import type { FoundDrop } from '../drop/drop-store.ts';
import type { Drop } from '../drop/drop.ts';
import { errors } from '../errors.ts';
import type { Sealed } from '../secrecy/sealed.ts';
import { whyNotActive } from '../take/judge-state.ts';
import { refuseTaker, type Taker } from '../take/taker.ts';

type Drops = Pick<DropContext, 'drops'>;

/** A drop that can be opened, and who tries. */
export interface OpenableDrop {
  readonly drop: Drop;
  readonly sealed: Sealed;
  readonly taker: Taker;
}

/** Invalid, unless there is an id. A malformed one is only ever not found. */
export function requireId(parsed: ParsedRequest): string {
  const id = parsed.value('id');
  if (id === undefined || id === null || id === '') throw new ApiError(errors.fieldMissing, { field: 'id' });
  if (typeof id !== 'string') throw new ApiError(errors.typeInvalid, { field: 'id' });
  return id;
}

/** Missing key, unless there is one; whether it can be one is for later. */
export function requireKey(parsed: ParsedRequest): void {
  const key = parsed.value('key');
  if (key === undefined || key === null || key === '')
    throw new ApiError(errors.keyMissing, { field: 'key' });
}

/** Drop not found, also for somebody else's: byte-equal, so that ids tell nothing. */
export async function findOwnDrop({ drops }: Drops, id: string, principal: Principal): Promise<Drop> {
  const drop = await drops.find(id);
  if (drop?.owner !== principal.id) throw notFound();
  return drop;
}

/** As {@link findOwnDrop}, with the secrets. */
export async function findOwnSealed(context: Drops, id: string, principal: Principal): Promise<FoundDrop> {
  const found = await findSealed(context, id);
  if (found.drop.owner !== principal.id) throw notFound();
  return found;
}

/** Drop not found, or anybody's drop with its secrets. */
export async function findSealed({ drops }: Drops, id: string): Promise<FoundDrop> {
  const found = await drops.findSealed(id);
  if (found === undefined) throw notFound();
  return found;
}

/** Drop has expired · Drop is not active. */
export async function requireActive(context: Drops, found: FoundDrop, taker: Taker): Promise<OpenableDrop> {
  const { drop, sealed } = found;
  const refusal = whyNotActive(drop);
  if (refusal || !sealed) return refuseTaker(context, drop, taker, refusal ?? errors.notActive);
  return { drop, sealed, taker };
}

function notFound(): ApiError {
  return new ApiError(errors.notFound, { field: 'id' });
}
