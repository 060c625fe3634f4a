import { isUuid } from '../account/account.ts';
import type { CredentialStore } from '../credential/credential.ts';
import { endSession } from '../session/end-sessions.ts';
import type { SessionStore, Tombstones } from '../session/session.ts';
import type { TokenFacts } from './is-token-live.ts';

interface EndTokenPorts {
  readonly sessions: Pick<SessionStore, 'find' | 'revoke'>;
  readonly credentials: Pick<CredentialStore, 'revoke'>;
  readonly tombstones: Pick<Tombstones, 'add'>;
  now(): number;
}

/** What a client gave up; `userId` is null for an issue to the client itself. */
interface EndedToken {
  readonly userId: string | null;
  readonly orgId: string | null;
}

/**
 * Ends what a client's token rests on: its session with the children of that, or for an app its issue. Undefined when
 * this call ended nothing, as for the session of another client. Source: contract part 5 "Between services".
 */
export async function endToken(
  ports: EndTokenPorts,
  { sid, token_use: use }: Pick<TokenFacts, 'sid' | 'token_use'>,
  clientId: string,
): Promise<EndedToken | undefined> {
  if (!isUuid(sid)) return undefined;
  const now = new Date(ports.now());
  if (use === 'app') {
    if (!(await ports.credentials.revoke(sid, clientId, now))) return undefined;
    await ports.tombstones.add([sid]);
    return { userId: null, orgId: null };
  }
  const session = (await ports.sessions.find(sid, now))?.session;
  if (session?.clientId !== clientId || (await endSession(ports, sid)).length === 0) return undefined;
  return { userId: session.userId, orgId: session.orgId };
}
