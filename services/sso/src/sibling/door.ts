import { ApiError, doorCalls, type Contract, type SentFields } from '@latchkey/contracts';
import type { Refusal, ServiceAnswer, ServiceClient } from '@latchkey/contracts/service-client';
import { errors } from '../errors.ts';
import type { Link, LinkPurpose } from '../sign-in/door-link.ts';
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
  throw refusedDoor(answer);
}

/** A refusal that no person can mend, but by waiting. */
export function refusedDoor({ code, field = '', retryAfterSeconds = 60 }: Refusal): ApiError {
  if (code === 'throttled') return new ApiError(errors.throttled, { retryAfterSeconds });
  return new ApiError(errors.temporarilyUnavailable, {
    cause: new Error(`user-api refused a link: ${code} ${field}`),
  });
}
