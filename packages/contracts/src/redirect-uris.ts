/** As many, and each as long, as a client may register of a kind. */
export const redirectLimits = { maxItems: 20, maxLength: 1024 } as const;

const loopback = ['127.0.0.1', '[::1]', 'localhost'];

/**
 * What is wrong with an address to which a client of this type wants people led back, in words that follow it; undefined
 * where it may be registered. One address has one spelling, since addresses are compared as strings. Source: RFC 8252 7,
 * RFC 9700 4.1.3, contract part 2 "Clients".
 */
export function redirectFault(type: 'public' | 'confidential', uri: string): string | undefined {
  if (!/^[\x21-\x7e]+$/.test(uri) || uri.length > redirectLimits.maxLength || !URL.canParse(uri))
    return `is no address of at most ${redirectLimits.maxLength.toLocaleString('en')} printable ASCII characters`;
  const url = new URL(uri);
  if (`${url.username}${url.password}` !== '' || /[*#]/.test(uri)) return 'has a user, a * or a fragment';
  if (url.href !== uri) return `is written ${url.href}`;
  if (isWeb(url)) return undefined;
  const web = 'is neither https, nor http on 127.0.0.1, [::1] or localhost';
  if (type === 'confidential') return web;
  return url.protocol.includes('.') ? undefined : `${web}, nor of a scheme with a dot`;
}

const isWeb = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && loopback.includes(hostname));

/**
 * Whether a request may lead people to this address: it is registered, character by character. The port is free for
 * http://127.0.0.1 and http://[::1], where an app listens on the one that it gets. Asked at /authorize, and again
 * when a code is redeemed, so that codes for an address that is taken off the list are void. Source: RFC 8252 7.3, RFC 9700 2.1.
 */
export function isRegisteredRedirect(registered: readonly string[], uri: string): boolean {
  const sent = withoutFreePort(uri);
  return URL.canParse(uri) && registered.some((one) => withoutFreePort(one) === sent);
}

function withoutFreePort(uri: string): string {
  return uri.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\])):\d{1,5}/, '$1');
}
