/** The names in a space-separated scope (RFC 6749 3.3). */
export function splitScope(scope: string | undefined): string[] {
  return (scope ?? '').split(' ').filter((name) => name !== '');
}
