import type { Budget, Counter } from '@latchkey/attempts';
import { ApiError } from '@latchkey/contracts';
import type { RequestInfo } from '@latchkey/http-server';
import { networkOf, shareOf, siteFactor, siteOf } from '@latchkey/request-parser';
import type { SsoContext, SsoSettings } from '../context.ts';
import { errors } from '../errors.ts';
import type { Client } from '../oauth/client/client.ts';

type Route = 'device_authorization' | 'authorize' | 'relay';

/** Relays that a client makes for all its visitors, as many times as one network may cause: its server is no person. */
const visitorsOfClient = 10;

/**
 * Counts a client's device authorization for the client and the network, for the network and its IPv6 site over all
 * clients, and for the client over all networks. A visitor whom the client names is counted for the client and that
 * visitor's network, and a device authorization for the client over all networks: what a client says fills no budget of
 * a network that others share. A relay without a visitor is counted for the client. Throws throttled when one of the
 * budgets of a minute is used up; the refused request is counted in none of them. Source: contract part 1 "Limits".
 */
export async function limitClient(
  { attempts, settings, newId, outbox, now }: SsoContext,
  route: Route,
  client: Client,
  { network }: RequestInfo,
  visitorIp?: string,
): Promise<void> {
  const { clientId } = client;
  const calledAtMs = now();
  const calls = listCounters(settings, route, clientId, network, visitorIp).map((counters) =>
    counters.map((counter) => ({ ...counter, calledAtMs })),
  );
  const slot = newId();
  const waits = await Promise.all(calls.map((counters) => attempts.hold(counters, slot)));
  const waitMs = Math.max(...waits);
  if (waitMs === 0) return;
  const held = calls.filter((_counters, at) => waits[at] === 0);
  await Promise.all(held.map((counters) => attempts.release(counters, slot)));
  await outbox.append('device.throttled', { route, client_id: clientId, network });
  throw new ApiError(errors.throttled, { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

/**
 * The counters, grouped by the calls that change them. One call can only change counters in one hash slot of a Redis
 * Cluster; the braces put the counters of a network, its site's and their windows into one slot.
 */
function listCounters(
  { clientRequests, networkRequests, authorizeRequests, clientTotalRequests: all }: SsoSettings,
  route: Route,
  clientId: string,
  network: string,
  visitorIp: string | undefined,
): Counter[][] {
  const isTotalCounted = route === 'device_authorization' && all.limit > 0;
  const total = isTotalCounted ? [[{ key: `client-total:${route}:{${clientId}}`, budget: all }]] : [];
  if (visitorIp !== undefined) {
    const key = `visitor:${route}:{${networkOf(visitorIp)}}:${clientId}`;
    return [[{ key, budget: clientRequests }], ...total];
  }
  if (route === 'relay')
    return [[{ key: `client:relay:{${clientId}}`, budget: times(clientRequests, visitorsOfClient) }]];
  if (route === 'authorize') {
    const key = `client:authorize:{${network}}:${clientId}`;
    return [[{ key, budget: times(authorizeRequests, shareOf(network)) }]];
  }
  const share = shareOf(network);
  const site = siteOf(network);
  const name = `${route}:{${site ?? network}}`;
  const ofNetwork: Counter[] = [
    { key: `client:${name}:${network}:${clientId}`, budget: times(clientRequests, share) },
    { key: `clients:${name}:${network}`, budget: times(networkRequests, share) },
  ];
  if (site !== undefined)
    ofNetwork.push({ key: `clients:${name}`, budget: times(networkRequests, siteFactor) });
  return [ofNetwork, ...total];
}

function times(budget: Budget, factor: number): Budget {
  return { ...budget, limit: budget.limit * factor };
}
