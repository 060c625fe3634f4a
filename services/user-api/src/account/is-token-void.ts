import { isIssuedBefore } from '@latchkey/tokens';
import type { Account } from './account.ts';

/**
 * Whether a token was issued before its account voided its tokens; `iat` in seconds. A session that was opened since
 * has no token of before, though it might look so by iat, which is of the clock of sso.
 */
export function isTokenVoid(
  { tokensValidAfter }: Pick<Account, 'tokensValidAfter'>,
  session: { readonly tokensValidAfter?: Date | null },
  { iat }: { readonly iat: number },
): boolean {
  if (tokensValidAfter === null || session.tokensValidAfter?.getTime() === tokensValidAfter.getTime())
    return false;
  return isIssuedBefore({ iat }, tokensValidAfter.getTime());
}
