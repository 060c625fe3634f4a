import type { Attempts, Counter } from '@latchkey/attempts';
import { ApiError } from '@latchkey/contracts';
import type { AccountStore } from '../../accounts/account-store.ts';
import type { Account } from '../../accounts/account.ts';
import type { Factor } from '../../accounts/factor.ts';
import { assertInTime, errors, isVerdict } from '../../errors.ts';
import { createEntry, logFailure, type EntryPorts, type Where } from '../../request-log/log-event.ts';
import type { LogEntry, Origin } from '../../request-log/request-log.ts';
import type { Caller, SignedInPerson } from '../../sessions/session.ts';
import { assertNoWait, type CounterPorts } from '../attempt/counters.ts';
import { guessInSession, type GuessPorts } from '../attempt/guesses.ts';
import { inSession, type Trust } from '../attempt/known-device.ts';
import { hashRecoveryCode, makeRecoveryCodes, readRecoveryCode } from './recovery-codes.ts';
import { resealTotp } from './reseal.ts';
import type { TextSealer } from './text-sealer.ts';
import { findCodeStep } from './totp.ts';

export interface CodePorts extends CounterPorts, EntryPorts {
  readonly accounts: Pick<AccountStore, 'isFactorFree' | 'confirmTotp' | 'resealTotp'>;
  readonly secrets: TextSealer;
}

/** Where a code is tried, for the budgets of wrong ones. */
export interface Spot {
  readonly place: string;
  /** Whether somebody may try although others have used up the fifty of the account. */
  readonly trust: Trust;
  /** The device, which has a few tries of its own where it is trusted, whatever others of the place did. */
  readonly device?: string | undefined;
}

interface ShownCode {
  readonly code: string;
  readonly spot: Spot;
  /** When it was typed: now, unless sso's page kept it. */
  readonly typedAtMs?: number | undefined;
  readonly where: Where;
  /** The client that the person signs in to. */
  readonly clientId?: string;
  /** Whether only a one-time code is right. */
  readonly isTotpOnly?: boolean;
}

/**
 * Checks the one-time or recovery code of an account that needs one, under one budget for both. Answers what was shown,
 * which the statement of the act that it allows must spend (see AccountStore and WithSpentCode); undefined for an account
 * without one-time codes. Throws mfa_required without a code, invalid_credentials, throttled.
 * Source: contract part 2 "Recovery codes".
 */
export async function checkFactor(
  ports: CodePorts,
  account: Account,
  shown: ShownCode,
): Promise<Factor | undefined> {
  const { id, totpSecret } = account;
  if (totpSecret === null) return undefined;
  if (shown.code.trim() === '') throw new ApiError(errors.mfaRequired, { field: 'auth.code' });
  return withCodeBudget(ports, { id, secret: totpSecret }, shown.spot, async () => {
    const secret = ports.secrets.open(totpSecret, id);
    const factor = findFactor(ports, { secret, userId: id }, shown);
    if (factor === undefined || !(await ports.accounts.isFactorFree(id, factor)))
      throw new ApiError(errors.credentialsInvalid, { detail: 'wrong or used code' });
    await resealTotp(ports, id, totpSecret);
    return factor;
  });
}

/** What a code would be if it is right; undefined for one that is neither of the two. */
function findFactor(
  ports: EntryPorts,
  owner: { readonly secret: string; readonly userId: string },
  { code, where, clientId, typedAtMs = ports.now(), isTotpOnly = false }: ShownCode,
): Factor | undefined {
  const step = findCodeStep(owner.secret, code, typedAtMs);
  if (step !== undefined) return { kind: 'totp', step };
  const recovery = isTotpOnly ? undefined : readRecoveryCode(code);
  if (recovery === undefined) return undefined;
  const event = { event: 'recovery_code.used', userId: owner.userId } as const;
  const row = createEntry(ports, { ...event, ...(clientId !== undefined && { clientId }) }, where);
  return { kind: 'recovery', hash: hashRecoveryCode(owner, recovery), row };
}

/** As {@link checkFactor} for a signed-in caller, whose sign-in ends by too many. Logs a rejection. */
export async function checkFactorInSession(
  ports: CodePorts & GuessPorts,
  caller: SignedInPerson,
  code: string,
  { origin, isTotpOnly = false }: { readonly origin: Origin; readonly isTotpOnly?: boolean },
): Promise<Factor | undefined> {
  // No code was right then, so no count is set to zero.
  if (caller.account.totpSecret === null) return undefined;
  const shown = { code, spot: signedIn, where: origin, isTotpOnly };
  return guessCode(ports, caller, origin, () => checkFactor(ports, caller.account, shown));
}

