import type { ClientForSso } from './client.ts';

/** Whose client it is, as others are shown: of an address as much as its owner knows it by. */
export function registeredBy({ ownerKind: kind, ownerName: name }: ClientForSso) {
  if (kind !== 'user' || name === null) return { kind, name };
  return { kind, name: maskAddress(name) };
}

/** As much of an address as its owner knows it by. */
export function maskAddress(address: string): string {
  const [first = ''] = address;
  return `${first}…${address.slice(address.lastIndexOf('@'))}`;
}
