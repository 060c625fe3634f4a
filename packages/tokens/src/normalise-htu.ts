const unreserved = /[A-Za-z0-9\-._~]/;

/**
 * The address without query and fragment, normalised by syntax and scheme (RFC 3986 6.2.2 and 6.2.3, as RFC 9449 4.3
 * asks); undefined when it is no http or https address or holds credentials.
 */
export function normaliseHtu(htu: unknown): string | undefined {
  const url = typeof htu === 'string' && URL.canParse(htu) ? new URL(htu) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  return url.origin + url.pathname.replace(/%[0-9a-f]{2}/gi, normaliseEscape);
}

function normaliseEscape(escape: string): string {
  const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  return unreserved.test(character) ? character : escape.toUpperCase();
}
