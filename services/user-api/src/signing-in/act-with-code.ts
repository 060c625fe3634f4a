import { ApiError } from '@latchkey/contracts';
import { isOperator } from '../accounts/account.ts';
import { assertInTime, errors, missing } from '../errors.ts';
import type { Fresh, FreshPorts } from './act-freshly.ts';
import { confirmPassword } from './password/confirm-password.ts';
import { passwordField } from './password/passwords.ts';
import { checkFactorInSession } from './totp/check-code.ts';

/** What a person shows again before the codes of their account change. */
export const codeFields = {
  'auth.pass': { ...passwordField, description: 'Current password' },
  'auth.code': { type: 'string', minLength: 1, description: 'A one-time or recovery code' },
} as const;

export const codeErrors = [
  errors.fieldMissing,
  errors.credentialsInvalid,
  errors.throttled,
  errors.totpOff,
  errors.stateConflict,
];

/**
 * Does an act on the codes of the caller's own account, once the caller has shown the password and a one-time or recovery
 * code; an operator a one-time code. The code is spent in the act's own transaction: one that throws, or answers false or undefined since it changed
 * nothing, spends nothing. Throws missing_field, state_conflict, invalid_credentials, throttled, session_revoked.
 * Source: contract part 2 "Recovery codes".
 */
export async function actWithCode<Stores, Result>(
  ports: FreshPorts<Stores>,
  { caller, shown, origin }: Fresh,
  act: (stores: Stores) => Promise<Result | false | undefined>,
): Promise<Result> {
  const { account } = caller;
  const { 'auth.code': code } = shown;
  if (account.totpSecret === null) throw new ApiError(errors.totpOff);
  if (code === undefined) throw missing('auth.code');
  await confirmPassword(ports, caller, shown, origin);
  // Else a mailbox and recovery codes lead to a new authenticator, and with it to an operator's power.
  const isTotpOnly = isOperator(account);
  const factor = await checkFactorInSession(ports, caller, code, { origin, isTotpOnly });
  if (factor === undefined) throw new ApiError(errors.totpOff);
  assertInTime(origin);
  const result = await ports.withSpentCode({ userId: account.id, factor }, act);
  if (result === false || result === undefined) throw new ApiError(errors.stateConflict);
  return result;
}
