import type { Attempts, Counter } from '@latchkey/attempts';
import { ApiError, type ErrorDetails, type ErrorSpec } from '@latchkey/contracts';
import { isDependencyLost } from '@latchkey/database/is-dependency-lost';
import type { DropStore } from '../drop/drop-store.ts';
import type { Actor, Drop } from '../drop/drop.ts';
import { errors } from '../errors.ts';
import type { Measures } from '../measures.ts';

/** Who tries to read a drop, and from which network. */
export interface Taker {
  readonly actor: Actor;
  /** As `networkOf` names it. */
  readonly network: string;
  /** True once the connection is closed or reset. */
  readonly isGone: () => boolean;
}

/** Drop has expired or Drop is not active; undefined for an active drop. */
export function explainInactive({ status }: Pick<Drop, 'status'>): ErrorSpec | undefined {
  if (status === 'expired') return errors.expired;
  return status === 'active' ? undefined : errors.notActive;
}

export interface RefusalPorts {
  readonly drops: Pick<DropStore, 'recordDenial'>;
  readonly attempts: Pick<Attempts, 'hold'>;
  readonly measures: Measures;
  readonly newId: () => string;
}

/** One event a minute for each drop, reason and network. Source: contract part 3 "Cost at size". */
const eventBudget = { limit: 1, windowMs: 60_000 };

/** Counts the refusal, records it as an event unless the same one was recorded this minute, and throws it. */
export async function refuseTake(
  ports: RefusalPorts,
  drop: Pick<Drop, 'id' | 'owner'>,
  { actor, network }: Taker,
  spec: ErrorSpec,
  details: ErrorDetails = {},
): Promise<never> {
  const reason = spec.code;
  ports.measures.countRefusal(reason);
  const counter = { key: `refused:{${drop.id}}:${reason}:${network}`, budget: eventBudget };
  if (await isDue(ports, counter)) await ports.drops.recordDenial({ drop, actor, reason });
  throw new ApiError(spec, details);
}

/** An event is also due while its budget cannot be asked. */
async function isDue({ attempts, newId }: RefusalPorts, counter: Counter): Promise<boolean> {
  try {
    return (await attempts.hold([counter], newId())) === 0;
  } catch (error) {
    if (!isDependencyLost(error)) throw error;
    return true;
  }
}
