import type { RelayClaims } from '@latchkey/tokens';
import type { Origin } from '../request-log/request-log.ts';
import { withBudgets, type AttemptBudgets, type BudgetPorts } from './budgets.ts';
import { personOrigin, withPayload, type PayloadPorts, type PresentedPayload } from './payload.ts';

/** A request that a payload guards. */
interface GuardedRequest {
  readonly presented: PresentedPayload;
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly origin: Origin;
}

/** What an attempt knows once its payload is consumed. */
export interface Attempt {
  readonly payload: RelayClaims;
  /** Where the person is. */
  readonly origin: Origin;
  readonly budgets: AttemptBudgets;
}

/** Runs a visit while something is held for it. */
type Hold<Held> = <Result>(visit: (held: Held) => Promise<Result>) => Promise<Result>;

/**
 * Runs `attempt` under the budget of the network and with the claims of the payload. What it holds is released, and the
 * payload returned, when it ends without a verdict. Throws throttled, payload_invalid, upstream_unavailable. Source:
 * contract part 2 "Order".
 */
export function withAttempt<Result>(
  ports: BudgetPorts & PayloadPorts,
  request: GuardedRequest,
  attempt: (admitted: Attempt) => Promise<Result>,
): Promise<Result> {
  return withHeldAttempt(ports, request, (visit) => visit(undefined), attempt);
}

/**
 * As {@link withAttempt}, and holds what the attempt needs, such as a place at the hash gate, before it consumes the
 * payload.
 */
export function withHeldAttempt<Held, Result>(
  ports: BudgetPorts & PayloadPorts,
  { origin: from, ...request }: GuardedRequest,
  hold: Hold<Held>,
  attempt: (admitted: Attempt, held: Held) => Promise<Result>,
): Promise<Result> {
  return withBudgets(ports, from.ip, (budgets) =>
    hold((held) =>
      withPayload(ports, { ...request, traceparent: from.traceparent }, async (payload) => {
        const origin = personOrigin(payload, from);
        await budgets.moveToNetwork(origin.ip);
        return attempt({ payload, origin, budgets }, held);
      }),
    ),
  );
}
