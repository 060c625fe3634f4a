/**
 * Whether a token was issued before a moment; `iat` in seconds, the moment in milliseconds. As iat has no finer time,
 * a token of the very second of the moment counts as issued after it.
 */
export function isIssuedBefore({ iat }: { readonly iat: number }, momentMs: number): boolean {
  return (iat + 1) * 1000 <= momentMs;
}
