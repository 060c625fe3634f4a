import { ApiError } from '@latchkey/errors';
import type { RequestInfo } from '@latchkey/http-server';
import type { Client } from '../client/client.ts';
import type { SsoContext } from '../context.ts';
import { errors } from '../errors.ts';

/** Counts a client's request from a network; throws throttled when the budget of a minute is used up. Source: contract part 1 "Approval page". */
export async function limitClient(
  { attempts, settings, newId, outbox, now }: SsoContext,
  route: string,
  client: Client,
  { network }: RequestInfo,
): Promise<void> {
  const counter = { key: `client:${route}:${client.clientId}:${network}`, budget: settings.clientRequests };
  const waitMs = await attempts.hold([counter], newId());
  if (waitMs === 0) return;
  const data = { route, client_id: client.clientId, network };
  await outbox.append({ type: 'device.throttled', occurredAtMs: now(), data });
  throw new ApiError(errors.throttled, { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}
