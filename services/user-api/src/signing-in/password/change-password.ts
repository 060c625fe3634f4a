import { ApiError } from '@latchkey/contracts';
import { errors } from '../../errors.ts';
import { createEntry } from '../../request-log/log-event.ts';
import type { Origin } from '../../request-log/request-log.ts';
import { announceVoiding, keptSignIn, type EndSignInsPorts } from '../../sessions/end-sessions.ts';
import type { SessionStore } from '../../sessions/session-store.ts';
import { renewToken } from '../../sessions/session-token.ts';
import type { Caller } from '../../sessions/session.ts';
import type { MintedToken, SsoClient } from '../../sibling/sso.ts';
import { shareOfAccount } from '../attempt/place.ts';
import { assertNewPassword, isSamePassword, refusePassword } from './assert-new-password.ts';
import { confirmPassword, type ConfirmPorts, type ShownPassword } from './confirm-password.ts';
import type { Passwords } from './passwords.ts';

interface ChangePasswordPorts extends ConfirmPorts, EndSignInsPorts {
  readonly sessions: Pick<SessionStore, 'confirm' | 'revoke' | 'revokeAll'>;
  readonly passwords: Passwords;
  readonly sso: Pick<SsoClient, 'mintToken' | 'revokeFamilies'>;
}

/**
 * Changes the caller's password. All sign-ins but the calling one end, and its older tokens are void. sso signs the new
 * token first: if it cannot, nothing has changed. Throws invalid_value, missing_field,
 * invalid_credentials, throttled, state_conflict. Source: contract part 2 "Settled details".
 */
export async function changePassword(
  ports: ChangePasswordPorts,
  caller: Caller,
  shown: ShownPassword,
  newPassword: string,
  origin: Origin,
): Promise<{ token: MintedToken; ended: number }> {
  const { account } = caller;
  const { id: userId } = account;
  const wanted = { field: 'new_password', rules: ports.passwords };
  assertNewPassword(newPassword, { ...wanted, owner: account });
  await confirmPassword(ports, caller, shown, origin);
  if (isSamePassword(newPassword, shown['auth.pass'])) throw refusePassword('same', wanted);
  const hash = await ports.passwords.by([shareOfAccount(account)]).hash(newPassword);
  const token = await renewToken(ports, caller, origin.traceparent);
  const kept = keptSignIn(caller);
  const ended = await ports.accounts.setPassword(userId, {
    hash,
    over: account,
    // By the clock of sso, since sso sets the times of issue that are compared with it.
    validAfter: new Date(token.issuedAtMs),
    kept,
    row: createEntry(ports, { event: 'password.change', userId }, origin),
  });
  if (ended === undefined) throw new ApiError(errors.stateConflict);
  const { traceparent } = origin;
  return { token, ended: await announceVoiding(ports, { userId, reason: 'user', kept, traceparent }, ended) };
}
