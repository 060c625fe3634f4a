import { ApiError } from '@latchkey/contracts';
import { shareOf } from '@latchkey/request-parser';
import type { DropContext } from '../context.ts';
import { dropIdPattern } from '../drop/drop-schema.ts';
import type { Drop } from '../drop/drop.ts';
import { errors } from '../errors.ts';
import type { PageVisit } from './page-visit.ts';

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

/** The drop of a page; throttled, or one Drop not found for every id that the page is not for. */
export async function findForPage(
  context: DropContext,
  { dropId }: PageVisit,
  network: string,
  isFor: (drop: Drop) => boolean,
): Promise<Drop | ApiError> {
  const waitMs = await holdLook(context, network);
  if (waitMs > 0) return new ApiError(errors.throttled, { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  const found = dropIdPattern.test(dropId) ? await context.drops.find(dropId) : undefined;
  return found !== undefined && isFor(found) ? found : new ApiError(errors.notFound);
}
