import { ApiError, type ErrorDetails, type ErrorSpec } from '@latchkey/errors';
import type { DropStore } from '../drop/drop-store.ts';
import type { Actor, Drop } from '../drop/drop.ts';
import { errors } from '../errors.ts';

/** Who tries to read a drop, and from which network. */
export interface Taker {
  readonly actor: Actor;
  /** As `networkOf` names it. */
  readonly network: string;
}

/** Drop has expired or Drop is not active; undefined for an active drop. */
export function explainInactive({ status }: Pick<Drop, 'status'>): ErrorSpec | undefined {
  if (status === 'expired') return errors.expired;
  return status === 'active' ? undefined : errors.notActive;
}

/** Records the denial as an event, then throws it. Source: contract part 3 "Cost at size". */
export async function refuseTake(
  { drops }: { readonly drops: Pick<DropStore, 'recordDenial'> },
  drop: Pick<Drop, 'id' | 'owner'>,
  { actor }: Taker,
  spec: ErrorSpec,
  details: ErrorDetails = {},
): Promise<never> {
  await drops.recordDenial({ drop, actor, reason: spec.code });
  throw new ApiError(spec, details);
}
