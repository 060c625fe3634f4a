import { ApiError } from '@latchkey/contracts';
import type { AccountStore } from '../account/account-store.ts';
import type { Account } from '../account/account.ts';
import { inSession, type BudgetPorts, type Trust } from '../attempt/budgets.ts';
import { withCodeBudget } from '../attempt/code-budget.ts';
import { errors } from '../errors.ts';
import type { LogEntry } from '../request-log/request-log.ts';
import { resealTotp } from './reseal.ts';
import type { TextSealer } from './text-sealer.ts';
import { findCodeStep } from './totp.ts';

interface CodePorts extends Pick<BudgetPorts, 'attempts' | 'counterOf' | 'newId' | 'now'> {
  readonly accounts: Pick<AccountStore, 'isTotpStepFree' | 'spendTotpStep' | 'confirmTotp' | 'resealTotp'>;
  readonly secrets: TextSealer;
}

/**
 * Checks the one-time code of an account that needs one, and answers its time step, which the statement that opens the
 * session spends; undefined for an account without one-time codes. Throws mfa_required, invalid_credentials, throttled.
 */
export function checkOneTimeCode(
  ports: CodePorts,
  account: Account,
  code: string,
  trust: Trust,
): Promise<number | undefined> {
  return findStep(ports, account, { code, trust }, (step) => ports.accounts.isTotpStepFree(account.id, step));
}

/** As {@link checkOneTimeCode} in a live session, and consumes the code at once: each time step is accepted once. */
export async function spendOneTimeCode(ports: CodePorts, account: Account, code: string): Promise<void> {
  const shown = { code, trust: inSession };
  await findStep(ports, account, shown, (step) => ports.accounts.spendTotpStep(account.id, step));
}

async function findStep(
  ports: CodePorts,
  { id, totpSecret }: Account,
  { code, trust }: { code: string; trust: Trust },
  accept: (step: number) => Promise<boolean>,
): Promise<number | undefined> {
  if (totpSecret === null) return undefined;
  if (code === '') throw new ApiError(errors.mfaRequired, { field: 'auth.code' });
  return withCodeBudget(ports, id, trust, async () => {
    const step = findCodeStep(ports.secrets.open(totpSecret, id), code, ports.now());
    if (step === undefined || !(await accept(step)))
      throw new ApiError(errors.credentialsInvalid, { detail: 'wrong or used one-time code' });
    await resealTotp(ports, id, totpSecret);
    return step;
  });
}

/**
 * Puts the pending secret in force after a right code of it, consumes the code's step and writes the log row. Throws
 * state_conflict when no secret is pending or it was changed in the meantime, invalid_credentials, throttled.
 */
export async function confirmTotp(
  ports: CodePorts,
  account: Account,
  code: string,
  row: LogEntry,
): Promise<void> {
  const { id, totpPending } = account;
  if (totpPending === null) throw new ApiError(errors.totpNotBegun);
  await withCodeBudget(ports, id, inSession, async () => {
    const step = findCodeStep(ports.secrets.open(totpPending, id), code, ports.now());
    if (step === undefined) throw new ApiError(errors.credentialsInvalid, { detail: 'wrong one-time code' });
    const isConfirmed = await ports.accounts.confirmTotp(id, totpPending, step, row);
    if (!isConfirmed) throw new ApiError(errors.stateConflict);
  });
}
