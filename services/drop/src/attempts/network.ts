import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network an address belongs to, as limits count: /24 of IPv4 (mapped into IPv6 too), /64 of IPv6. What is no
 * address is a network of its own.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;
  if (isIPv4(mapped)) return `${mapped.split('.').slice(0, 3).join('.')}.0/24`;
  const [address = ''] = mapped.split('%');
  if (!isIPv6(address)) return mapped;
  const [head = '', tail] = address.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  // An address that ends in dotted IPv4 has one group more than it has parts.
  const written = front.length + back.length + (address.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? 0 : 8 - written;
  const groups = [...front, ...Array<string>(zeros).fill('0'), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
