import type { KeptSignIn } from '../session/end-sign-ins.ts';
import type { Caller } from './caller.ts';

/** What the calling token stands on: its session and that one's root, or its refresh family. */
export function keptSignIn({ session }: Caller): KeptSignIn {
  if (session.kind === 'device') return { sessionIds: [], familyId: session.id };
  const { id, rootId } = session;
  return { sessionIds: rootId === null ? [id] : [id, rootId], familyId: null };
}
