/** The names in a space-separated scope (RFC 6749 3.3), each once; none for undefined. */
export function splitScope(scope: string | undefined): string[] {
  return [...new Set((scope ?? '').split(' ').filter((name) => name !== ''))];
}
