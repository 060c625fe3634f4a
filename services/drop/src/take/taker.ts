import { ApiError, type ErrorDetails, type ErrorSpec } from '@latchkey/errors';
import type { DropStore } from '../drop/drop-store.ts';
import type { Actor, Drop } from '../drop/drop.ts';

/** Who tries to read a drop, and from where. */
export interface Taker {
  readonly actor: Actor;
  /** As `networkOf` names it. */
  readonly network: string;
}

/** Writes the refusal down before it is answered. Source: contract part 3 "Cost at size". */
export async function refuseTaker(
  { drops }: { readonly drops: Pick<DropStore, 'noteDenial'> },
  drop: Pick<Drop, 'id' | 'owner'>,
  { actor }: Taker,
  spec: ErrorSpec,
  details: ErrorDetails = {},
): Promise<never> {
  await drops.noteDenial({ drop, actor, reason: spec.code });
  throw new ApiError(spec, details);
}
