import type { ClientForSso } from './client.ts';

/** Whose client it is, as others are shown: of an address as much as its owner knows it by. */
export function registeredBy({ ownerKind: kind, ownerName: name }: ClientForSso) {
  if (kind !== 'user' || name === null) return { kind, name };
  const [first = ''] = name;
  return { kind, name: `${first}…${name.slice(name.lastIndexOf('@'))}` };
}
