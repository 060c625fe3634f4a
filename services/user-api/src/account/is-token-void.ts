import { isIssuedBefore } from '@latchkey/tokens';
import type { Account } from './account.ts';

/**
 * Whether a token was issued before its account voided its tokens; `iat` in seconds. What has begun since has no token
 * of before, though it might look so by iat, which is of the clock of sso.
 */
export function isTokenVoid(
  { tokensValidAfter }: Pick<Account, 'tokensValidAfter'>,
  { createdAt }: { readonly createdAt: Date | null },
  { iat }: { readonly iat: number },
): boolean {
  if (tokensValidAfter === null || (createdAt !== null && createdAt >= tokensValidAfter)) return false;
  return isIssuedBefore({ iat }, tokensValidAfter.getTime());
}
