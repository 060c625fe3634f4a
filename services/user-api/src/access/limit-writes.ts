import { ApiError } from '@latchkey/contracts';
import { isDependencyLost } from '@latchkey/database/is-dependency-lost';
import type { UserApiContext } from '../context.ts';
import { errors } from '../errors.ts';

const readPath = /\/(search|view)(\/|$)|^\/session\/me$/;

/**
 * Counts a guarded request that is no search and no view for its principal, whoever that is. While Redis is down nothing
 * is counted, so that a session can still be ended. Throws throttled beyond `PRINCIPAL_WRITES_PER_MINUTE`. Source: contract part 2 "Guarded routes".
 */
export async function limitWrites(
  { attempts, counterOf, newId, writesPerMinute: limit }: UserApiContext,
  path: string,
  principalId: string,
): Promise<void> {
  if (limit === 0 || readPath.test(path)) return;
  const { key, budget } = counterOf('writes', principalId);
  const counter = { key, budget: { ...budget, limit } };
  const waitMs = await attempts.hold([counter], newId()).catch(whenLost);
  if (waitMs > 0) throw new ApiError(errors.writesThrottled, { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

function whenLost(error: unknown): number {
  if (isDependencyLost(error)) return 0;
  throw error;
}
