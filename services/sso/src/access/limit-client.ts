import type { Budget, Counter } from '@latchkey/attempts';
import { ApiError } from '@latchkey/contracts';
import type { RequestInfo } from '@latchkey/http-server';
import { networkOf, siteFactor, siteOf } from '@latchkey/request-parser';
import type { Client } from '../client/client.ts';
import type { SsoContext, SsoSettings } from '../context.ts';
import { errors } from '../errors.ts';

/**
 * Counts a client's request from a network, and a device authorization also for the network and its IPv6 site over all
 * clients, and for the client over all networks. One for a visitor whom the client names is counted for the client and
 * that visitor's network, and for the client over all networks: what a client says fills no budget of a network that
 * others share. Throws throttled when one of the budgets of a minute is used up; the refused request is counted in none
 * of them. Source: contract part 1 "Limits".
 */
export async function limitClient(
  { attempts, settings, newId, outbox, now }: SsoContext,
  route: 'device_authorization' | 'relay',
  client: Client,
  { network }: RequestInfo,
  visitorIp?: string,
): Promise<void> {
  const { clientId } = client;
  const calls =
    visitorIp === undefined
      ? listCounters(settings, route, clientId, network)
      : listVisitorCounters(settings, clientId, networkOf(visitorIp));
  const slot = newId();
  const waits = await Promise.all(calls.map((counters) => attempts.hold(counters, slot)));
  const waitMs = Math.max(...waits);
  if (waitMs === 0) return;
  await Promise.all(calls.map((counters) => attempts.release(counters, slot)));
  const data = { route, client_id: clientId, network };
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
  return [...calls, ...listTotal(clientTotalRequests, clientId)];
}

function listVisitorCounters(
  { clientRequests, clientTotalRequests }: SsoSettings,
  clientId: string,
  network: string,
): Counter[][] {
  const ofVisitor = { key: `visitor:{${network}}:${clientId}`, budget: clientRequests };
  return [[ofVisitor], ...listTotal(clientTotalRequests, clientId)];
}

function listTotal(budget: Budget, clientId: string): Counter[][] {
  return budget.limit === 0 ? [] : [[{ key: `client-total:device_authorization:${clientId}`, budget }]];
}
