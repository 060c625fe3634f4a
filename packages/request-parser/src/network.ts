import { BlockList, isIPv4, isIPv6, SocketAddress } from 'node:net';

const mappedIPv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The address of a caller whom nobody can name. It is in no network, and equal to no other one. Source: RFC 7239 6. */
export const unknownAddress = 'unknown';

/** Whether a hop may say who called it: its address, and how many hops are between it and this process. */
type Trust = (address: string, hop: number) => boolean;

/**
 * The caller's address: that of the last hop which is not trusted to name another one. A trusted proxy's X-Forwarded-For
 * is read in all forms of RFC 7239 6, and empty elements are passed over (RFC 9110 5.6.1). Where what it says names
 * nobody, the caller is unknown: neither the text nor the proxy's own address is the caller's.
 */
export function callerAddress(
  forwarded: string | undefined,
  socket: string | undefined,
  isTrusted: Trust,
): string {
  let address = canonicalAddress(socket ?? '') ?? unknownAddress;
  if (forwarded === undefined || !isTrusted(address, 0)) return address;
  const named = forwarded.split(',').filter((element) => element.trim() !== '');
  address = unknownAddress;
  for (const [hop, node] of named.toReversed().entries()) {
    address = addressOfNode(node) ?? unknownAddress;
    if (!isTrusted(address, hop + 1)) break;
  }
  return address;
}

/** Forms of RFC 7239 6: an IPv4 address, or an IPv6 one in brackets, and a port, which may be obfuscated. */
const nodeForm = /^(?:\[([^\]]*)\]|([\d.]+))(?::(?:\d{1,5}|_[\w.-]+))?$/;

/** The address in an element of X-Forwarded-For, where IPv6 is also written bare; undefined for one that names nobody. */
function addressOfNode(element: string): string | undefined {
  const trimmed = element.trim();
  const quoted = /^"(.*)"$/.exec(trimmed)?.[1];
  const node = quoted === undefined ? trimmed : quoted.replace(/\\(.)/g, '$1');
  const [, ipv6, ipv4] = nodeForm.exec(node) ?? [];
  if (ipv6 !== undefined) return isIPv6(ipv6) ? canonicalAddress(ipv6) : undefined;
  return canonicalAddress(ipv4 ?? node);
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
 * a whole /64. All whose address is unknown share one name. Source: contract part 0 "Budgets".
 */
export function networkOf(address: string): string {
  const ipv4 = readableAddress(address);
  if (isIPv4(ipv4)) return `${ipv4.slice(0, ipv4.lastIndexOf('.'))}.0/24`;
  const [bare = ''] = address.split('%');
  return isIPv6(bare) ? `${expandHead(bare).join(':')}::/64` : unknownAddress;
}

/** A site of IPv6 has this many times the limit of one of its networks. */
export const siteFactor = 16;

/** How many times the limit of a network this one has: those without an address are many people. */
export function shareOf(network: string): number {
  return network === unknownAddress ? siteFactor : 1;
}

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

/** Reads addresses and CIDR networks, with commas or semicolons between them, whose form is checked. */
export function readNetworks(text: string): BlockList {
  const list = new BlockList();
  for (const network of text.split(/[,;]/).filter((one) => one.trim() !== '')) {
    const [address = '', prefix] = network.trim().split('/');
    const family = familyOf(address);
    list.addSubnet(address, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return list;
}

/** The family of an address, as a BlockList asks for it. */
export function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}
