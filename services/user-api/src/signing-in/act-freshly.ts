import { ApiError, groupFields } from '@latchkey/contracts';
import type { Membership } from '../accounts/account.ts';
import type { Factor } from '../accounts/factor.ts';
import type { PasskeyUse } from '../accounts/passkey.ts';
import { errors } from '../errors.ts';
import type { Origin } from '../request-log/request-log.ts';
import { hasOperatorPower } from '../sessions/operator-power.ts';
import type { Caller } from '../sessions/session.ts';
import { confirmPassword, type ConfirmPorts } from './password/confirm-password.ts';
import { passwordField } from './password/passwords.ts';
import { checkFactorInSession, type CodePorts } from './totp/check-code.ts';

/**
 * The acts that never ask for a code, though an operator's power allows them: they end, disable or take away. Every other
 * act does, since what it gives outlasts the ten minutes of an operator's token; so does each new route until it is listed
 * here. Source: contract part 0 "Fresh codes".
 */
export const actsWithoutCode: readonly string[] = [
  '/admin/api/archive',
  '/admin/org/invitation/withdraw',
  '/admin/org/member_remove',
  '/admin/session/revoke',
  '/admin/signal/delete',
  '/admin/user/disable',
  '/oauth/client_credentials/revoke',
  '/oauth/clients/archive',
  '/oauth/clients/connections/remove',
];

/** Most callers leave it out, so the examples do. */
const { examples: _examples, ...unshownPassword } = passwordField;

/** What a caller shows again. */
export const freshFields = groupFields('FreshFactors', {
  'auth.code': {
    type: 'string',
    description: 'A new one-time code of the caller, for an act that gives power or a way in',
  },
  'auth.pass': {
    ...unshownPassword,
    description: 'Instead of the code, of a caller without one-time codes',
  },
});

export const freshErrors = [
  errors.freshCodeRequired,
  errors.credentialsInvalid,
  errors.throttled,
  errors.overloaded,
];

/**
 * Spends what an account's person has shown and does an act, in one transaction; a recovery code has its row of the
 * request log then, and a passkey counts on. Nothing is spent when the act throws, or answers false or undefined since it changed nothing. Throws
 * invalid_credentials for what is spent.
 */
export type WithSpentCode<Stores> = <Result>(
  spent: { readonly userId: string; readonly factor: Factor | PasskeyUse },
  act: (stores: Stores) => Promise<Result>,
) => Promise<Result>;

/** With the stores that the act writes with. */
export type FreshPorts<Stores> = Stores &
  CodePorts &
  ConfirmPorts & { readonly withSpentCode: WithSpentCode<Stores> };

export interface ShownAgain {
  readonly 'auth.code'?: string | undefined;
  readonly 'auth.pass'?: string | undefined;
}

export interface Fresh {
  readonly caller: Caller;
  readonly shown: ShownAgain;
  readonly origin: Origin;
}

/**
 * Whether a role that somebody gives in an org of their own asks for a code: it manages the org, and the token is an
 * operator's, whose thief shall keep nothing.
 */
export function makesManager(caller: Caller, role: Membership['role']): boolean {
  return role !== 'member' && hasOperatorPower(caller);
}

/**
 * Does an act that gives power or a way in, once the caller has shown a new one-time code, or the password where the
 * account has no codes. The code is spent in the act's own transaction: one that throws, or answers
 * false or undefined since it changed nothing, spends nothing. False for `fresh`: this act needs no code. Throws
 * fresh_code_required, invalid_credentials, throttled, overloaded, session_revoked.
 */
export async function actFreshly<Stores, Result>(
  ports: FreshPorts<Stores>,
  fresh: Fresh | false,
  act: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  if (fresh === false) return act(ports);
  const { caller, shown, origin } = fresh;
  const { account } = caller;
  const field = account.totpSecret === null ? 'auth.pass' : 'auth.code';
  const { [field]: given = '' } = shown;
  if (given.trim() === '') throw new ApiError(errors.freshCodeRequired, { field });
  const factor = await checkFactorInSession(ports, caller, given, { origin, isTotpOnly: true });
  if (factor !== undefined) return ports.withSpentCode({ userId: account.id, factor }, act);
  await confirmPassword(ports, caller, { 'auth.pass': given }, origin);
  return act(ports);
}