/** Who is signed in has tries of their own, at whatever server, which no stranger can use up. */
const signedIn: Spot = { place: 'sessions', trust: inSession };

function guessCode<Result>(
  ports: GuessPorts,
  caller: SignedInPerson,
  origin: Origin,
  check: () => Promise<Result>,
): Promise<Result> {
  const event = { event: 'account.totp_check', method: 'totp', userId: caller.account.id } as const;
  return guessInSession(ports, { caller, origin, shown: 'code' }, () =>
    logFailure(ports, event, origin, check),
  );
}

/**
 * Puts the pending secret in force after a right code of it, consumes the code's step, and writes the log row; the
 * recovery codes that it answers take the place of those before. Logs a rejection. Throws state_conflict when no secret
 * is pending or it was changed in the meantime, invalid_credentials, throttled, session_revoked.
 */
export async function confirmTotp(
  ports: CodePorts & GuessPorts & { randomBytes(size: number): Uint8Array },
  caller: Caller,
  code: string,
  { row, origin }: { readonly row: LogEntry; readonly origin: Origin },
): Promise<string[]> {
  const { id, totpPending } = caller.account;
  if (totpPending === null) throw new ApiError(errors.totpNotBegun);
  const check = async () => {
    const secret = ports.secrets.open(totpPending, id);
    const step = findCodeStep(secret, code, ports.now());
    if (step === undefined) throw new ApiError(errors.credentialsInvalid, { detail: 'wrong one-time code' });
    const { codes, hashes } = makeRecoveryCodes({ secret, userId: id }, (size) => ports.randomBytes(size));
    assertInTime(origin);
    const confirmed = { sealed: totpPending, step, recoveryHashes: hashes };
    if (!(await ports.accounts.confirmTotp(id, confirmed, row))) throw new ApiError(errors.stateConflict);
    return codes;
  };
  return guessCode(ports, caller, origin, () =>
    withCodeBudget(ports, { id, secret: totpPending }, signedIn, check),
  );
}

/** Whose codes are tried. The short budget ends with the secret that they are of. */
interface CodeOwner {
  readonly id: string;
  readonly secret: string;
}

/**
 * Checks a one-time code under the budgets of its account: a few wrong codes in a short time for each place, with as many
 * for who is trusted there, and fifty in 30 days everywhere, after which only a trusted caller may try. The attempt is
 * counted only if the code was wrong; a right code forgets the fifty, and the few of its place. Throws throttled.
 * Source: contract part 2 "Passwords, codes, throttling".
 */
async function withCodeBudget<Result>(
  ports: CodePorts,
  owner: CodeOwner,
  { place, device, trust }: Spot,
  check: () => Promise<Result>,
): Promise<Result> {
  const { attempts, counterOf } = ports;
  const fewOf = (name: string) => counterOf('oneTimeCode', owner.id, owner.secret, name);
  const here = fewOf(place);
  const kept = device === undefined ? [] : [fewOf(`device ${device}`)];
  const many = counterOf('manyCodes', owner.id);
  const all = [many, here, ...kept];
  const slot = ports.newId();
  let isTried = false;
  try {
    const fewMs = await holdFew(attempts, { here, kept, trust }, slot);
    const manyMs = await (fewMs > 0 ? attempts.waitMs([many]) : attempts.hold([many], slot));
    assertNoWait(Math.max(fewMs, manyMs > 0 && !(await trust()) ? manyMs : 0));
    isTried = true;
    const result = await check();
    await attempts.clear(all);
    return result;
  } catch (error) {
    // Who is refused before the check has tried no code, and must not use up the few tries of who is trusted.
    if (!isTried || !isVerdict(error)) await attempts.release(all, slot);
    throw error;
  }
}

/** Where others have used up the few of a place, a device that is trusted there has a few of its own. */
async function holdFew(
  attempts: Attempts,
  { here, kept, trust }: { readonly here: Counter; readonly kept: readonly Counter[]; readonly trust: Trust },
  slot: string,
): Promise<number> {
  const waitMs = await attempts.hold([here], slot);
  return waitMs > 0 && kept.length > 0 && (await trust()) ? attempts.hold(kept, slot) : waitMs;
}

/** Forgets the wrong codes of an account whose one-time codes an operator has turned off; the few ended with its secret. */
export async function clearCodeBudgets(
  { attempts, counterOf }: CounterPorts,
  accountId: string,
): Promise<void> {
  await attempts.clear([counterOf('manyCodes', accountId)]);
}
