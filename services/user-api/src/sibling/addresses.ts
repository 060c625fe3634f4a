import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { familyOf, readNetworks } from '@latchkey/request-parser';

/** What is not global unicast, of IPv4; and of what IPv6 calls so, what is something else. Source: IANA's registries. */
const special = readNetworks(
  `0.0.0.0/8,10.0.0.0/8,100.64.0.0/10,127.0.0.0/8,169.254.0.0/16,172.16.0.0/12,192.0.0.0/24,192.0.2.0/24,
  192.31.196.0/24,192.52.193.0/24,192.88.99.0/24,192.168.0.0/16,192.175.48.0/24,198.18.0.0/15,198.51.100.0/24,
  203.0.113.0/24,224.0.0.0/3,2001::/23,2001:db8::/32,2002::/16,2620:4f:8000::/48,3fff::/20`,
);
/** All other IPv6 is loopback, mapped, NAT64, ULA, link-local, multicast or not given out. */
const global6 = readNetworks('2000::/3');

/**
 * Whether signals may be sent to an address: a global unicast one that is not this machine's, or one of the `opened`
 * networks. Source: contract part 2 "Signals".
 */
export function createAddressCheck(opened: string, listOwn = listOwnAddresses): (address: string) => boolean {
  const networks = readNetworks(opened);
  return (address) => {
    const family = familyOf(address);
    if (networks.check(address, family)) return true;
    const isGlobal = family === 'ipv4' || global6.check(address, family);
    return isGlobal && !special.check(address, family) && !listOwn().includes(address);
  };
}

function listOwnAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list = []) => list.map(({ address }) => address));
}

/**
 * All addresses of a name, from the name servers of the machine. The resolver of the system would take one of the four
 * threads that passwords are hashed on, for as long as a name server that somebody else runs likes.
 */
export async function resolveName(name: string): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = found.flatMap((one, at) =>
    one.status === 'fulfilled' ? one.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
  );
  const [first] = found;
  if (addresses.length === 0 && first.status === 'rejected') throw first.reason;
  return addresses;
}
