import { BlockList, isIPv4 } from 'node:net';

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
