import { ApiError } from '@latchkey/contracts';
import { errors } from '../../src/errors.ts';
import type { ActStores, WithSpentCode } from '../../src/fresh-code/act-stores.ts';
import type { MemoryAccounts } from './memory-accounts.ts';

/** Acts that spend a code, in memory. */
export function createMemorySpentCodes(
  stores: ActStores & { readonly accounts: Pick<MemoryAccounts, 'spend'> },
): WithSpentCode {
  const { accounts } = stores;
  return async ({ userId, factor }, act) => {
    if (!(await accounts.isFactorFree(userId, factor))) throw new ApiError(errors.credentialsInvalid);
    const result = await act(stores);
    if (result !== undefined && result !== false) accounts.spend(userId, factor);
    return result;
  };
}
