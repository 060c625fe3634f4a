const names = { browser: 'latchkey-browser', session: 'latchkey-session' } as const;

export type CookieName = keyof typeof names;

/** Reads one of our cookies out of a Cookie header; over https only the `__Host-` form counts (RFC 6265bis 4.1.3.2). */
export function readCookie(
  header: string | undefined,
  name: CookieName,
  isHttps: boolean,
): string | undefined {
  const prefix = `${cookieName(name, isHttps)}=`;
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length);
  return value !== undefined && /^[A-Za-z0-9._~-]{16,256}$/.test(value) ? value : undefined;
}

/** A Set-Cookie value: this host alone, no script, sent along when a link leads here. An age of 0 removes it. */
export function writeCookie(
  name: CookieName,
  value: string,
  maxAgeSeconds: number,
  isHttps: boolean,
): string {
  const parts = [`${cookieName(name, isHttps)}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Lax'];
  return [...parts, `Max-Age=${maxAgeSeconds}`, ...(isHttps ? ['Secure'] : [])].join('; ');
}

function cookieName(name: CookieName, isHttps: boolean): string {
  return isHttps ? `__Host-${names[name]}` : names[name];
}
