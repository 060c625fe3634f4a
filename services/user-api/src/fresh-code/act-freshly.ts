import { ApiError, groupFields } from '@latchkey/contracts';
import { errors } from '../errors.ts';
import { confirmPassword, type ConfirmPorts } from '../password/confirm-password.ts';
import { passwordField } from '../password/passwords.ts';
import type { Origin } from '../request-log/request-log.ts';
import type { Caller } from '../session/session.ts';
import { checkFactorInSession, type CodePorts } from '../totp/check-code.ts';
import type { ActStores, WithSpentCode } from './act-stores.ts';

/**
 * The routes that give power or a way in, which outlast the ten minutes of an operator's token; of the routes under
 * /oauth and of those of an org only what an operator alone may do. Source: contract part 0 "Fresh codes".
 */
export const freshCodePaths = [
  '/admin/api/create',
  '/admin/api/update',
  '/admin/user/create',
  '/admin/user/set_kind',
  '/admin/user/reset_password',
  '/admin/user/reset_totp',
  '/admin/user/verify_email',
  '/admin/org/member_add',
  '/admin/org/invite',
  '/oauth/clients/create',
  '/oauth/clients/update',
  '/oauth/clients/rotate_secret',
  '/oauth/clients/connections/add',
  '/oauth/clients/connections/accept',
] as const;

/** Most callers leave it out, so the examples do. */
const { examples: _examples, ...unshownPassword } = passwordField;

/** What an operator shows again. */
export const freshFields = groupFields('FreshFactors', {
  'auth.code': {
    type: 'string',
    description: 'A new one-time code of the operator, for an act that gives power or a way in',
  },
  'auth.pass': {
    ...unshownPassword,
    description: 'Instead of the code, of an operator without one-time codes',
  },
});

export const freshErrors = [
  errors.freshCodeRequired,
  errors.credentialsInvalid,
  errors.throttled,
  errors.overloaded,
];

export type FreshPorts = ActStores & CodePorts & ConfirmPorts & { readonly withSpentCode: WithSpentCode };

export interface ShownAgain {
  readonly 'auth.code'?: string | undefined;
  readonly 'auth.pass'?: string | undefined;
}

/** An operator, what they show again, and from where. */
export interface Fresh {
  readonly caller: Caller;
  readonly shown: ShownAgain;
  readonly origin: Origin;
}

/**
 * Does an act of an operator that gives power or a way in, once the operator has shown a new one-time code, or the
 * password where the account has no codes. The code is spent in the act's own transaction: one that throws, or answers
 * false or undefined since it changed nothing, spends nothing. False for `fresh`: this act needs no code. Throws
 * fresh_code_required, invalid_credentials, throttled, overloaded, session_revoked.
 */
export async function actFreshly<Result>(
  ports: FreshPorts,
  fresh: Fresh | false,
  act: (stores: ActStores) => Promise<Result>,
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
