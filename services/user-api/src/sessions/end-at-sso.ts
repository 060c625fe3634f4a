import type { OnceMemory } from '@latchkey/database';
import { logEvent, type LogEvent, type LogPorts } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';

/** What sso answers: whether this call ended it, and whose it was where only sso knows. */
interface Ended {
  readonly revoked: boolean;
  readonly clientId?: string | null;
}

const lostSeconds = 3600;

/**
 * Ends at sso what a person has granted, `id` or all of a client, and writes the row of it: by the call that ended it,
 * or by one that comes again since the answer to that call was lost. A repeated one writes none. Undefined when sso knows
 * nothing of it. Throws upstream_unavailable.
 */
export async function endAtSso<Answer extends Ended>(
  ports: LogPorts & { readonly onceMemory: OnceMemory },
  event: LogEvent,
  origin: Origin,
  end: () => Promise<Answer | undefined>,
  id = event.clientId,
): Promise<Answer | undefined> {
  const lost = `lost:${JSON.stringify([event.event, event.userId, id])}`;
  try {
    const ended = await end();
    if (ended === undefined) return undefined;
    const wasLost = await ports.onceMemory.forget(lost);
    const { clientId = event.clientId ?? null } = ended;
    if (ended.revoked || wasLost) await logEvent(ports, { ...event, clientId }, origin);
    return ended;
  } catch (fault) {
    await ports.onceMemory.remember(lost, lostSeconds);
    throw fault;
  }
}
