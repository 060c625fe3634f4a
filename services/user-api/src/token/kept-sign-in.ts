import type { KeptSignIn } from '../session/end-sign-ins.ts';
import type { Caller } from './caller.ts';

/** What the calling token stands on: its session and that one's root, or its refresh family. */
export function keptSignIn({ session }: Caller): KeptSignIn {
  if (session.kind === 'device') return { sessions: [], familyId: session.id };
  return { sessions: session.rootId === null ? [session.id] : [session.id, session.rootId] };
}
