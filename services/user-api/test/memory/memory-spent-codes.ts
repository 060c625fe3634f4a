import { ApiError } from '@latchkey/contracts';
import { errors } from '../../src/errors.ts';
import type { ActStores, WithSpentCode } from '../../src/fresh-code/act-stores.ts';

/** Acts that spend a one-time code, in memory. */
export function createMemorySpentCodes(stores: ActStores): WithSpentCode {
  const { accounts } = stores;
  return async ({ userId, step }, act) => {
    if (!(await accounts.isTotpStepFree(userId, step))) throw new ApiError(errors.credentialsInvalid);
    const result = await act(stores);
    if (result !== undefined && result !== false) await accounts.spendTotpStep(userId, step);
    return result;
  };
}
