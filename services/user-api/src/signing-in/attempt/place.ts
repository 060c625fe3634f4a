import type { Counter } from '@latchkey/attempts';
import { shareOf, siteOf, unknownAddress } from '@latchkey/request-parser';
import type { Share } from '@latchkey/secrets';
import type { RelayClaims } from '@latchkey/tokens';
import type { Account } from '../../accounts/account.ts';
import { accountName, type CounterOf } from './counters.ts';

export interface PlacePorts {
  readonly counterOf: CounterOf;
  networkOf(ip: string): string;
}

/**
 * Whom an attempt is counted with: the network of a person, or of the visitor whom a client names, or all visitors of a
 * client that names none. The network of a client's server is never one of a person.
 */
export interface Place {
  /** Names it beside an account. */
  readonly name: string;
  /** What is counted whichever account the attempt is about, in one hash slot. */
  readonly counters: readonly Counter[];
  /** The client whose visitors share the first counter. */
  readonly clientId?: string;
  /** What a device is known by here, with its user agent; undefined where those are many devices. */
  readonly device: string | undefined;
  /** How many from here may hash at a time. */
  readonly share: Share;
}

/** At the hash gate. Source: contract part 2 "Order". */
const ofNetwork = { inside: 8, outside: 64 };
const ofClient = { inside: 64, outside: 256 };
const ofAccount = { inside: 2, outside: 16 };

/** The network of an address that this installation has seen. */
export function networkPlace({ counterOf, networkOf }: PlacePorts, ip: string): Place {
  const network = networkOf(ip);
  const isUnknown = network === unknownAddress;
  return {
    name: network,
    counters: networkCounters(counterOf, network),
    device: isUnknown ? undefined : network,
    share: { name: network, ...(isUnknown ? ofClient : ofNetwork) },
  };
}

/** As {@link networkPlace} for who is signed in: it has the budgets of its account and its sign-in, and no others. */
export function sessionPlace(ports: PlacePorts, ip: string): Place {
  return { ...networkPlace(ports, ip), counters: [] };
}

/** Where the person of a payload is: sso's own page names the address, a client at most a visitor of its own. */
export function payloadPlace(ports: PlacePorts, payload: RelayClaims): Place {
  const { counterOf, networkOf } = ports;
  const { client_id: clientId, ip, visitor_ip: visitorIp } = payload;
  if (ip !== undefined) return networkPlace(ports, ip);
  const shared = counterOf('relayClient', clientId);
  if (visitorIp === undefined) {
    const name = `client ${clientId}`;
    return { name, counters: [shared], clientId, device: undefined, share: { name, ...ofClient } };
  }
  const network = networkOf(visitorIp);
  const name = `client ${clientId} ${network}`;
  // A client could name anybody: what it says uses up no budget of others.
  const counters = [shared, ...networkCounters(counterOf, network, clientId)];
  return { name, counters, clientId, device: name, share: { name, ...ofNetwork } };
}

/** The network and, in IPv6, the site that it is part of. */
function networkCounters(counterOf: CounterOf, network: string, clientId?: string): Counter[] {
  const site = siteOf(network);
  const within = clientId ?? site ?? network;
  const { key, budget } = counterOf('network', within, network);
  return [
    { key, budget: { ...budget, limit: budget.limit * shareOf(network) } },
    ...(site === undefined ? [] : [counterOf('site', within, site)]),
  ];
}

/** How many may hash for an account at a time. */
export function shareOfAccount(account: Pick<Account, 'id'>): Share {
  return { name: accountName(account), ...ofAccount };
}

/** Who hashes from a place for an account, or for a name that is none: both wait alike. */
export function sharesOf({ share }: Pick<Place, 'share'>, throttleName: string): Share[] {
  return [{ name: throttleName, ...ofAccount }, share];
}
