import { ApiError } from '@latchkey/errors';
import type { Account, AccountStore } from '../account/account.ts';
import { errors } from '../errors.ts';
import { findCodeStep } from '../one-time-code/one-time-code.ts';
import { withCodeBudget } from '../one-time-code/with-code-budget.ts';
import type { TextSealer } from '../sealing/text-sealer.ts';
import type { Throttle } from '../throttle/throttle.ts';

interface CodePorts {
  readonly accounts: AccountStore;
  readonly secrets: TextSealer;
  readonly throttle: Throttle;
  now(): number;
}

/**
 * Spends the one-time code of an account that has one; each time step counts once. Answers what was proven with it.
 * Throws mfa_required, invalid_credentials or throttled.
 */
export async function checkOneTimeCode(ports: CodePorts, account: Account, code: string): Promise<string[]> {
  const { id, totpSecret } = account;
  if (totpSecret === null) return [];
  if (code === '') throw new ApiError(errors.mfaRequired, { field: 'auth.code' });
  await withCodeBudget(ports.throttle, id, async () => {
    const step = findCodeStep(ports.secrets.open(totpSecret, id), code, ports.now());
    const isSpent = step !== undefined && (await ports.accounts.spendTotpStep(id, step));
    if (!isSpent) throw new ApiError(errors.credentialsInvalid);
  });
  return ['totp'];
}
