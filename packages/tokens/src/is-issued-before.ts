/**
 * Whether a token was issued before a moment; `iat` in seconds, the moment in milliseconds. As iat has whole seconds,
 * a token of the same second counts as issued after the moment.
 */
export function isIssuedBefore({ iat }: { readonly iat: number }, momentMs: number): boolean {
  return (iat + 1) * 1000 <= momentMs;
}
