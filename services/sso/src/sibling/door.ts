import { doorCalls, type Contract, type SentFields } from '@latchkey/contracts';
import type { ServiceAnswer, ServiceClient } from '@latchkey/contracts/service-client';
import type { Link, LinkPurpose } from '../people/sign-in/door-link.ts';
import { unexpected } from './unexpected.ts';
import type { Origin } from './user-api.ts';

/**
 * Asks user-api for a person who follows a link. Rejects with upstream_unavailable when user-api gives no valid answer.
 * Source: contract part 1 "Doors".
 */
export type AskDoor = <Called extends Contract>(
  to: Called,
  body: SentFields<Called['input']>,
  origin: Pick<Origin, 'traceparent'>,
) => Promise<ServiceAnswer<Called>>;

/** The client of user-api's links. */
export function createAskDoor(call: ServiceClient): AskDoor {
  return (to, body, { traceparent }) => call({ to, body, traceparent });
}

/** The link behind a token; undefined where it is unknown, used, over or for another page. */
export async function viewLink(
  askDoor: AskDoor,
  token: string,
  purpose: LinkPurpose,
  origin: Pick<Origin, 'traceparent'>,
): Promise<Link | undefined> {
  const answer = await askDoor(doorCalls.viewLink, { token }, origin);
  if (answer.ok) return answer.data.purpose === purpose ? answer.data : undefined;
  if (answer.code === 'not_found') return undefined;
  throw unexpected(answer, 'a link');
}
