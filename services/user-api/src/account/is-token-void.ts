import { isIssuedBefore } from '@latchkey/tokens';
import type { Account } from './account.ts';

/** Whether a token was issued before its account voided its tokens; `iat` in seconds. */
export function isTokenVoid({ tokensValidAfter }: Pick<Account, 'tokensValidAfter'>, iat: number): boolean {
  return tokensValidAfter !== null && isIssuedBefore({ iat }, tokensValidAfter.getTime());
}
