/** Makes a caller's `search` literal inside a LIKE or ILIKE pattern: escapes `%`, `_` and the escape itself. */
export function escapeLikePattern(search: string): string {
  return search.replace(/[\\%_]/g, String.raw`\$&`);
}
