import { isVerdict } from '../errors.ts';
import type { Throttle } from '../throttle/throttle.ts';

/** Checks a one-time code under its account's budget: taken before, put back unless the code was wrong. */
export async function withCodeBudget<Result>(
  throttle: Throttle,
  accountId: string,
  check: () => Promise<Result>,
): Promise<Result> {
  const counter = throttle.oneTimeCode(accountId);
  await throttle.take(counter);
  try {
    const result = await check();
    await throttle.giveBack(counter);
    return result;
  } catch (error) {
    if (!isVerdict(error)) await throttle.giveBack(counter);
    throw error;
  }
}
