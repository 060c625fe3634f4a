import type { SessionStore } from './session.ts';
import type { Tombstones } from './tombstones.ts';

interface EndPorts {
  readonly sessions: Pick<SessionStore, 'revoke'>;
  readonly tombstones: Pick<Tombstones, 'add'>;
  now(): number;
}

/** Ends a session and its children; their tokens are refused from the next call. Answers the ids that ended. */
export async function endSession(ports: EndPorts, sessionId: string): Promise<string[]> {
  const ended = await ports.sessions.revoke(sessionId, new Date(ports.now()));
  await ports.tombstones.add(ended);
  return ended;
}
