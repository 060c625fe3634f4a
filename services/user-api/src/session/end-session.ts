import type { SessionStore } from './session.ts';
import type { Tombstones } from './tombstones.ts';

export interface EndPorts {
  readonly sessions: Pick<SessionStore, 'revoke' | 'revokeAll'>;
  readonly tombstones: Pick<Tombstones, 'add'>;
  now(): number;
}

/** Ends a session and its children; their tokens are refused from the next call. Answers the ids that ended. */
export async function endSession(ports: EndPorts, sessionId: string): Promise<string[]> {
  const ended = await ports.sessions.revoke(sessionId, new Date(ports.now()));
  await ports.tombstones.add(ended);
  return ended;
}

/** Ends the sessions of a user but those of `kept`. Answers the ids that ended. */
export async function endSessions(
  ports: EndPorts,
  userId: string,
  kept: readonly string[],
): Promise<string[]> {
  const ended = await ports.sessions.revokeAll(userId, new Date(ports.now()), kept);
  await ports.tombstones.add(ended);
  return ended;
}
