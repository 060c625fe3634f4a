/**
 * The tokens_valid_after of a change that is made now: the whole second, since iat has no finer one and a token that
 * is issued right after the change must be good. Tokens of that same second end with their sessions.
 */
export function voidTokensFrom(nowMs: number): Date {
  return new Date(Math.floor(nowMs / 1000) * 1000);
}
