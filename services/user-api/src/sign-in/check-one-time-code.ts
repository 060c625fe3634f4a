import { ApiError } from '@latchkey/errors';
import type { Account, AccountStore } from '../account/account.ts';
import { errors } from '../errors.ts';
import { findCodeStep } from '../one-time-code/one-time-code.ts';
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
  if (account.totpSecret === null) return [];
  if (code === '') throw new ApiError(errors.mfaRequired, { field: 'auth.code' });
  const counter = ports.throttle.oneTimeCode(account.id);
  await ports.throttle.take(counter);
  const step = findCodeStep(ports.secrets.open(account.totpSecret, account.id), code, ports.now());
  const isSpent = step !== undefined && (await ports.accounts.spendTotpStep(account.id, step));
  if (!isSpent) throw new ApiError(errors.credentialsInvalid);
  await ports.throttle.giveBack(counter);
  return ['totp'];
}
