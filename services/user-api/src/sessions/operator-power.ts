import { ApiError, type ErrorDetails } from '@latchkey/contracts';
import { rightsOf, scopeMissing } from '@latchkey/tokens';
import { isOperator } from '../accounts/account.ts';
import { errors } from '../errors.ts';
import type { Caller } from './session.ts';

/**
 * Whether a caller may do what only operators may do: the account is an operator now, and the token holds admin. A
 * member token never does: it speaks for its org only. Source: contract part 0 "Scopes and rights".
 */
export function hasOperatorPower({ account, claims }: Pick<Caller, 'account' | 'claims'>): boolean {
  return isOperator(account) && rightsOf(claims).includes('admin');
}

/** Throws insufficient_scope to an operator whose token does not hold admin, forbidden to anybody else. */
export function assertOperatorPower(caller: Caller, details: ErrorDetails = {}): void {
  if (hasOperatorPower(caller)) return;
  const isWeakToken = isOperator(caller.account) && caller.member === null;
  throw new ApiError(isWeakToken ? scopeMissing('admin') : errors.forbidden, details);
}
