import { ApiError } from '@latchkey/errors';
import type { Account, AccountStore } from '../account/account.ts';
import { errors } from '../errors.ts';
import type { TextSealer } from '../sealing/text-sealer.ts';
import type { Throttle } from '../throttle/throttle.ts';
import { findCodeStep } from './one-time-code.ts';
import { withCodeBudget } from './with-code-budget.ts';

interface ConfirmPorts {
  readonly accounts: Pick<AccountStore, 'confirmTotp'>;
  readonly secrets: TextSealer;
  readonly throttle: Throttle;
  now(): number;
}

/**
 * Puts the secret in force that waits, once a code of it has come; the code's step is spent by that. Throws
 * state_conflict when no secret waits or it has changed meanwhile, invalid_credentials, throttled.
 */
export async function confirmTotp(ports: ConfirmPorts, account: Account, code: string): Promise<void> {
  const { id, totpPending } = account;
  if (totpPending === null) throw new ApiError(errors.totpNotBegun);
  await withCodeBudget(ports.throttle, id, async () => {
    const step = findCodeStep(ports.secrets.open(totpPending, id), code, ports.now());
    if (step === undefined) throw new ApiError(errors.credentialsInvalid);
    if (!(await ports.accounts.confirmTotp(id, totpPending, step))) throw new ApiError(errors.stateConflict);
  });
}
