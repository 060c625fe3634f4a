import type { Counter } from '@latchkey/attempts';
import { ApiError } from '@latchkey/contracts';
import type { RequestInfo } from '@latchkey/http-server';
import { siteFactor, siteOf } from '@latchkey/request-parser';
import type { Client } from '../client/client.ts';
import type { SsoContext, SsoSettings } from '../context.ts';
import { errors } from '../errors.ts';

/**
 * Counts a client's request from a network, and a device authorization also for the network and its IPv6 site over all
 * clients, and for the client over all networks. Throws throttled when one of the budgets of a minute is used up; the
 * refused request is counted in none of them. Source: contract part 1 "Limits".
 */
export async function limitClient(
  { attempts, settings, newId, outbox, now }: SsoContext,
  route: 'device_authorization' | 'relay',
  client: Client,
  { network }: RequestInfo,
): Promise<void> {
  const calls = listCounters(settings, route, client.clientId, network);
  const slot = newId();
  const waits = await Promise.all(calls.map((counters) => attempts.hold(counters, slot)));
  const waitMs = Math.max(...waits);
  if (waitMs === 0) return;
  await Promise.all(calls.map((counters) => attempts.release(counters, slot)));
  const data = { route, client_id: client.clientId, network };
  await outbox.append({ type: 'device.throttled', occurredAtMs: now(), data });
  throw new ApiError(errors.throttled, { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

/**
 * The counters, grouped by the calls that change them. One call can only change counters in one hash slot of a Redis
 * Cluster; the braces put the counters of a network into one slot.
 */
function listCounters(
  { clientRequests, networkRequests, clientTotalRequests }: SsoSettings,
  route: string,
  clientId: string,
  network: string,
): Counter[][] {
  const ofNetwork: Counter[] = [{ key: `client:${route}:{${network}}:${clientId}`, budget: clientRequests }];
  if (route !== 'device_authorization') return [ofNetwork];
  ofNetwork.push({ key: `clients:${route}:{${network}}`, budget: networkRequests });
  const site = siteOf(network);
  const ofSite = { ...networkRequests, limit: networkRequests.limit * siteFactor };
  const calls =
    site === undefined ? [ofNetwork] : [ofNetwork, [{ key: `clients:${route}:${site}`, budget: ofSite }]];
  if (clientTotalRequests.limit === 0) return calls;
  return [...calls, [{ key: `client-total:${route}:${clientId}`, budget: clientTotalRequests }]];
}
