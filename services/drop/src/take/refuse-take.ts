import { ApiError, type ErrorDetails, type ErrorSpec } from '@latchkey/contracts';
import type { DropStore } from '../drop/drop-store.ts';
import type { Actor, Drop } from '../drop/drop.ts';
import { errors } from '../errors.ts';
import { isFirstOfMinute, type MinutePorts } from '../event/is-first-of-minute.ts';
import type { Measures } from '../measures.ts';

/** Who tries to read a drop, and from which network. */
export interface Taker {
  readonly actor: Actor;
  /** As `networkOf` names it. */
  readonly network: string;
  /** Whether the connection is closed or reset. */
  readonly isGone: () => Promise<boolean>;
}

/** Drop has expired or Drop is not active; undefined for an active drop. */
export function explainInactive({ status }: Pick<Drop, 'status'>): ErrorSpec | undefined {
  if (status === 'expired') return errors.expired;
  return status === 'active' ? undefined : errors.notActive;
}

/** Why no payload can be put into a drop; undefined for a reserved one. */
export function explainUnreserved({ status }: Pick<Drop, 'status'>): ErrorSpec | undefined {
  if (status === 'expired') return errors.expired;
  return status === 'reserved' ? undefined : errors.notReserved;
}

export interface RefusalPorts extends MinutePorts {
  readonly drops: Pick<DropStore, 'record'>;
  readonly measures: Measures;
}

/**
 * Counts the refusal and throws it. One event a minute is recorded for each drop, reason and network. Source: contract
 * part 3 "Cost at size".
 */
export async function refuseTake(
  ports: RefusalPorts,
  drop: Pick<Drop, 'id' | 'owner'>,
  { actor, network }: Taker,
  spec: ErrorSpec,
  details: ErrorDetails = {},
): Promise<never> {
  const reason = spec.code;
  ports.measures.countRefusal(reason);
  if (await isFirstOfMinute(ports, `refused:{${drop.id}}:${reason}:${network}`))
    await ports.drops.record({ event: 'denied', drop, actor, reason });
  throw new ApiError(spec, details);
}
