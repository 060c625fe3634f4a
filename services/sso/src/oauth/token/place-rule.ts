import type { BlockList } from 'node:net';
import { familyOf, networkOf, readNetworks } from '@latchkey/request-parser';

/** Why a device at one of these addresses, approved or picked up at the others, gets no admin; undefined if it may. */
export type PlaceRule = (addresses: readonly string[]) => 'other_network' | 'device_off' | undefined;

/**
 * With same_network the addresses must be of one place: they have one network (an IPv4 /24, an IPv6 /64), or all of them
 * are in the networks of one place that is named. `places` has semicolons between places and commas between the networks
 * of one, as in `203.0.113.0/24,2001:db8::/48;198.51.100.7`. Source: contract part 0 "Scopes and rights".
 */
export function createPlaceRule(device: 'same_network' | 'any' | 'off', places: string): PlaceRule {
  if (device === 'off') return () => 'device_off';
  if (device === 'any') return () => undefined;
  const isOnePlace = createOnePlace(places);
  return (addresses) => (isOnePlace(addresses) ? undefined : 'other_network');
}

function createOnePlace(places: string): (addresses: readonly string[]) => boolean {
  const named = readPlaces(places);
  return (addresses) => {
    const [first = 'unknown', ...others] = addresses.map(networkOf);
    if (first !== 'unknown' && others.every((one) => one === first)) return true;
    return named.some((place) => addresses.every((address) => place.check(address, familyOf(address))));
  };
}

/**
 * Whether an address may have an operator's power at the console: it is known, and in one of the places, where any are
 * named. Source: contract part 1 "Console".
 */
export function createOperatorPlace(places: string): (address: string) => boolean {
  const named = readPlaces(places);
  return (address) =>
    networkOf(address) !== 'unknown' &&
    (named.length === 0 || named.some((place) => place.check(address, familyOf(address))));
}

function readPlaces(places: string): BlockList[] {
  return places
    .split(';')
    .filter((place) => place.trim() !== '')
    .map(readNetworks);
}
