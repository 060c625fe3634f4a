import { ApiError } from '@latchkey/contracts';
import type { AccountStore } from '../account/account-store.ts';
import type { Account } from '../account/account.ts';
import { assertNoWait, holdBoth, type CounterPorts } from '../attempt/counters.ts';
import { guessInSession, type GuessPorts } from '../attempt/guesses.ts';
import { inSession, type Trust } from '../attempt/known-device.ts';
import { errors, isVerdict } from '../errors.ts';
import { logFailure, type EntryPorts } from '../request-log/log-event.ts';
import type { LogEntry, Origin } from '../request-log/request-log.ts';
import type { Caller } from '../session/session.ts';
import { resealTotp } from './reseal.ts';
import type { TextSealer } from './text-sealer.ts';
import { findCodeStep } from './totp.ts';

export interface CodePorts extends CounterPorts, EntryPorts {
  readonly accounts: Pick<AccountStore, 'isTotpStepFree' | 'spendTotpStep' | 'confirmTotp' | 'resealTotp'>;
  readonly secrets: TextSealer;
}

/** A code as it was presented, and when it was typed: now, unless sso's page kept it. */
interface ShownCode {
  readonly code: string;
  readonly trust: Trust;
  readonly typedAtMs?: number | undefined;
}

/**
 * Checks the one-time code of an account that needs one, and answers its time step, which the statement that opens the
 * session spends; undefined for an account without one-time codes. Throws mfa_required, invalid_credentials, throttled.
 */
export function checkOneTimeCode(
  ports: CodePorts,
  account: Account,
  shown: ShownCode,
): Promise<number | undefined> {
  return findStep(ports, account, shown, (step) => ports.accounts.isTotpStepFree(account.id, step));
}

/** As {@link checkOneTimeCode} for a signed-in caller, whose sign-in ends by too many. Logs a rejection. */
export async function checkCodeInSession(
  ports: CodePorts & GuessPorts,
  caller: Caller,
  code: string,
  origin: Origin,
): Promise<number | undefined> {
  // No code was right then, so no count is set to zero.
  if (caller.account.totpSecret === null) return undefined;
  return guessCode(ports, caller, origin, () =>
    checkOneTimeCode(ports, caller.account, { code, trust: inSession }),
  );
}

/** As {@link checkCodeInSession}, and consumes the code at once: each time step is accepted once. */
export async function spendOneTimeCode(
  ports: CodePorts & GuessPorts,
  caller: Caller,
  code: string,
  origin: Origin,
): Promise<void> {
  const { account } = caller;
  const shown = { code, trust: inSession };
  await guessCode(ports, caller, origin, () =>
    findStep(ports, account, shown, (step) => ports.accounts.spendTotpStep(account.id, step)),
  );
}

function guessCode<Result>(
  ports: GuessPorts,
  caller: Caller,
  origin: Origin,
  check: () => Promise<Result>,
): Promise<Result> {
  const event = { event: 'account.totp_check', method: 'totp', userId: caller.account.id } as const;
  return guessInSession(ports, { caller, origin, shown: 'code' }, () =>
    logFailure(ports, event, origin, check),
  );
}

async function findStep(
  ports: CodePorts,
  { id, totpSecret }: Account,
  { code, trust, typedAtMs = ports.now() }: ShownCode,
  accept: (step: number) => Promise<boolean>,
): Promise<number | undefined> {
  if (totpSecret === null) return undefined;
  if (code === '') throw new ApiError(errors.mfaRequired, { field: 'auth.code' });
  return withCodeBudget(ports, id, trust, async () => {
    const step = findCodeStep(ports.secrets.open(totpSecret, id), code, typedAtMs);
    if (step === undefined || !(await accept(step)))
      throw new ApiError(errors.credentialsInvalid, { detail: 'wrong or used one-time code' });
    await resealTotp(ports, id, totpSecret);
    return step;
  });
}

/**
 * Puts the pending secret in force after a right code of it, consumes the code's step and writes the log row; logs a
 * rejection. Throws state_conflict when no secret is pending or it was changed in the meantime, invalid_credentials,
 * throttled, session_revoked.
 */
export async function confirmTotp(
  ports: CodePorts & GuessPorts,
  caller: Caller,
  code: string,
  { row, origin }: { readonly row: LogEntry; readonly origin: Origin },
): Promise<void> {
  const { id, totpPending } = caller.account;
  if (totpPending === null) throw new ApiError(errors.totpNotBegun);
  const check = async () => {
    const step = findCodeStep(ports.secrets.open(totpPending, id), code, ports.now());
    if (step === undefined) throw new ApiError(errors.credentialsInvalid, { detail: 'wrong one-time code' });
    const isConfirmed = await ports.accounts.confirmTotp(id, totpPending, step, row);
    if (!isConfirmed) throw new ApiError(errors.stateConflict);
  };
  await guessCode(ports, caller, origin, () => withCodeBudget(ports, id, inSession, check));
}

/**
 * Checks a one-time code under its account's own budgets: a few wrong codes in a short time, and fifty in 30 days,
 * after which only a trusted caller may try. The attempt is counted only if the code was wrong; a right code resets the
 * count of the fifty. Throws throttled. Source: contract part 2 "Passwords, codes, throttling".
 */
async function withCodeBudget<Result>(
  ports: CodePorts,
  accountId: string,
  trust: Trust,
  check: () => Promise<Result>,
): Promise<Result> {
  const { attempts, counterOf } = ports;
  const counters = [counterOf('oneTimeCode', accountId), counterOf('manyCodes', accountId)] as const;
  const slot = ports.newId();
  let isTried = false;
  try {
    const [fewMs, manyMs] = await holdBoth(attempts, counters, slot);
    assertNoWait(Math.max(fewMs, manyMs > 0 && !(await trust()) ? manyMs : 0));
    isTried = true;
    const result = await check();
    await attempts.clear([counters[1]]);
    await attempts.release([counters[0]], slot);
    return result;
  } catch (error) {
    // Who is refused before the check has tried no code, and must not use up the few tries of who is trusted.
    if (!isTried || !isVerdict(error))
      for (const counter of counters) await attempts.release([counter], slot);
    throw error;
  }
}

/** Forgets the wrong codes of an account whose one-time codes an operator has turned off. */
export async function clearCodeBudgets(
  { attempts, counterOf }: CounterPorts,
  accountId: string,
): Promise<void> {
  for (const kind of ['oneTimeCode', 'manyCodes'] as const)
    await attempts.clear([counterOf(kind, accountId)]);
}
