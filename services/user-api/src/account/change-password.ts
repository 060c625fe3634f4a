import { ApiError } from '@latchkey/errors';
import type { AccessTokenClaims } from '@latchkey/tokens';
import { errors } from '../errors.ts';
import { assertNewPassword } from '../password/assert-new-password.ts';
import { logEvent } from '../request-log/log-event.ts';
import { endVoidedSignIns, type EndSignInsPorts } from '../session/end-sign-ins.ts';
import type { MintedToken, SsoClient } from '../sibling/sso.ts';
import type { Origin } from '../sign-in/attempt.ts';
import { confirmPassword, type ConfirmPorts, type ShownPassword } from '../sign-in/confirm-password.ts';
import type { Caller } from '../token/caller.ts';
import { keptSignIn } from '../token/kept-sign-in.ts';
import { renewToken } from '../token/renew-token.ts';

export interface ChangePasswordPorts extends ConfirmPorts, EndSignInsPorts {
  readonly sso: Pick<SsoClient, 'mintToken' | 'revokeFamilies'>;
  verifyAccessToken(token: string): Promise<AccessTokenClaims>;
}

/**
 * Changes the caller's password; all sign-ins but the calling one end, and all tokens but the answered one are void.
 * sso signs that token first, so that nothing has changed when it cannot. Throws invalid_value, missing_field,
 * invalid_credentials, throttled, state_conflict. Source: contract part 2 "Settled details".
 */
export async function changePassword(
  ports: ChangePasswordPorts,
  caller: Caller,
  shown: ShownPassword,
  wished: string,
  origin: Origin,
): Promise<{ token: MintedToken; ended: number }> {
  const { account, session } = caller;
  assertNewPassword(wished, 'new_password');
  await confirmPassword(ports, account, shown, origin);
  const hash = await ports.passwords.hash(wished);
  const token = await renewToken(ports, caller, origin.traceparent);
  const { iat } = await ports.verifyAccessToken(token.accessToken);
  const isChanged = await ports.accounts.setPassword(account.id, {
    hash,
    // No later than the second of the new token, as the clock of sso may not be this one.
    validAfter: new Date(Math.min(ports.now(), iat * 1000 + 999)),
    by: { oldHash: account.passwordHash, keptSessionId: session.id },
  });
  if (!isChanged) throw new ApiError(errors.stateConflict);
  const ended = await endVoidedSignIns(ports, account.id, origin.traceparent, keptSignIn(caller));
  await logEvent(ports, { event: 'password.change', userId: account.id }, origin);
  return { token, ended };
}
