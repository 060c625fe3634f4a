import { ApiError } from '@latchkey/errors';
import type { AccessTokenClaims } from '@latchkey/tokens';
import { errors } from '../errors.ts';
import { assertNewPassword } from '../password/assert-new-password.ts';
import { logChange } from '../request-log/log-change.ts';
import { endVoidedSignIns, type EndSignInsPorts } from '../session/end-sign-ins.ts';
import type { MintedToken, SsoClient } from '../sibling/sso.ts';
import type { Origin } from '../sign-in/attempt.ts';
import { confirmPassword, type ConfirmPorts } from '../sign-in/confirm-password.ts';
import type { Caller } from '../token/caller.ts';
import { keptSignIn } from '../token/kept-sign-in.ts';
import { renewToken } from '../token/renew-token.ts';

export interface ChangePasswordPorts extends ConfirmPorts, EndSignInsPorts {
  readonly sso: Pick<SsoClient, 'mintToken' | 'revokeFamilies'>;
  verifyAccessToken(token: string): Promise<AccessTokenClaims>;
}

interface PasswordWish {
  readonly current: string | undefined;
  readonly wished: string;
}

/**
 * Changes the caller's password; all sign-ins but the calling one end, and all tokens but the answered one are void.
 * sso signs that token first, so that nothing has changed when it cannot. Throws invalid_value, missing_field,
 * invalid_credentials, throttled, state_conflict. Source: contract part 2 "Settled details".
 */
export async function changePassword(
  ports: ChangePasswordPorts,
  caller: Caller,
  { current, wished }: PasswordWish,
  origin: Origin,
): Promise<{ token: MintedToken; ended: number }> {
  const { account, session } = caller;
  assertNewPassword(wished, 'new_password');
  await confirmPassword(ports, account, current, origin);
  const hash = await ports.passwords.hash(wished);
  const token = await renewToken(ports, caller, origin.traceparent);
  const { iat } = await ports.verifyAccessToken(token.accessToken);
  const isChanged = await ports.accounts.setPassword(account.id, {
    hash,
    // The new token's own iat, since the clock of sso may not be this one.
    validAfter: new Date(iat * 1000),
    by: { oldHash: account.passwordHash, keptSessionId: session.id },
  });
  if (!isChanged) throw new ApiError(errors.stateConflict);
  const ended = await endVoidedSignIns(ports, account.id, origin.traceparent, keptSignIn(caller));
  await logChange(ports, { event: 'password.change', userId: account.id }, origin);
  return { token, ended };
}
