import { checkAtUserApi, type CheckParts, type SignedIn } from './password-check.ts';
import { unexpected } from './unexpected.ts';
import type { Origin } from './user-api.ts';

/** What a browser presents in place of a password. */
interface Presented {
  /** The authenticator's answer, as JSON. */
  readonly assertion: string;
  readonly challenge: string;
  /** The account that must be the passkey's; undefined for any. */
  readonly userId: string | undefined;
  /** Names the operation: of many answers to one challenge, one signs in. */
  readonly op: string;
}

type PasskeyResult =
  | SignedIn
  | { readonly outcome: 'refused' }
  /** Another answer to the challenge came before. */
  | { readonly outcome: 'spent' }
  | { readonly outcome: 'other_account' }
  | { readonly outcome: 'throttled'; readonly retryAfterSeconds: number };

/** Checks a passkey at user-api. Rejects with upstream_unavailable while user-api cannot be reached. */
export type PasskeyCheck = (presented: Presented, origin: Origin) => Promise<PasskeyResult>;

/** An answer that no authenticator gives is a wrong one to the person. */
const refusals = new Set(['invalid_credentials', 'invalid_value', 'invalid_type', 'too_large']);

/** Checks a passkey at user-api. */
export function createPasskeyCheck(parts: CheckParts): PasskeyCheck {
  return async ({ assertion, challenge, userId, op }, origin) => {
    const fields = { 'auth.method': 'passkey', 'auth.id': userId, passkey: assertion } as const;
    const checked = await checkAtUserApi(parts, { method: 'passkey', op, challenge }, fields, origin);
    if ('outcome' in checked) return checked;
    const { code, retryAfterSeconds = 60 } = checked;
    if (code === 'throttled') return { outcome: 'throttled', retryAfterSeconds };
    if (code === 'ambiguous_parameter') return { outcome: 'other_account' };
    if (code === 'payload_invalid') return { outcome: 'spent' };
    if (refusals.has(code)) return { outcome: 'refused' };
    throw unexpected(checked, 'a check of a passkey');
  };
}
