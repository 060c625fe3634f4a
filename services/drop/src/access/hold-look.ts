import { shareOf } from '@latchkey/request-parser';
import type { DropContext } from '../context.ts';

/** Ids that one network may look at, and be refused, in a minute. Source: contract part 3 "The page". */
const lookBudget = { limit: 60, windowMs: 60_000 };

/** Counts one id that a network learns about. Answers the milliseconds to wait before it may learn about one more. */
export function holdLook(
  { attempts, newId }: Pick<DropContext, 'attempts' | 'newId'>,
  network: string,
): Promise<number> {
  const budget = { ...lookBudget, limit: lookBudget.limit * shareOf(network) };
  return attempts.hold([{ key: `looked:${network}`, budget }], newId());
}
