import { ApiError } from '@latchkey/errors';
import type { Account, AccountStore } from '../account/account.ts';
import { withCodeBudget, type BudgetPorts } from '../attempt/budgets.ts';
import { errors } from '../errors.ts';
import type { TextSealer } from './text-sealer.ts';
import { findCodeStep } from './totp.ts';

interface CodePorts extends Pick<BudgetPorts, 'attempts' | 'counterOf' | 'newId' | 'now'> {
  readonly accounts: Pick<AccountStore, 'spendTotpStep' | 'confirmTotp'>;
  readonly secrets: TextSealer;
}

/**
 * Consumes the one-time code of an account that needs one. Each time step is accepted once. Answers the proven factors.
 * Throws mfa_required, invalid_credentials or throttled.
 */
export async function checkOneTimeCode(ports: CodePorts, account: Account, code: string): Promise<string[]> {
  const { id, totpSecret } = account;
  if (totpSecret === null) return [];
  if (code === '') throw new ApiError(errors.mfaRequired, { field: 'auth.code' });
  await withCodeBudget(ports, id, async () => {
    const step = findCodeStep(ports.secrets.open(totpSecret, id), code, ports.now());
    const isSpent = step !== undefined && (await ports.accounts.spendTotpStep(id, step));
    if (!isSpent) throw new ApiError(errors.credentialsInvalid, { detail: 'wrong or used one-time code' });
  });
  return ['totp'];
}

/**
 * Puts the pending secret in force after a right code of it, and consumes the code's step. Throws state_conflict when
 * no secret is pending or it was changed in the meantime, invalid_credentials, throttled.
 */
export async function confirmTotp(ports: CodePorts, account: Account, code: string): Promise<void> {
  const { id, totpPending } = account;
  if (totpPending === null) throw new ApiError(errors.totpNotBegun);
  await withCodeBudget(ports, id, async () => {
    const step = findCodeStep(ports.secrets.open(totpPending, id), code, ports.now());
    if (step === undefined) throw new ApiError(errors.credentialsInvalid, { detail: 'wrong one-time code' });
    if (!(await ports.accounts.confirmTotp(id, totpPending, step))) throw new ApiError(errors.stateConflict);
  });
}
