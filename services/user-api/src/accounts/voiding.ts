import { isIssuedBefore } from '@latchkey/tokens';
import type { LogEntry } from '../request-log/request-log.ts';
import type { Account } from './account.ts';

/** A change that voids the tokens issued before it, and ends all sessions but the kept ones. */
export interface Voiding {
  /** For a change that keeps a sign-in: by the clock that issues tokens. */
  readonly validAfter: Date;
  readonly kept: KeptSignIn;
  /** The row of the request log; its time is the time of the change. */
  readonly row: LogEntry;
}

export interface KeptSignIn {
  readonly sessionIds: readonly string[];
  readonly familyId: string | null;
}

export const keepNone: KeptSignIn = { sessionIds: [], familyId: null };

/**
 * Whether a token was issued before its account voided its tokens; `iat` in seconds. A session or refresh family of
 * after the change has no older tokens. One that the change kept has, and only there two times are compared: both are
 * of the clock that issues tokens. A live session is one that the change kept. That a family is live may be seconds old.
 */
export function isTokenVoid(
  {
    tokensValidAfter,
    keptFamilyId,
    keptValidAfter,
  }: Pick<Account, 'tokensValidAfter' | 'keptFamilyId' | 'keptValidAfter'>,
  { id, kind, tokensValidAfter: seen }: TokenBase,
  { iat }: { readonly iat: number },
): boolean {
  if (tokensValidAfter === null || seen?.getTime() === tokensValidAfter.getTime()) return false;
  if (keptValidAfter === null || (kind === 'device' && id !== keptFamilyId)) return true;
  return isIssuedBefore({ iat }, keptValidAfter.getTime());
}

interface TokenBase {
  readonly id: string;
  readonly kind: 'root' | 'client' | 'device';
  readonly tokensValidAfter: Date | null;
}
