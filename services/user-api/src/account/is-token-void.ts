import type { Account } from './account.ts';

/**
 * Whether a token was issued before its account voided its tokens; `iat` in seconds. As iat has no finer time, a token
 * of the very second of the change counts as issued after it: what it stands on has ended all the same.
 */
export function isTokenVoid({ tokensValidAfter }: Pick<Account, 'tokensValidAfter'>, iat: number): boolean {
  return tokensValidAfter !== null && (iat + 1) * 1000 <= tokensValidAfter.getTime();
}
