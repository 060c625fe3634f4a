import { createEntry, type EntryPorts } from '../request-log/log-event.ts';
import { noSignIn, spreadVoid, type EndSignInsPorts } from '../session/end-sign-ins.ts';
import type { Origin } from '../sign-in/attempt.ts';
import type { Voiding } from './account.ts';

/**
 * Makes an operator's change of an account, which voids all that it has been given. Answers how many sessions and
 * refresh families ended; undefined when `change` has found nothing to change.
 */
export async function changeAsOperator(
  ports: EndSignInsPorts & EntryPorts,
  { event, userId }: { event: string; userId: string },
  origin: Origin,
  change: (voiding: Voiding) => Promise<string[] | undefined>,
): Promise<number | undefined> {
  const kept = noSignIn;
  const row = createEntry(ports, { event, userId }, origin);
  const ended = await change({ validAfter: row.createdAt, kept, row });
  if (ended === undefined) return undefined;
  return spreadVoid(ports, { userId, reason: 'admin', kept, traceparent: origin.traceparent }, ended);
}
