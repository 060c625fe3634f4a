import { ApiError } from '@latchkey/contracts';
import { isDependencyLost } from '@latchkey/database/is-dependency-lost';
import type { UserApiContext } from '../context.ts';
import { errors } from '../errors.ts';
import { limitedBy } from '../signing-in/attempt/counters.ts';

const readPath = /\/(search|view|list)(\/|$)|^\/session\/me$/;

/**
 * Counts a guarded request that is no search, view or list for its principal, whoever that is. While Redis is down nothing
 * is counted, so that a session can still be ended. Throws throttled beyond `PRINCIPAL_WRITES_PER_MINUTE`. Source: contract part 2 "Guarded routes".
 */
export async function limitWrites(context: UserApiContext, path: string, principalId: string): Promise<void> {
  const { attempts, counterOf, newId, writesPerMinute } = context;
  const counters = limitedBy(writesPerMinute, counterOf('writes', principalId));
  if (counters.length === 0 || readPath.test(path)) return;
  const waitMs = await attempts.hold(counters, newId()).catch(whenLost);
  if (waitMs === 0) return;
  const message = `One account has written ${writesPerMinute} times in a minute; try again later`;
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  throw new ApiError({ ...errors.writesThrottled, message }, { retryAfterSeconds });
}

function whenLost(error: unknown): number {
  if (isDependencyLost(error)) return 0;
  throw error;
}
