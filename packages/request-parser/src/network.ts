import { isIPv4, isIPv6, SocketAddress } from 'node:net';

const mappedIPv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The caller's address. A trusted proxy's X-Forwarded-For decides, if it holds a valid address: any other text would
 * reach logs and stores. Otherwise the socket's address decides.
 */
export function callerAddress(forwarded: string | undefined, socket: string | undefined): string {
  return canonicalAddress(forwarded ?? '') ?? canonicalAddress(socket ?? '') ?? '';
}

/** The one spelling in which an address is stored and compared; undefined for a text that is none. */
export function canonicalAddress(text: string): string | undefined {
  const readable = readableAddress(text);
  // An IPv4 address that Node takes has one spelling.
  if (isIPv4(readable)) return readable;
  if (!isIPv6(text)) return undefined;
  return readableAddress(new SocketAddress({ address: text, family: 'ipv6' }).address);
}

/** An IPv4 address as people write it, also where a socket for both families hands it over inside an IPv6 one. */
function readableAddress(address: string): string {
  return mappedIPv4.exec(address)?.[1] ?? address;
}

/**
 * The network that limits count by: the /24 of an IPv4 address, the /64 of an IPv6 one, because one caller owns
 * a whole /64. Anything else is treated as one network. Source: contract part 0 "Budgets".
 */
export function networkOf(address: string): string {
  const ipv4 = readableAddress(address);
  if (isIPv4(ipv4)) return `${ipv4.slice(0, ipv4.lastIndexOf('.'))}.0/24`;
  const [bare = ''] = address.split('%');
  return isIPv6(bare) ? `${expandHead(bare).join(':')}::/64` : 'unknown';
}

/** A site of IPv6 has this many times the limit of one of its networks. */
export const siteFactor = 16;

/**
 * The /48 around an IPv6 network that {@link networkOf} names, because a provider gives a site a whole one; undefined
 * for every other network. Source: contract part 0 "Budgets".
 */
export function siteOf(network: string): string | undefined {
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : undefined;
}

/** The first four groups of an IPv6 address, without leading zeros. */
function expandHead(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  // A dotted quad at the end replaces two groups.
  const length = before.length + after.length + (address.includes('.') ? 1 : 0);
  const groups = tail === undefined ? before : [...before, ...Array<string>(8 - length).fill('0'), ...after];
  return groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
}
