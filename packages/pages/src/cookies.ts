import { parseCookie, stringifySetCookie } from 'cookie';

/**
 * Reads a cookie of a page out of a Cookie header; undefined for a value that no page can have set. Over https only
 * the `__Host-` form is accepted (RFC 6265bis 4.1.3.2). `longest` is in characters.
 */
export function readCookie(
  header: string | undefined,
  name: string,
  isHttps: boolean,
  longest = 256,
): string | undefined {
  const value = parseCookie(header ?? '', { decode: (text) => text })[cookieName(name, isHttps)];
  const isOurs = value !== undefined && /^[A-Za-z0-9._~-]{16,}$/.test(value) && value.length <= longest;
  return isOurs ? value : undefined;
}

/**
 * A Set-Cookie value. Only this host receives the cookie, and no script can read it; the browser also sends it when a
 * person follows a link from another site. An age of 0 removes it.
 */
export function writeCookie(name: string, value: string, maxAge: number, isHttps: boolean): string {
  const attributes = { maxAge, path: '/', httpOnly: true, secure: isHttps, sameSite: 'lax' } as const;
  return stringifySetCookie(cookieName(name, isHttps), value, attributes);
}

function cookieName(name: string, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name;
}
