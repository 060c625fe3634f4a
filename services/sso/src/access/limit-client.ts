import { ApiError } from '@latchkey/errors';
import type { RequestInfo } from '@latchkey/http-server';
import type { Client } from '../client/client.ts';
import type { SsoContext } from '../context.ts';
import { errors } from '../errors.ts';

/** Takes one of a client's requests per minute and network; throws throttled. Source: contract part 1 "Approval page". */
export async function limitClient(
  { clientRequests, outbox, now }: SsoContext,
  route: string,
  client: Client,
  { network }: RequestInfo,
): Promise<void> {
  const retryAfterSeconds = await clientRequests.take(`${route}:${client.clientId}:${network}`);
  if (retryAfterSeconds === undefined) return;
  const data = { route, client_id: client.clientId, network };
  await outbox.append({ type: 'device.throttled', occurredAtMs: now(), data });
  throw new ApiError(errors.throttled, { retryAfterSeconds });
}
