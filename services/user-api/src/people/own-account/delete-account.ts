import { ApiError } from '@latchkey/contracts';
import type { Account } from '../../accounts/account.ts';
import { keepNone } from '../../accounts/voiding.ts';
import { assertInTime, errors, missing } from '../../errors.ts';
import { createEntry } from '../../request-log/log-event.ts';
import type { LogEntry, Origin } from '../../request-log/request-log.ts';
import { announceVoiding, endConsents, type EndSignInsPorts } from '../../sessions/end-sessions.ts';
import type { Caller } from '../../sessions/session.ts';
import { confirmPassword, type ConfirmPorts } from '../../signing-in/password/confirm-password.ts';
import { checkFactorInSession, type CodePorts } from '../../signing-in/totp/check-code.ts';
import { assertNoHold, type OwnAccountStore } from './own-account.ts';

type DeletePorts = ConfirmPorts &
  CodePorts &
  EndSignInsPorts & { readonly ownAccounts: Pick<OwnAccountStore, 'findHold' | 'delete'> };

export interface ShownFactors {
  readonly 'auth.pass'?: string;
  readonly 'auth.code'?: string;
}

/**
 * Deletes the account of a signed-in caller. sso ends its consents and families first: if it cannot, nothing has changed,
 * and if the rest fails, the person signs in and does it again. Throws missing_field, fresh_code_required, state_conflict,
 * invalid_credentials, throttled, overloaded, session_revoked. Source: contract part 2 "Own data".
 */
export async function deleteAccount(
  ports: DeletePorts,
  caller: Caller,
  { 'auth.code': typed = '', ...shown }: ShownFactors,
  origin: Origin,
): Promise<void> {
  const { account } = caller;
  const code = typed.trim();
  if (shown['auth.pass'] === undefined) throw missing('auth.pass');
  if (account.totpSecret !== null && code === '')
    throw new ApiError(errors.freshCodeRequired, { field: 'auth.code' });
  assertNoHold(await ports.ownAccounts.findHold(account.id));
  await confirmPassword(ports, caller, shown, origin);
  const factor = await checkFactorInSession(ports, caller, code, { origin });
  const { traceparent } = origin;
  const ending = { userId: account.id, reason: 'user', kept: keepNone, traceparent } as const;
  await endConsents(ports, ending);
  assertInTime(origin);
  const row = createEntry(ports, { event: 'account.delete', userId: account.id }, origin);
  const ended = await ports.ownAccounts.delete({ account, factor, row: toFormerAddress(row, account) });
  await announceVoiding(ports, ending, ended);
}

/** The notice is sent to the address that the account had, where it was verified. */
function toFormerAddress({ notice, ...row }: LogEntry, account: Account): LogEntry {
  if (notice === undefined || account.emailVerifiedAt === null) return row;
  const { email: recipient, locale } = account;
  return { ...row, notice: { ...notice, recipient, ...(locale !== null && { locale }) } };
}
