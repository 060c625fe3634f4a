import { parseCookie, stringifySetCookie } from 'cookie';

const names = { browser: 'latchkey-browser', session: 'latchkey-session' } as const;

export type CookieName = keyof typeof names;

/**
 * Reads one of sso's cookies out of a Cookie header; undefined for a value that sso cannot have set. Over https only
 * the `__Host-` form is accepted (RFC 6265bis 4.1.3.2).
 */
export function readCookie(
  header: string | undefined,
  name: CookieName,
  isHttps: boolean,
): string | undefined {
  const value = parseCookie(header ?? '', { decode: (text) => text })[cookieName(name, isHttps)];
  return value !== undefined && /^[A-Za-z0-9._~-]{16,256}$/.test(value) ? value : undefined;
}

/**
 * A Set-Cookie value. Only this host receives the cookie, and no script can read it; the browser also sends it when a
 * person follows a link from another site. An age of 0 removes it.
 */
export function writeCookie(name: CookieName, value: string, maxAge: number, isHttps: boolean): string {
  const attributes = { maxAge, path: '/', httpOnly: true, secure: isHttps, sameSite: 'lax' } as const;
  return stringifySetCookie(cookieName(name, isHttps), value, attributes);
}

function cookieName(name: CookieName, isHttps: boolean): string {
  return isHttps ? `__Host-${names[name]}` : names[name];
}
