import type { ErrorSpec } from '@latchkey/contracts';
import { errors } from '../../errors.ts';
import type { AccountProblem } from '../../people/page/account/account-view.ts';
import { failures, passwordFailures, type Outcome } from '../pages/outcome.ts';

/** How each problem is said as JSON. */
const problemFailures: Record<AccountProblem['kind'], ErrorSpec> = {
  throttled: errors.throttled,
  credentials_invalid: failures.credentials_invalid,
  password_missing: failures.password_missing,
  ...passwordFailures,
  name_refused: errors.nameRefused,
  code_invalid: errors.badCredentials,
  email_invalid: errors.emailInvalid,
  last_owner: errors.lastOwner,
  owner_of: errors.lastOwner,
  last_root: errors.lastRoot,
  unverified: errors.addressUnverified,
  changed_meanwhile: errors.stateConflict,
  passkey_refused: errors.passkeyRefused,
  passkey_full: errors.stateConflict,
  passkey_needed: errors.passkeyNeeded,
  secret_missing: errors.secretMissing,
  secret_long: errors.secretLong,
  link_wrong: errors.linkWrong,
  drop_made: errors.stateConflict,
  drop_ended: errors.dropEnded,
  drops_full: errors.dropsFull,
  drop_unknown: errors.outcomeUnknown,
  drops_down: errors.temporarilyUnavailable,
};

export function failureOf({ kind, retryAfterSeconds }: AccountProblem): Omit<Outcome, 'view'> {
  const failure = problemFailures[kind];
  return { failure, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}
