import type { Caller } from './caller.ts';

/** The sessions without which the calling token would end: its own and its root; none for a refresh family. */
export function keptSessions({ session }: Caller): string[] {
  if (session.kind === 'device') return [];
  return session.rootId === null ? [session.id] : [session.id, session.rootId];
}
